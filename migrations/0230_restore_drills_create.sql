-- expand
-- Trials of a restore of BACKUP_STORE, for the alarms. `problem` is null when everything was found whole.
create table restore_drill (
  started_at timestamptz primary key,
  finished_at timestamptz not null,
  problem text
);
