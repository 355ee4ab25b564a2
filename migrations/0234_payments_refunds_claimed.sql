-- expand
-- What the payer has claimed of a refund that waits for the whole.
alter table payment_refund add column claimed_cents bigint;
