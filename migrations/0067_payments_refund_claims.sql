-- A refund may have to be claimed by the payer (a link, an app); what nobody claims is ours again.
alter table payment_refund
  -- where the payer claims the money
  add column claim_url text,
  drop constraint payment_refund_state_check,
  add constraint payment_refund_state_check
    check (state in ('requested', 'pending', 'awaiting_claim', 'succeeded', 'failed', 'returned')),
  drop constraint payment_refund_check,
  add constraint payment_refund_finished_check
    check ((finished_at is null) = (state in ('requested', 'pending', 'awaiting_claim'))),
  add constraint payment_refund_claim_check check (claim_url is null or state = 'awaiting_claim');

drop index payment_refund_running;
create unique index payment_refund_running on payment_refund (order_id)
  where state in ('requested', 'pending', 'awaiting_claim');
