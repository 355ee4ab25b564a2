-- expand
-- Day tables of the reports. Days are Hong Kong's; nobody is named.

-- Plays of all titles, added with play_day.
create table play_total_day (
  day date not null,
  region text not null,
  access text not null,
  device text not null,
  plays integer not null,
  seconds bigint not null,
  primary key (day, region, access, device)
);
insert into play_total_day select day, region, access, device, sum(plays), sum(seconds) from play_day group by 1, 2, 3, 4;
-- A title's plays.
create index play_day_title on play_day (program_id, day);

-- Of each title all that was played until the end of a day: the plays of any period are the difference of two days.
create table play_sum (
  day date not null,
  program_id text not null,
  plays bigint not null,
  seconds bigint not null,
  primary key (day, program_id)
);

-- The journal: bookings of money by kind and account. It is kept as long as the ledger.
create table journal_day (
  day date not null,
  kind text not null,
  account text not null,
  debit_cents bigint not null,
  credit_cents bigint not null,
  primary key (day, kind, account)
);

-- Up to which day a table was counted, and when.
create table report_progress (
  name text primary key,
  counted_until date not null,
  counted_at timestamptz not null
);

-- Takes some seconds for each million transfers.
set local statement_timeout = 0;
do $$
declare
  is_separate boolean := exists (select from pg_roles where rolname = 'harbour_ledger') and pg_has_role('harbour_ledger', 'member');
begin
  if is_separate then set local role harbour_ledger; end if;
  create index transfer_by_time on transfer (at);
  if is_separate then execute format('set local role %I', session_user); end if;
end $$;
