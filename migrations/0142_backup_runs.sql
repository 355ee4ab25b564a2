-- expand
-- When backups were taken, for the console's health. A backup that dies leaves no end.
create table backup_run (
  started_at timestamptz primary key,
  finished_at timestamptz,
  bytes bigint,
  problem text
);
