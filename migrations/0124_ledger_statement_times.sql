-- When a posting of a wallet was booked, copied from its transfer, so that a period of a statement is found in the index itself. Postings of
-- accounts of the service, and those of releases before this one, have none: their transfer is looked at. They are not filled in: that would
-- rewrite the table while purchases wait. The two indexes take some seconds for each million of postings; they replace those without the time.
set local statement_timeout = 0;
do $$
declare
  is_separate boolean := exists (select from pg_roles where rolname = 'harbour_ledger') and pg_has_role('harbour_ledger', 'member');
begin
  if is_separate then set local role harbour_ledger; end if;
  alter table posting add column at timestamptz;
  create index posting_by_wallet_time on posting (wallet_id, posting_id, at) where wallet_id is not null;
  create index posting_by_kind_time on posting (wallet_id, bucket, statement_kind, posting_id, at) where wallet_id is not null;
  drop index posting_by_wallet, posting_by_kind;
  if is_separate then execute format('set local role %I', session_user); end if;
end $$;
