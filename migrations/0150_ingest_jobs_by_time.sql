-- expand
-- The console lists jobs by their time. Those of the demo, in the background, are not listed.
create index ingest_job_by_time on ingest_job (created_at, job_id) where not (request->>'background')::boolean;
