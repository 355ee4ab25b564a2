-- What was delivered for a payment of credits: the lot that a refund takes back.
create table topup (
  order_id text primary key references payment_order,
  lot_id bigint not null unique references lot,
  credits bigint not null check (credits > 0)
);

-- The credits that are set aside while the provider decides on a refund.
create table topup_hold (
  refund_id text primary key references payment_refund,
  order_id text not null references topup,
  hold_transfer_id bigint not null references transfer
);
