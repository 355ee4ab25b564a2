-- expand
-- concurrently
-- The lists of operators. Each gift card is a batch of its own.
create index concurrently code_batch_listed on code_batch (made_at, batch_id) where kind <> 'giftcard';
