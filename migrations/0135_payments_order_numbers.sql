-- Numbers the orders of earlier releases.
update payment_order set order_number = new_order_number(order_id, created_at) where order_number is null;
alter table payment_order alter column order_number set not null;
analyze payment_order;
