-- What an ingest took otherwise than it was given: codes and parameters, told to the operator.
alter table ingest_job add column notes jsonb not null default '[]';
