-- What a profile likes.
create table favorite (
  profile_id text not null references profile on delete cascade,
  program_id text not null,
  added_at timestamptz not null,
  primary key (profile_id, program_id)
);

create index favorite_by_time on favorite (profile_id, added_at desc, program_id);

-- Where a profile was in each film and episode.
create table bookmark (
  profile_id text not null references profile on delete cascade,
  program_id text not null,
  program_guid text not null,
  -- 0 and 0 for a film
  season integer not null,
  episode integer not null,
  -- seconds
  position integer not null check (position >= 0),
  duration integer not null check (duration >= 0),
  finished boolean not null,
  -- by the player's own time: the newest wins
  at timestamptz not null,
  primary key (profile_id, program_guid)
);

-- the history, and what a title was last watched at
create index bookmark_by_time on bookmark (profile_id, at desc);
create index bookmark_by_program on bookmark (profile_id, program_id, at desc);
