-- What a profile searched for, the newest first.
create table search_recent (
  profile_id text not null references profile on delete cascade,
  -- normalized: the same words are kept once
  key text not null,
  keyword text not null,
  searched_at timestamptz not null,
  primary key (profile_id, key)
);

create index search_recent_by_time on search_recent (profile_id, searched_at desc);

-- How often a title was the first result of a day (in Hong Kong). Nothing in it says who searched, or for which words.
create table search_found (
  day date not null,
  program_id text not null references title on delete cascade,
  searches integer not null,
  primary key (day, program_id)
);

-- What found nothing: normalized words and counts of a day, without who searched.
create table search_missed (
  day date not null,
  key text not null,
  language text not null,
  searches integer not null,
  primary key (day, key, language)
);
