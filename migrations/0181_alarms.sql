-- expand
-- What the console's health shows, told once outside of it. A row stands for a line of health that is not in order.
create table alarm (
  -- the line, and of what belongs to one machine its node: `disk`, `disk NODE`
  alarm_key text primary key,
  name text not null,
  node_id text,
  state text not null check (state in ('watch', 'act')),
  since timestamptz not null,
  -- what was told; null: nothing yet
  told text check (told in ('watch', 'act')),
  -- in order again since then; null: it is not
  cleared_at timestamptz
);

-- Until then nothing of the line is told.
create table alarm_silence (
  name text primary key,
  until timestamptz not null,
  by text not null
);

-- One node looks at a time. `health`, and `disk NODE` for each machine.
create table alarm_check (
  name text primary key,
  due_at timestamptz not null
);

-- What the webhook is told, in order for each alarm.
create table alarm_notice (
  notice_id text primary key,
  seq bigint generated always as identity,
  alarm_key text not null,
  facts jsonb not null,
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  due_at timestamptz not null,
  attempts integer not null default 0,
  problem text
);
create index alarm_notice_due on alarm_notice (due_at) where state = 'waiting';
create index alarm_notice_key on alarm_notice (alarm_key, seq) where state = 'waiting';
create index alarm_notice_at on alarm_notice (at);
