-- Codes that are redeemed: made in batches, which say what they give and to whom.
create table code_batch (
  batch_id text primary key,
  kind text not null check (kind in ('redeem', 'promotion', 'giftcard', 'plan', 'partner', 'sharing')),
  -- what its operator calls it
  name text not null,
  -- [{"kind", "amount", "planId" | "expiresInDays"}]
  grants jsonb not null check (jsonb_array_length(grants) > 0),
  -- how many accounts may redeem a code; each of them once
  uses_per_code integer not null check (uses_per_code > 0),
  new_users_only boolean not null,
  -- only members of this partner; of kind partner: whoever redeems it becomes one
  partner text,
  starts_at timestamptz not null,
  -- null: each code has its own
  expires_at timestamptz,
  voided_at timestamptz,
  made_at timestamptz not null,
  -- `system`, `operator:<name>`
  made_by text not null,
  check (expires_at > starts_at),
  check (kind <> 'partner' or partner is not null)
);

create table code (
  code_id bigint generated always as identity primary key,
  batch_id text not null references code_batch,
  -- HMAC of the normalised code, which is nowhere else: a lost one is voided and made anew
  hash bytea not null unique,
  uses_left integer not null check (uses_left >= 0),
  expires_at timestamptz,
  voided_at timestamptz
);

-- the codes of a batch, for the operator's list
create index code_batch_codes on code (batch_id);

-- A code was redeemed: once by an account. Erasing a person nulls the link.
create table code_use (
  -- HMAC of code and account: names what the ledger books for it, and no person
  use_id text primary key,
  code_id bigint not null references code,
  account_id text references account,
  used_at timestamptz not null,
  -- what was granted: [{"kind", "amount", "expiresAt", "name" | "lotId"}]
  granted jsonb not null,
  unique (code_id, account_id)
);

-- whether an account is new to codes, and its personal data
create index code_use_account on code_use (account_id, used_at desc);

-- A gift card that is being bought, or was. The order is its purchase; its code is derived from the order.
create table gift_card (
  order_id text primary key references payment_order,
  account_id text references account,
  -- whom its buyer gives it to, sealed with the master key: {"recipient", "message"}; null once erased
  sealed bytea,
  -- once it is paid
  code_id bigint unique references code,
  paid_cents bigint check (paid_cents > 0),
  bought_at timestamptz,
  -- set aside for this refund
  refund_id text references payment_refund,
  -- since when nothing is owed for it: redeemed, refunded, charged back, or expired
  closed_at timestamptz,
  check ((code_id is null) = (bought_at is null) and (code_id is null) = (paid_cents is null)),
  check (code_id is not null or (refund_id is null and closed_at is null))
);

-- the buyer's cards
create index gift_card_account on gift_card (account_id, bought_at desc, order_id) where code_id is not null;
-- cards that can expire unused
create index gift_card_open on gift_card (bought_at) where code_id is not null and closed_at is null;
