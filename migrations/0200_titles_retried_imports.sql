-- expand
-- Titles whose prices a retry of an import changes, where they do not count as those of the import itself: of another operator, or a day later.
create table title_import_retry (
  import_id text not null references title_import,
  operator_id text not null references operator,
  at timestamptz not null,
  prices integer not null,
  approved_by text
);
create index title_import_retry_operator on title_import_retry (operator_id, at);
