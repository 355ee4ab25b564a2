-- expand
-- What operators list: orders and webhook events by their time, refunds that an operator made without a second person, and the transfers
-- of an order. The index of transfers takes some seconds for each million of them.
set local statement_timeout = 0;
create index payment_order_created on payment_order (created_at, order_id);
create index webhook_event_received on webhook_event (received_at, event_id);
-- `operator_id`: who asked for it in the console. `approved_by`: the second person; a refund that has one counts in no limit.
alter table payment_refund add column operator_id text, add column approved_by text;
create index payment_refund_operator on payment_refund (operator_id, requested_at) where operator_id is not null;
do $$
declare
  is_separate boolean := exists (select from pg_roles where rolname = 'harbour_ledger') and pg_has_role('harbour_ledger', 'member');
begin
  if is_separate then set local role harbour_ledger; end if;
  create index transfer_by_subject on transfer (subject) where subject is not null;
  if is_separate then execute format('set local role %I', session_user); end if;
end $$;
