-- expand
-- A title that was taken down, by a court's order say: withdrawn, its images refused, and not to be published until that is lifted.
alter table title add taken_down_at timestamptz;

-- Images that are refused everywhere.
alter table image add refused_at timestamptz;
create index image_refused on image (hash) where refused_at is not null;

-- Titles that fewer people may watch than before. Their streams are checked at each segment, until every grant that was given
-- before has ended; rows are kept for a day. Written by triggers, whoever changes a title, and by the change of its windows.
create table title_narrowing (
  program_id text primary key,
  at timestamptz not null
);
create index title_narrowing_by_time on title_narrowing (at);

create function note_title_narrowing() returns trigger language plpgsql as $$
begin
  insert into title_narrowing (program_id, at)
  select f.program_id, now() from former f join changed c using (program_id)
  where f.state = 'published' and (c.state <> 'published' or (c.restriction = 'III' and f.restriction <> 'III')
    or (f.kids and not c.kids) or not (c.vod_types @> f.vod_types))
  order by f.program_id
  on conflict (program_id) do update set at = excluded.at;
  return null;
end $$;

create function note_title_removal() returns trigger language plpgsql as $$
begin
  insert into title_narrowing (program_id, at) select program_id, now() from former order by program_id
  on conflict (program_id) do update set at = excluded.at;
  return null;
end $$;

create trigger title_narrowed after update on title
  referencing new table as changed old table as former for each statement execute function note_title_narrowing();
create trigger title_removed after delete on title
  referencing old table as former for each statement execute function note_title_removal();

alter table title add constraint title_taken_down_unpublished check (taken_down_at is null or state <> 'published') not valid;
alter table title validate constraint title_taken_down_unpublished;
