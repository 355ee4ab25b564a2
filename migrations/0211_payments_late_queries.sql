-- expand
-- concurrently
create index concurrently payment_refund_late on payment_refund (late_query_at) where late_query_at is not null;
