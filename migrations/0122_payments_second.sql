-- A payment beside the one that an order has: an order of its own, which is never delivered and so returned by itself.
alter table payment_order
  -- the order that was paid before; its id is the provider's
  add column second_of text references payment_order,
  add constraint payment_order_second_check check (second_of is null or delivered_at is null);
create unique index payment_order_second on payment_order (second_of, payment_reference) where second_of is not null;
