-- expand
-- concurrently
-- What is counted each minute, and listed to operators, among all payments.
create index concurrently payment_order_unfinished on payment_order (state, paid_at)
  where paid_at is not null and delivered_at is null and state in ('paid', 'review', 'part_refunded');
create index concurrently payment_order_disputed on payment_order (paid_at) where state = 'disputed';
create index concurrently payment_evidence_dispute_lost on payment_evidence (order_id) where event = 'disputeLost';
create index concurrently payment_refund_failed on payment_refund (requested_at) where state in ('failed', 'returned');
-- The list of orders in one state, and who paid during an incident.
create index concurrently payment_order_by_state on payment_order (state, created_at, order_id);
create index concurrently payment_order_paid_at on payment_order (paid_at) where paid_at is not null;
