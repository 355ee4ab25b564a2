-- expand
-- The one process that tells the figures of the whole service, as long as it is asked for them.
-- Not logged: after a crash of the database the next one that is asked takes it.
create unlogged table gauge_lease (
  name text primary key,
  process_id text not null,
  is_worker boolean not null,
  until timestamptz not null
);
