-- A plan that an account holds (MONEY "Agreements and subscriptions"). Money records outlive the account: erasing a person nulls the link.
create table subscription (
  subscription_id text primary key,
  account_id text references account,
  plan_version_id text not null references plan_version,
  -- what the next cycle brings, when the plan was changed
  next_plan_version_id text references plan_version,
  state text not null check (state in ('pending', 'trial', 'active', 'past_due', 'cancelling', 'ended')),
  -- what renews it; none for prepaid months
  agreement_id text,
  agreement_kind text,
  agreement_mode text check (agreement_mode in ('pull', 'push')),
  -- cycles are counted from here; their days are those of Hong Kong
  anchor timestamptz not null,
  -- the running cycle; 0 while pending
  cycle integer not null check (cycle >= 0),
  cycle_starts_at timestamptz not null,
  cycle_ends_at timestamptz not null,
  -- the last cycle that is paid for, and its end
  last_cycle integer not null check (last_cycle >= cycle),
  paid_until timestamptz not null,
  -- until when titles play: the end of what is paid, or of the days of grace
  entitled_until timestamptz not null,
  -- when we charge; null with a provider that charges by its own schedule
  charge_due_at timestamptz,
  charge_attempts integer not null default 0,
  -- when a charge of the next cycle failed
  failed_at timestamptz,
  -- the cycle whose charge was announced
  noticed_cycle integer,
  -- renewals stop while the account is being closed: to be cancelled, cancelled, to be resumed
  closing_step text check (closing_step in ('cancel', 'cancelled', 'undo')),
  -- when there is something to do by the clock
  tick_due_at timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  check ((agreement_id is null) = (agreement_kind is null) and (agreement_id is null) = (agreement_mode is null)),
  check ((state = 'ended') = (ended_at is not null) and (state = 'ended') = (end_reason is not null)),
  check ((state in ('trial', 'active', 'past_due', 'cancelling')) <= (cycle > 0)),
  check (state <> 'pending' or cycle = 0),
  check (state in ('trial', 'active', 'past_due', 'pending') or charge_due_at is null)
);

-- At most one running plan an account, and one that waits for its first payment.
create unique index subscription_live on subscription (account_id)
  where state in ('trial', 'active', 'past_due', 'cancelling');
create unique index subscription_pending on subscription (account_id) where state = 'pending' and agreement_id is not null;
-- hooks of agreements and payments
create unique index subscription_agreement on subscription (agreement_id) where agreement_id is not null;
-- the tick
create index subscription_due on subscription (tick_due_at) where tick_due_at is not null;
-- renewals that stopped because the account is being closed
create index subscription_closing on subscription (account_id) where closing_step is not null;
-- the account's last plan
create index subscription_account on subscription (account_id, started_at desc);

-- The cycles that were given, paid or granted. Rows may lie ahead: their credits are granted when they begin.
create table subscription_cycle (
  subscription_id text not null references subscription,
  cycle integer not null check (cycle > 0),
  kind text not null check (kind in ('trial', 'charged', 'prepaid', 'gift')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  plan_version_id text not null references plan_version,
  order_id text unique references payment_order,
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  -- its money was returned
  voided_at timestamptz,
  lot_id bigint unique references lot,
  granted_at timestamptz,
  primary key (subscription_id, cycle),
  check ((order_id is not null) = (kind in ('charged', 'prepaid'))),
  check (lot_id is null or granted_at is not null)
);

-- Who has held a plan: the keyed hashes of mobile numbers and payers. They survive erasure, so that nobody gets a second free month.
create table trial_identity (
  kind text not null check (kind in ('number', 'payer')),
  hash bytea not null,
  at timestamptz not null,
  primary key (kind, hash)
);

-- What is set aside while the provider decides on the refund of a cycle: its credits, if any are left.
create table subscription_hold (
  refund_id text primary key references payment_refund,
  order_id text not null references payment_order,
  cents bigint not null check (cents > 0),
  hold_transfer_id bigint references transfer
);
