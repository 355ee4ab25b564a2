-- The service may add to the audit log and read it, nothing else, as with transfer and posting.
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'harbour_ledger') and pg_has_role('harbour_ledger', 'member') then
    execute format('alter table audit_entry owner to harbour_ledger');
    execute format('set local role harbour_ledger');
    execute format('grant select, insert on audit_entry to %I', session_user);
    execute format('grant usage, select, update on sequence audit_entry_audit_entry_id_seq to %I', session_user);
    execute format('set local role %I', session_user);
  end if;
end $$;
