-- expand
-- The request that caused the work, so that the log lines of every process about it can be found by one id.
alter table outbox_message add column request_id text;
alter table ingest_job add column request_id text;
alter table payment_refund add column request_id text;
alter table webhook_event add column request_id text;
alter table title_import add column request_id text;
