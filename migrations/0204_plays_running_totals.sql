-- expand
-- The place of a title in the arrays of play_running.
create table play_number (
  program_id text primary key,
  number integer not null generated always as identity unique
);

-- What was played of each title until the end of a day: of all viewers, and of those of a region, an access or a kind of device. The plays of a
-- period are the difference of two days. It takes the place of play_sum, which earlier releases still read.
create table play_running (
  day date not null,
  dimension text not null check (dimension in ('all', 'region', 'access', 'device')),
  key text not null,
  plays bigint[] not null,
  seconds bigint[] not null,
  primary key (day, dimension, key)
);
