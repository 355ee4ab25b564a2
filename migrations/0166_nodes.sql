-- expand
-- The processes that run on this database. Each says so every 10 s, with the newest migration that it knows.
-- Not logged: after a crash of the database they say it again.
create unlogged table node (
  process_id text primary key,
  node_id text not null,
  version text not null,
  roles text not null,
  newest_migration text not null,
  seen_at timestamptz not null
);
