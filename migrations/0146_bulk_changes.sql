-- expand
-- One change of many titles, carried out row by row by a worker.
create table bulk_job (
  job_id text primary key,
  operator_id text not null references operator,
  actor text not null,
  change jsonb not null,
  -- the job whose changes this one takes back
  undo_of text references bulk_job,
  created_at timestamptz not null,
  finished_at timestamptz
);

create unique index bulk_job_undo on bulk_job (undo_of) where undo_of is not null;
create index bulk_job_open on bulk_job (created_at) where finished_at is null;

create table bulk_row (
  job_id text not null references bulk_job,
  position integer not null,
  program_id text not null,
  -- of the title when the operator saw it; another one is skipped
  version integer not null,
  outcome text check (outcome in ('changed', 'skipped')),
  reason text,
  made_version integer,
  primary key (job_id, position)
);

create index bulk_row_open on bulk_row (job_id, position) where outcome is null;
