-- What providers list of the money that moved there, compared with our orders and refunds both ways.
create table payment_listing (
  kind text not null,
  sandbox boolean not null,
  -- the provider's id of the payment or the refund
  reference text not null,
  what text not null check (what in ('payment', 'refund')),
  -- the id of ours that it carries: an order's, an agreement's, a refund's
  own_id text not null,
  -- the mandate that it was charged by
  mandate_reference text,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  at timestamptz not null,
  listed_at timestamptz not null,
  primary key (kind, sandbox, reference)
);

-- Until when the listings of a kind have been read, and since when.
create table payment_listing_run (
  kind text not null,
  sandbox boolean not null,
  since timestamptz not null,
  until timestamptz not null check (until > since),
  primary key (kind, sandbox)
);

-- Differences that an operator has dealt with, by the provider's reference.
create table payment_listing_dismissal (
  reference text primary key,
  at timestamptz not null
);

create index payment_order_paid on payment_order (kind, paid_at) where paid_at is not null;
