-- Raised by a lock, by a new parental code and by switching the code on: what was unlocked under an earlier version is over.
alter table account add column parental_version integer not null default 0;
