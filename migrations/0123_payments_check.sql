-- The last comparison of the orders with what the ledger holds of their payments.
create table payment_check (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz not null,
  -- the first differences, as sentences; none when both agree
  differences text[] not null
);

-- What the ledger holds of payments, which is read for each comparison: a few of all postings.
set local statement_timeout = 0;
do $$
declare
  is_separate boolean := exists (select from pg_roles where rolname = 'harbour_ledger') and pg_has_role('harbour_ledger', 'member');
begin
  if is_separate then set local role harbour_ledger; end if;
  create index posting_received on posting (transfer_id) include (amount) where ledger_account = 'payments_received';
  if is_separate then execute format('set local role %I', session_user); end if;
end $$;
