-- expand
-- What the audit log lists of one action, however rare. Takes some seconds for each million of entries (decision 131).
set local statement_timeout = 0;
do $$
declare
  is_separate boolean := exists (select from pg_roles where rolname = 'harbour_ledger') and pg_has_role('harbour_ledger', 'member');
begin
  if is_separate then set local role harbour_ledger; end if;
  create index audit_entry_by_action on audit_entry (action, audit_entry_id desc);
  if is_separate then execute format('set local role %I', session_user); end if;
end $$;
