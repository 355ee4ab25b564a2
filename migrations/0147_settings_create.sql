-- expand
-- What administrators set in the console. No row, or the JSON value null: the default, which the environment sets.
create table setting (
  name text primary key,
  value jsonb not null,
  version integer not null,
  actor text not null,
  at timestamptz not null
);
