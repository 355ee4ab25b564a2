-- When the provider refused the refund, and what was set aside was given back. While neither this nor the cycle's end by the refund is
-- known, no month is added to the plan.
alter table subscription_hold add column released_at timestamptz;
create index subscription_hold_order on subscription_hold (order_id);

-- Months that were paid for and have not begun: of a plan whose money was taken back, they are returned.
create index subscription_cycle_unbegun on subscription_cycle (subscription_id)
  where granted_at is null and order_id is not null and voided_at is null;
