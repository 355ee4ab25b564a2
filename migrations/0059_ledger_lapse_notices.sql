-- When a member was told that the credits of a lot will lapse. Rows of earlier releases have not been told.
alter table lot add column lapse_told_at timestamptz;

-- the job that tells of it
create index lot_lapse_untold on lot (expires_at) where remaining > 0 and lapse_told_at is null;
