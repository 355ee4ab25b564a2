-- expand
-- A file of titles that an operator imports. Its rows are carried out one by one, each in a transaction of its own.
create table title_import (
  import_id text primary key,
  operator_id text not null references operator,
  actor text not null,
  file_name text not null,
  -- below which files are named; null: those that the operator uploaded
  folder text,
  -- whose disk has the folder; null: any node carries rows out
  node_id text,
  -- images that were uploaded, by their names
  images jsonb not null,
  created_at timestamptz not null,
  finished_at timestamptz
);

create index title_import_open on title_import (created_at) where finished_at is null;
create index title_import_by_time on title_import (created_at desc, import_id);

-- A film or series of the file, with its episodes.
create table title_import_row (
  import_id text not null references title_import,
  position integer not null,
  reference text not null,
  line integer not null,
  -- its lines as they were read
  lines jsonb not null,
  outcome text check (outcome in ('added', 'changed', 'unchanged', 'wrong')),
  problems jsonb not null default '[]',
  program_id text,
  -- ingests of its files
  jobs text[] not null default '{}',
  -- from the second on, ingests that were cancelled are begun again as well
  tries integer not null default 1,
  primary key (import_id, position)
);

create index title_import_row_open on title_import_row (import_id, position) where outcome is null;

-- What the last import made of a reference of an operator's own: by it a repeated line changes nothing.
create table imported_title (
  reference text primary key,
  program_id text not null,
  -- as the line said, by field: the base against which a later line is merged
  fields jsonb not null,
  -- name and bytes of each file, with its image or ingest
  files jsonb not null,
  published boolean not null,
  at timestamptz not null
);

create index imported_title_by_title on imported_title (program_id);

-- Names of a file are looked for exactly.
create index person_by_name_zh on person (name_zh);
create index person_by_name_en on person (name_en);
