-- expand
-- What an operator gave away: what a payment that was accepted lacked, or a refund settled as refused, which its provider may have carried out.
create table payment_waiver (
  waiver_id bigint generated always as identity primary key,
  order_id text not null references payment_order,
  -- null: what the payment lacked
  refund_id text references payment_refund,
  operator_id text not null,
  -- the second person
  approved_by text,
  amount_cents bigint not null check (amount_cents > 0),
  at timestamptz not null
);
create index payment_waiver_order on payment_waiver (order_id);
create index payment_waiver_operator on payment_waiver (operator_id, at);

-- When the provider is queried about a refund that has failed here, and may have been carried out there. It is never requested again.
alter table payment_refund add column late_query_at timestamptz;
