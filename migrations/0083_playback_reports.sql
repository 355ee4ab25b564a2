-- How well titles played: a sample of playbacks, without account, profile, session or address. Single reports are deleted after 14 days.
create table playback_report (
  report_id bigint generated always as identity primary key,
  at timestamptz not null,
  -- as the client says; unknown ones are counted together
  program_id text not null,
  engine text not null check (engine in ('hls', 'native')),
  -- milliseconds from the click to the first frame; null when there was none
  start_ms integer,
  played_seconds integer not null,
  stalls integer not null,
  stalled_ms integer not null,
  rendition_changes integer not null,
  error_code text
);

create index playback_report_at on playback_report (at);

-- The reports of a day in Hong Kong, by title. They are kept for 400 days.
create table playback_report_day (
  day date not null,
  -- empty for titles that the catalogue does not know
  program_id text not null,
  engine text not null,
  reports integer not null,
  started integer not null,
  start_ms_median integer,
  start_ms_p95 integer,
  played_seconds bigint not null,
  stalled_reports integer not null,
  stalls integer not null,
  stalled_ms bigint not null,
  rendition_changes integer not null,
  failed integer not null,
  primary key (day, program_id, engine)
);

-- The failures of a day, by the code that viewers quote.
create table playback_error_day (
  day date not null,
  error_code text not null,
  reports integer not null,
  primary key (day, error_code)
);
