-- The device that requested a code has its own tries. The others have theirs together, so that nobody uses up somebody else's code.
alter table verification_code
  -- keyed hash of the requesting device, or of its address when it has no serial
  add column requested_by bytea,
  add column tries_of_others integer not null default 0;

-- Set while the account of a registration is being created.
alter table registration add column claimed_at timestamptz;
