-- An order for money (MONEY "Orders"). Money records outlive the account: erasing a person nulls the link.
create table payment_order (
  -- derived from what is bought and its ordinal, never random: also the provider's idempotency key (outTradeNo)
  order_id text primary key,
  account_id text references account,
  purpose text not null,
  purpose_id text not null,
  -- the account's first, second … order of the same thing
  ordinal integer not null check (ordinal > 0),
  kind text not null check (kind in ('paypal', 'alipay', 'wechat', 'payme', 'octopus', 'payasia', 'crypto')),
  -- made with the provider sandbox: no money moves
  sandbox boolean not null,
  state text not null check (state in ('created', 'pending', 'failed', 'expired', 'paid', 'review', 'refunding',
    'part_refunded', 'refunded', 'disputed', 'charged_back')),
  -- the state before refunding or disputed
  previous_state text check (previous_state in ('paid', 'review', 'part_refunded')),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- what was bought: {"template", "params"}
  item jsonb not null,
  language text not null check (language in ('zh_HK', 'en_US')),
  terminal text not null check (terminal in ('web', 'wap')),
  continue_url text not null,
  cancel_url text not null,
  -- the provider's id of the order
  provider_reference text,
  next_action jsonb,
  created_at timestamptz not null,
  -- when the provider stops taking the payment
  expires_at timestamptz not null,
  -- when the provider is asked without any callback; null when no more
  query_due_at timestamptz,
  -- the provider's id of the payment, which refunds name
  payment_reference text,
  paid_cents bigint check (paid_cents > 0),
  paid_currency text check (paid_currency ~ '^[A-Z]{3}$'),
  paid_at timestamptz,
  delivered_at timestamptz,
  -- why it was paid and cannot be delivered: it is refunded by itself
  undeliverable text,
  unique (account_id, purpose, purpose_id, ordinal),
  check ((paid_at is null) = (state in ('created', 'pending', 'failed', 'expired'))),
  check ((paid_at is null) = (paid_cents is null) and (paid_at is null) = (paid_currency is null)),
  check (paid_at is not null or (delivered_at is null and undeliverable is null)),
  check (delivered_at is null or undeliverable is null),
  check (previous_state is not null or state not in ('refunding', 'disputed'))
);

-- One open order for a thing: another tab or kind of payment first closes the old one.
create unique index payment_order_open on payment_order (account_id, purpose, purpose_id)
  where state in ('created', 'pending');
-- the tick
create index payment_order_due on payment_order (query_due_at) where query_due_at is not null;
-- the account's payments
create index payment_order_account on payment_order (account_id, paid_at desc, order_id) where paid_at is not null;
-- callbacks and calls that name the provider's id
create index payment_order_reference on payment_order (provider_reference);
-- what must be refunded by itself, and alarms
create index payment_order_undelivered on payment_order (paid_at)
  where paid_at is not null and delivered_at is null and state in ('paid', 'review');

-- Why the state of an order moved: a verified callback, our own query, or an operator.
create table payment_evidence (
  order_id text not null references payment_order,
  seq integer not null,
  at timestamptz not null,
  source text not null check (source in ('create', 'browser', 'callback', 'reconciliation', 'operator', 'refund')),
  event text not null,
  from_state text not null,
  to_state text not null,
  -- what the provider said was paid
  amount_cents bigint,
  currency text,
  reference text,
  primary key (order_id, seq)
);

-- A refund, whole or in part.
create table payment_refund (
  -- derived from the order and the ordinal; the provider's idempotency key
  refund_id text primary key,
  order_id text not null references payment_order,
  ordinal integer not null check (ordinal > 0),
  state text not null check (state in ('requested', 'pending', 'succeeded', 'failed')),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null,
  actor text not null,
  requested_at timestamptz not null,
  finished_at timestamptz,
  provider_reference text,
  -- why the provider refused
  problem text,
  query_due_at timestamptz,
  queries integer not null default 0,
  -- the number of the refund note
  note_number text unique,
  unique (order_id, ordinal),
  check ((finished_at is null) = (state in ('requested', 'pending'))),
  check ((note_number is null) = (state <> 'succeeded'))
);

-- One running refund for an order.
create unique index payment_refund_running on payment_refund (order_id) where state in ('requested', 'pending');
create index payment_refund_due on payment_refund (query_due_at) where query_due_at is not null;

-- A receipt, as it was when the payment was made.
create table payment_receipt (
  receipt_number text primary key,
  order_id text not null unique references payment_order,
  issued_at timestamptz not null,
  -- {"seller", "item"}: each in both languages
  snapshot jsonb not null
);

-- Holds one row while the work on payments waits after a restore for `npm run payments -- reconcile`.
create table payment_pause (
  only_row boolean primary key default true check (only_row),
  since timestamptz not null
);
