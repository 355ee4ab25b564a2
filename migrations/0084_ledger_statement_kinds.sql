-- What a line of a statement is about, copied from the transfer, so that a statement narrowed to it or to a bucket is read along an index.
-- Postings of accounts of the service, and those of releases before this one, have '': their transfer is looked at. They are not filled in:
-- that would rewrite the table while purchases wait. The index takes some seconds for each million of postings.
set local statement_timeout = 0;
do $$
declare
  is_separate boolean := exists (select from pg_roles where rolname = 'harbour_ledger') and pg_has_role('harbour_ledger', 'member');
begin
  if is_separate then set local role harbour_ledger; end if;
  alter table posting add column statement_kind text not null default '';
  create index posting_by_kind on posting (wallet_id, bucket, statement_kind, posting_id) where wallet_id is not null;
  if is_separate then execute format('set local role %I', session_user); end if;
end $$;
