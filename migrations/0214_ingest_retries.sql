-- expand
-- After a failure no encoder takes a job before `retry_at`. The delay doubles with each, whichever encoder tries.
alter table ingest_job add column retry_at timestamptz, add column retry_minutes integer;
