-- expand
-- A chain of daily digests of the audit log: who changes an old entry has to change every later digest, which the administrators have by
-- mail. The service may only add to it, as to the log itself.
create table audit_digest (
  -- in Hong Kong
  day date primary key,
  entries bigint not null,
  digest bytea not null,
  at timestamptz not null
);

create trigger audit_digest_append_only before update or delete or truncate on audit_digest
  for each statement execute function refuse_change();

do $$
begin
  if exists (select from pg_roles where rolname = 'harbour_ledger') and pg_has_role('harbour_ledger', 'member') then
    execute format('alter table audit_digest owner to harbour_ledger');
    execute format('set local role harbour_ledger');
    execute format('grant select, insert on audit_digest to %I', session_user);
    execute format('set local role %I', session_user);
  end if;
end $$;

-- Of what is mailed to an operator: the language that they last signed in with.
alter table operator add column language text not null default 'zh_HK' check (language in ('zh_HK', 'en_US'));
