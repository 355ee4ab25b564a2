-- expand
-- What the operators' list of titles filters and sorts by, one row a title; also of drafts that were never published. Written by triggers
-- only, whoever changes a title.
create table title_row (
  program_id text primary key,
  -- lower case: both names, aliases, people, id
  text text not null,
  title_zh text not null,
  title_en text not null,
  -- of the title; whether it is live hangs on the time
  state text not null check (state in ('draft', 'published', 'withdrawn')),
  classify text not null,
  restriction text not null,
  genres text[] not null,
  vod_types text[] not null,
  release_year integer not null,
  kids boolean not null,
  -- film, poster, english, subtitles
  lacks text[] not null,
  -- the first start of any window; null without one
  first_start timestamptz,
  -- the last end in each region, infinity for none; null without a window
  hk_ends timestamptz,
  mo_ends timestamptz,
  -- the earlier of both
  ends timestamptz not null generated always as (least(coalesce(hk_ends, 'infinity'), coalesce(mo_ends, 'infinity'))) stored,
  published_at timestamptz not null,
  popularity integer not null,
  -- an operator has a draft of it
  is_changed boolean not null,
  updated_at timestamptz not null
);

create index title_row_by_update on title_row (updated_at desc, program_id);
create index title_row_by_title_zh on title_row (title_zh, program_id);
create index title_row_by_title_en on title_row (title_en, program_id);
create index title_row_by_publication on title_row (published_at desc, program_id);
create index title_row_by_end on title_row (ends, program_id);
create index title_row_by_popularity on title_row (popularity desc, program_id);

create function lacks_of(t title) returns text[] language sql stable as $$
  select array_remove(array[
    case when (t.program_type = 'movie' and not exists (
        select from title_asset a where a.program_guid = t.program_id and a.role = 'film'))
      or (t.program_type = 'drama' and (
        not exists (select from episode e where e.program_id = t.program_id)
        or exists (select from episode e where e.program_id = t.program_id and not exists (
          select from title_asset a where a.program_guid = e.program_guid and a.role = 'film'))))
      then 'film' end,
    case when t.keyart_image = '' then 'poster' end,
    case when (t.description_en = '' and t.description_zh <> '') or (t.title_en = t.title_zh and t.title_zh ~ '[一-鿿]')
      then 'english' end,
    case when exists (select from title_asset a where a.program_id = t.program_id and a.role = 'film' and a.subtitle_languages = '{}')
      then 'subtitles' end
  ], null)
$$;

create function write_title_rows(ids text[]) returns void language plpgsql as $$
begin
  -- Two transactions that change a title's parts write its row one after the other.
  perform from title_row where program_id = any(ids) order by program_id for update;
  insert into title_row (program_id, text, title_zh, title_en, state, classify, restriction, genres, vod_types, release_year, kids, lacks,
    first_start, hk_ends, mo_ends, published_at, popularity, is_changed, updated_at)
  select t.program_id,
    lower(concat_ws(' ', t.title_zh, t.title_en, array_to_string(t.alias_zh, ' '), array_to_string(t.alias_en, ' '),
      (select string_agg(p.name_zh || ' ' || p.name_en, ' ') from title_person tp join person p using (person_id)
        where tp.program_id = t.program_id), t.program_id)),
    t.title_zh, lower(t.title_en), t.state, t.classify, t.restriction, t.genres, t.vod_types, t.release_year, t.kids, lacks_of(t),
    w.first_start, w.hk_ends, w.mo_ends, coalesce(t.published_at, '-infinity'), t.popularity, d.saved_at is not null,
    greatest(t.updated_at, d.saved_at)
  from title t
    cross join lateral (
      select min(l.starts_at) as first_start,
        max(coalesce(l.ends_at, 'infinity')) filter (where l.region = 'HK') as hk_ends,
        max(coalesce(l.ends_at, 'infinity')) filter (where l.region = 'MO') as mo_ends
      from licence l where l.program_id = t.program_id) w
    cross join lateral (select max(saved_at) as saved_at from title_draft where program_id = t.program_id) d
  where t.program_id = any(ids)
  union all
  select d.program_id,
    lower(concat_ws(' ', d.content->'title'->>'zh_HK', d.content->'title'->>'en_US', d.program_id)),
    d.content->'title'->>'zh_HK', lower(d.content->'title'->>'en_US'), 'draft', d.content->>'classify', d.content->>'restriction',
    array(select jsonb_array_elements_text(d.content->'genres')), array(select jsonb_array_elements_text(d.content->'vodTypes')),
    coalesce((d.content->>'releaseYear')::integer, 0), coalesce((d.content->>'kids')::boolean, false),
    array_remove(array[
      case when not exists (select from draft_asset a where a.program_id = d.program_id and a.role = 'film') then 'film' end,
      case when d.content->'images'->>'keyart' = '' then 'poster' end,
      case when d.content->'description'->>'en_US' = '' and d.content->'description'->>'zh_HK' <> '' then 'english' end], null),
    null, null, null, '-infinity', 0, true, d.saved_at
  from (
    select distinct on (program_id) program_id, content, saved_at from title_draft where program_id = any(ids)
    order by program_id, saved_at desc) d
  where not exists (select from title t where t.program_id = d.program_id)
  order by program_id
  on conflict (program_id) do update set
    text = excluded.text, title_zh = excluded.title_zh, title_en = excluded.title_en, state = excluded.state, classify = excluded.classify,
    restriction = excluded.restriction, genres = excluded.genres, vod_types = excluded.vod_types, release_year = excluded.release_year,
    kids = excluded.kids, lacks = excluded.lacks, first_start = excluded.first_start, hk_ends = excluded.hk_ends,
    mo_ends = excluded.mo_ends, published_at = excluded.published_at, popularity = excluded.popularity,
    is_changed = excluded.is_changed, updated_at = excluded.updated_at;
  delete from title_row r where r.program_id = any(ids)
    and not exists (select from title t where t.program_id = r.program_id)
    and not exists (select from title_draft d where d.program_id = r.program_id);
end $$;

create function note_title_rows() returns trigger language plpgsql as $$
begin
  perform write_title_rows(array(select distinct program_id from changed));
  return null;
end $$;

-- Votes change a title's row often, and nothing that is listed here.
create function note_updated_title_rows() returns trigger language plpgsql as $$
begin
  perform write_title_rows(array(
    select c.program_id from changed c join former f using (program_id)
    where row(c.title_zh, c.title_en, c.alias_zh, c.alias_en, c.description_zh, c.description_en, c.state, c.classify, c.restriction,
        c.genres, c.vod_types, c.release_year, c.kids, c.keyart_image, c.published_at, c.popularity, c.program_type, c.updated_at)
      is distinct from row(f.title_zh, f.title_en, f.alias_zh, f.alias_en, f.description_zh, f.description_en, f.state, f.classify,
        f.restriction, f.genres, f.vod_types, f.release_year, f.kids, f.keyart_image, f.published_at, f.popularity, f.program_type,
        f.updated_at)));
  return null;
end $$;

create function note_rows_of_people() returns trigger language plpgsql as $$
begin
  perform write_title_rows(array(
    select distinct tp.program_id from changed c join former f using (person_id) join title_person tp using (person_id)
    where row(c.name_zh, c.name_en) is distinct from row(f.name_zh, f.name_en)));
  return null;
end $$;

create trigger title_rows_inserted after insert on title
  referencing new table as changed for each statement execute function note_title_rows();
create trigger title_rows_updated after update on title
  referencing new table as changed old table as former for each statement execute function note_updated_title_rows();
create trigger title_rows_deleted after delete on title
  referencing old table as changed for each statement execute function note_title_rows();
create trigger title_rows_person_updated after update on person
  referencing new table as changed old table as former for each statement execute function note_rows_of_people();

do $$
declare
  part text;
begin
  foreach part in array array['licence', 'episode', 'title_asset', 'title_person', 'title_draft', 'draft_asset'] loop
    execute format('create trigger title_rows_inserted after insert on %I
      referencing new table as changed for each statement execute function note_title_rows()', part);
    execute format('create trigger title_rows_updated after update on %I
      referencing new table as changed for each statement execute function note_title_rows()', part);
    execute format('create trigger title_rows_deleted after delete on %I
      referencing old table as changed for each statement execute function note_title_rows()', part);
  end loop;
end $$;

select write_title_rows(array(select program_id from title));
