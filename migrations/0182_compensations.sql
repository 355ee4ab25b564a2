-- expand
-- Credits or longer rentals for members whom an incident has harmed. A job goes through the accounts, each in a transaction of its own.
create table compensation (
  compensation_id text primary key,
  incident text not null,
  -- its name without case and spaces: an account is compensated once for it
  incident_key text not null,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  who text[] not null check (who <@ array['paid', 'rented', 'streamed'] and cardinality(who) > 0),
  gives text not null check (gives in ('credits', 'rental')),
  -- credits, or hours of a rental
  amount integer not null check (amount > 0),
  reason text not null,
  members integer not null,
  made_at timestamptz not null,
  made_by text not null,
  operator_id text not null,
  approved_by text,
  ended_at timestamptz,
  stopped_at timestamptz,
  stopped_by text
);
create index compensation_made_at on compensation (made_at desc, compensation_id desc);
create index compensation_running on compensation (made_at) where ended_at is null and stopped_at is null;

create table compensation_account (
  compensation_id text not null references compensation,
  account_id text not null,
  incident_key text not null,
  -- nothing: no rental of theirs could become longer; gone: no such account any more
  state text not null default 'waiting' check (state in ('waiting', 'given', 'nothing', 'gone', 'stopped', 'failed')),
  due_at timestamptz not null,
  attempts integer not null default 0,
  primary key (compensation_id, account_id)
);
create unique index compensation_once on compensation_account (incident_key, account_id) where state in ('waiting', 'given');
create index compensation_account_due on compensation_account (due_at) where state = 'waiting';
create index compensation_account_state on compensation_account (compensation_id, state);
create index compensation_account_account on compensation_account (account_id);
