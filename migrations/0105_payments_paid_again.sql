-- Second payments of paid orders, which are looked for at each reading of the metrics.
create index payment_evidence_again on payment_evidence (reference) where event = 'paidAgain';
