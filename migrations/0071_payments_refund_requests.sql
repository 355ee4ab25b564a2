-- When the provider was first asked for a refund: what it lists of refunds before that is not ours.
alter table payment_refund add column asked_at timestamptz;
update payment_refund set asked_at = requested_at;
