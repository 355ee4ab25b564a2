-- expand
-- No batch is worth more now. A larger value is no number that the service can read.
update code_batch set worth_cents = 1000000000000 where worth_cents > 1000000000000;
