-- expand
-- Files that operators upload in parts. A complete one can be a source of ingest jobs.
create table upload_file (
  upload_id text primary key,
  operator_id text not null references operator,
  name text not null,
  bytes bigint not null check (bytes > 0),
  role text not null check (role in ('film', 'trailer', 'opening', 'subtitle', 'audio')),
  program_id text,
  -- whose disk has it; null: in the store that all nodes share
  node_id text,
  created_at timestamptz not null,
  -- its last part
  received_at timestamptz not null,
  completed_at timestamptz,
  -- the job that took it last
  used_by text
);
create index upload_file_by_operator on upload_file (operator_id);
create index upload_file_by_time on upload_file (received_at);
create index upload_file_by_job on upload_file (used_by) where used_by is not null;
