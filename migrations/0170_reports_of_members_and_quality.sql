-- expand
-- More day tables of the reports. Days are Hong Kong's; nobody is named.

create table plan_day (
  day date not null,
  plan_id text not null,
  -- at the end of the day
  active integer not null,
  started integer not null,
  renewed integer not null,
  ended integer not null,
  primary key (day, plan_id)
);

-- Orders by the day on which they were made: how many were paid, and how many failed or expired.
create table order_day (
  day date not null,
  purpose text not null,
  provider text not null,
  paid integer not null,
  failed integer not null,
  primary key (day, purpose, provider)
);

-- Videos that members watch at once, by minute for 35 days, by hour for 400.
create table concurrent_minute (
  minute timestamptz primary key,
  streams integer not null
);
create table concurrent_hour (
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  most integer not null,
  mean real not null,
  primary key (day, hour)
);

-- What titles sold, for their licensors: rentals and private screenings, in credits and cents.
create table title_day (
  day date not null,
  program_id text not null,
  -- empty where it was not kept
  region text not null,
  kind text not null check (kind in ('rental', 'screening')),
  sold integer not null,
  credits bigint not null,
  cents bigint not null,
  refunded_cents bigint not null,
  primary key (day, program_id, region, kind)
);
create index title_day_title on title_day (program_id, day);

-- Where a title was rented. Rows of earlier releases have none.
alter table rental add region text;
