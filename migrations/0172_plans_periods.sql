-- expand
-- A version can be on sale from a time, and until one: then the version before it is on sale again. A release that does not know this sells the
-- newest version at once: publish nothing for later while it still runs.
alter table plan_version
  -- null: since its publication
  add column starts_at timestamptz,
  -- of a promotion
  add column ends_at timestamptz,
  add constraint plan_version_period check (ends_at > coalesce(starts_at, published_at));
-- A version that was taken back before it began, or a promotion that was ended.
create table plan_version_end (
  plan_version_id text primary key references plan_version,
  at timestamptz not null,
  actor text not null
);
