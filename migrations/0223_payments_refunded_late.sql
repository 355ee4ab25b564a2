-- expand
-- concurrently
-- Refunds that were carried out after they had failed, which are looked for at each reading of the metrics.
create index concurrently payment_evidence_refunded_late on payment_evidence (reference) where event = 'refundedLate';
