-- expand
-- People who run the service, and what they ask each other to approve.
create table operator (
  operator_id text primary key,
  -- lower case
  email text not null unique check (email = lower(email)),
  name text not null,
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['catalogue', 'care', 'finance', 'administrator']),
  -- null until the invitation is used
  password_hash text,
  totp_sealed bytea,
  -- a step of 30 s is used once
  totp_last_step bigint not null default 0,
  -- null: by the command line
  invited_by text references operator,
  -- when the credentials were last reset by somebody else
  reset_at timestamptz,
  -- tries before count no more
  unlocked_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1
);

create table operator_session (
  -- SHA-256
  token_hash bytea primary key,
  operator_id text not null references operator,
  created_at timestamptz not null,
  used_at timestamptz not null,
  ended_at timestamptz,
  step_up_at timestamptz,
  step_up_failures integer not null default 0,
  address inet not null
);
create index operator_session_by_operator on operator_session (operator_id, used_at desc);

create table operator_recovery (
  operator_id text not null references operator,
  code_hash text not null,
  used_at timestamptz,
  primary key (operator_id, code_hash)
);

create table operator_invitation (
  token_hash bytea primary key,
  operator_id text not null references operator,
  totp_sealed bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index operator_invitation_by_operator on operator_invitation (operator_id);

-- The answers of changes, so that a repeated request does nothing.
create table operator_request (
  operator_id text not null references operator,
  request_key uuid not null,
  input_hash bytea not null,
  answer jsonb not null,
  at timestamptz not null,
  primary key (operator_id, request_key)
);
create index operator_request_by_time on operator_request (at);

create table approval (
  approval_id text primary key,
  endpoint text not null,
  input jsonb not null,
  -- what the call would change, as it was when it was asked for
  consequence jsonb not null,
  asked_by text not null references operator,
  asked_at timestamptz not null,
  reason text not null,
  expires_at timestamptz not null,
  decided_by text references operator,
  decided_at timestamptz,
  outcome text check (outcome in ('approved', 'refused', 'void')),
  check (decided_by <> asked_by),
  check ((decided_at is null) = (outcome is null))
);
create index approval_by_time on approval (asked_at desc, approval_id desc);
create index approval_waiting on approval (expires_at) where outcome is null;

-- The audit log learns who, by which request, from where, and what was there before. It belongs to harbour_ledger where the server
-- has that role.
do $$
begin
  if exists (select from pg_roles where rolname = 'harbour_ledger') and pg_has_role('harbour_ledger', 'member') then
    execute format('set local role harbour_ledger');
  end if;
end $$;
alter table audit_entry alter column reason drop not null;
alter table audit_entry drop constraint audit_entry_reason_check;
alter table audit_entry add column operator_id text;
alter table audit_entry add column request_id text;
alter table audit_entry add column address inet;
alter table audit_entry add column before jsonb;
alter table audit_entry add column after jsonb;
alter table audit_entry add column bulk_id text;
create index audit_entry_by_subject on audit_entry (subject, audit_entry_id desc);
create index audit_entry_by_operator on audit_entry (operator_id, audit_entry_id desc);
do $$
begin
  execute format('set local role %I', session_user);
end $$;
