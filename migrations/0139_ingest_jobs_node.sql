-- expand
-- The node whose disk has the sources of a job; null where every node can take it, as with the jobs of earlier releases.
alter table ingest_job add column node_id text;
