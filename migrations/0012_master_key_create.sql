-- Which master key this database belongs to: a value derived from the key, from which nothing of it can be learnt. One row.
create table master_key (
  is_only boolean primary key default true check (is_only),
  check_value bytea not null check (length(check_value) = 32),
  created_at timestamptz not null
);
