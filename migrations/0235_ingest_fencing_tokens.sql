-- expand
-- One for each attempt at a job, also for those that do not count among `attempts`.
alter table ingest_job add column fencing_token int not null default 0;
