create table account (
  account_id text primary key,
  -- E.164
  number text not null unique check (number ~ '^\+85[23][0-9]{8}$'),
  name text not null,
  email text not null,
  -- when the address was proved by its code; null until then
  email_valid_at timestamptz,
  birthday date not null,
  gender text not null check (gender in ('female', 'male')),
  genres text[] not null default '{}' check (cardinality(genres) <= 3),
  quality text not null default 'auto' check (quality in ('auto', 'medium', 'save')),
  language text not null check (language in ('zh_HK', 'en_US')),
  partner text not null,
  -- argon2id, as a PHC string
  password_hash text not null,
  parental_hash text not null,
  parental_status text not null default 'on' check (parental_status in ('on', 'off')),
  terms_agreed_at timestamptz not null,
  privacy_agreed_at timestamptz not null,
  marketing_agreed_at timestamptz,
  created_at timestamptz not null,
  -- set while the account is being closed
  closes_at timestamptz
);

-- accounts whose time has come
create index account_closing on account (closes_at) where closes_at is not null;

create table partner_binding (
  account_id text not null references account on delete cascade,
  partner text not null,
  bound_at timestamptz not null,
  primary key (account_id, partner)
);

-- A device that is or was signed in. Dead ones are kept for a while, so that a token can say why it died, and a device is known again.
create table session (
  session_id text primary key,
  account_id text not null references account on delete cascade,
  -- SHA-256 of the token
  token_hash bytea not null unique,
  -- keyed hash of the client's own serial; null when it has none
  device_hash bytea,
  device_name text,
  profile_id text,
  unlocked_until timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  ended_at timestamptz,
  end_cause text check (end_cause in ('logout', 'device', 'replaced', 'password', 'reset')),
  check ((ended_at is null) = (end_cause is null))
);

-- an account's devices
create index session_by_account on session (account_id, last_used_at desc) where ended_at is null;
-- whether a device signed in before
create index session_by_device on session (account_id, device_hash) where device_hash is not null;
-- dead ones to forget
create index session_by_use on session (last_used_at);

-- Codes that were sent, one of a kind and subject: a new one replaces the old.
create table verification_code (
  purpose text not null check (purpose in ('register', 'reset', 'email', 'parental')),
  -- a number in E.164, or an account id
  subject text not null,
  -- keyed hash; a code that nobody was sent (nothing to prove) has null and is never right
  code_hash bytea,
  -- where it was sent: it proves nothing about any other place
  sent_to text not null,
  tries integer not null default 0,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (purpose, subject)
);

create index verification_code_expiry on verification_code (expires_at);

-- A number whose code was right, waiting for its owner's details.
create table registration (
  -- SHA-256 of the verification token
  token_hash bytea primary key,
  number text not null,
  device_hash bytea,
  partner text not null,
  agreed_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index registration_expiry on registration (expires_at);

-- What was tried how often. Keys are keyed hashes: numbers and addresses are not kept.
create table throttle (
  rule text not null,
  key text not null,
  tally jsonb not null,
  -- from here on the row says nothing any more
  forgotten_at timestamptz not null,
  primary key (rule, key)
);

create index throttle_forgotten on throttle (forgotten_at);
