-- expand
-- Until when the provider takes our answer to an open dispute. One without a row needs no answer, or its provider does not tell.
create table payment_dispute (
  order_id text not null references payment_order,
  -- the provider's id of the dispute
  dispute_id text not null,
  answer_by timestamptz not null,
  primary key (order_id, dispute_id)
);
