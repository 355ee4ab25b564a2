-- expand
-- Statements of licensors, kept from the end of a month on: a window that is changed later moves nothing of what was invoiced. An empty
-- licensor: outside of every window.
create table statement_month (
  month date not null,
  licensor text not null,
  contract text not null,
  program_id text not null,
  region text not null,
  plays bigint not null,
  seconds bigint not null,
  plan_seconds bigint not null,
  sold bigint not null,
  credits bigint not null,
  cents bigint not null,
  refunded_cents bigint not null,
  primary key (month, licensor, contract, program_id, region)
);
create table statement_closed (
  month date primary key,
  closed_at timestamptz not null
);
