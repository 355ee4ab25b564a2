-- Seconds of the film, of a series of its first episode; null without one. Lists are filtered by it and counted, so that it stands
-- in the title's row. Written by triggers only: whoever attaches a video or changes episodes.
alter table title add column film_seconds integer;

create function write_film_seconds() returns trigger language plpgsql as $$
begin
  update title t set film_seconds = found.seconds
  from (select distinct program_id from changed) c cross join lateral (
    select (
      select round(a.duration_ms / 1000.0)::integer from title_asset a
      where a.role = 'film' and a.program_guid = coalesce(
        (select e.program_guid from episode e where e.program_id = c.program_id order by e.season, e.episode limit 1),
        c.program_id)
    ) as seconds
  ) found
  where t.program_id = c.program_id and t.film_seconds is distinct from found.seconds;
  return null;
end $$;

create trigger title_asset_inserted after insert on title_asset
  referencing new table as changed for each statement execute function write_film_seconds();
create trigger title_asset_updated after update on title_asset
  referencing new table as changed for each statement execute function write_film_seconds();
create trigger title_asset_deleted after delete on title_asset
  referencing old table as changed for each statement execute function write_film_seconds();

create trigger episode_inserted after insert on episode
  referencing new table as changed for each statement execute function write_film_seconds();
create trigger episode_updated after update on episode
  referencing new table as changed for each statement execute function write_film_seconds();
create trigger episode_deleted after delete on episode
  referencing old table as changed for each statement execute function write_film_seconds();

update title t set film_seconds = round(a.duration_ms / 1000.0)
from title_asset a
where a.role = 'film' and a.program_id = t.program_id and a.program_guid = coalesce(
  (select e.program_guid from episode e where e.program_id = t.program_id order by e.season, e.episode limit 1),
  t.program_id);
