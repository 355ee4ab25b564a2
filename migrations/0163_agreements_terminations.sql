-- expand
-- Subscriptions at a provider that an operator ends and that have no agreement here: what is asked, until a worker has done it.
create table mandate_termination (
  termination_id text primary key,
  kind text not null,
  provider_reference text not null,
  agreement_id text not null,
  requested_at timestamptz not null,
  actor text not null,
  operator_id text,
  reason text not null,
  due_at timestamptz,
  tries integer not null default 0,
  outcome text check (outcome in ('ended', 'known', 'absent', 'unanswered')),
  finished_at timestamptz,
  check ((finished_at is null) = (outcome is null))
);
create index mandate_termination_due on mandate_termination (due_at) where due_at is not null;
