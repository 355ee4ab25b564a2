-- What a profile has removed from its history: watch progress from before that arrives later, from a device that was offline, is not stored.
-- Kept for as long as the history shows.
create table history_removal (
  profile_id text not null references profile on delete cascade,
  -- empty for the whole history
  program_id text not null,
  removed_at timestamptz not null,
  primary key (profile_id, program_id)
);

create index history_removal_by_time on history_removal (removed_at);
