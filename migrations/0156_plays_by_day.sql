-- expand
-- Plays by day: of a member's video 30 s of watching or a fifth of it, once a profile a day; of a visitor's stream once.

-- What of the video was watched on a day in Hong Kong, and how much of it the last report added.
alter table bookmark
  add watched_on date,
  add watched_seconds integer not null default 0,
  add added_seconds integer not null default 0;

-- Added by every report; each minute moved to play_day, so that reports of a popular title do not wait for each other.
-- The day in Hong Kong on which a history was removed: what is reported again on it counts no play.
alter table history_removal add removed_on date;

create table play_increment (
  day date not null,
  program_id text not null,
  region text not null,
  -- what opens the title: free, plan, rental, screening
  access text not null,
  device text not null,
  plays integer not null,
  seconds bigint not null
);

create table play_day (
  day date not null,
  program_id text not null,
  region text not null,
  access text not null,
  device text not null,
  plays integer not null,
  seconds bigint not null,
  primary key (day, program_id, region, access, device)
);

-- Streams of visitors that counted, until their grants expire.
create table counted_stream (
  grant_hash bytea primary key,
  expires_at timestamptz not null
);
create index counted_stream_by_expiry on counted_stream (expires_at);

-- The share of title.popularity that its plays give.
alter table title add play_weight integer not null default 0;
