-- expand
-- concurrently
-- The list of deliveries in one state.
create index concurrently sale_order_by_state on sale_order (state, paid_at, order_id) where paid_at is not null;
