-- The streams that members play, of which an account may have a limited number at once. A row is one session playing one video.
create table playback_stream (
  stream_id text primary key,
  account_id text not null references account on delete cascade,
  session_id text not null,
  profile_id text,
  program_id text not null,
  program_guid text not null,
  started_at timestamptz not null,
  -- by a playlist, a key, watch progress or the player's own report; one that is silent for 90 seconds has lost its place
  last_seen_at timestamptz not null,
  -- stopped from another device of the account: the session's grants for it open no playlist and no key any more
  ended_at timestamptz,
  unique (session_id, program_guid)
);

create index playback_stream_account on playback_stream (account_id, last_seen_at);
create index playback_stream_age on playback_stream (last_seen_at);
