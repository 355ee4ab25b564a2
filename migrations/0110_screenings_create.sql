-- Private cinema: premium titles that are sold by the screening, and the screenings that members bought.

-- A title on sale at one start. Its seats are shared by all screenings of that start.
create table screening_slot (
  slot_id text primary key check (slot_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  program_id text not null,
  starts_at timestamptz not null,
  -- from when on it is sold; until it starts
  sells_from timestamptz not null check (sells_from < starts_at),
  credits integer not null check (credits > 0),
  amount_cents bigint not null check (amount_cents > 0),
  -- cinema tickets of a telecom partner's member
  tickets integer not null check (tickets > 0),
  -- of one screening: the host's and the guests'
  seats integer not null check (seats between 1 and 20),
  -- of all screenings: what is sold, and what running payments hold
  capacity integer not null check (capacity >= 0),
  sold integer not null default 0 check (sold >= 0),
  held integer not null default 0 check (held >= 0),
  withdrawn boolean not null default false,
  updated_at timestamptz not null,
  check (sold + held <= capacity),
  unique (program_id, starts_at)
);

-- what is on sale
create index screening_slot_start on screening_slot (starts_at) where not withdrawn;

-- A screening of an account: paid with credits or tickets (transfer) or money (order).
create table screening (
  screening_id text primary key,
  slot_id text not null references screening_slot,
  -- the host; null once erased
  account_id text references account,
  program_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  seats integer not null check (seats between 1 and 20),
  -- held: the payment runs, its seats are reserved. lapsed: it ended, they are free again. voided: taken back with what was paid
  state text not null check (state in ('held', 'lapsed', 'valid', 'voided')),
  order_id text unique references payment_order,
  -- the quote that it was bought by, and what charged for it
  nonce text unique,
  transfer_id bigint unique references transfer,
  paid_cents bigint check (paid_cents > 0),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and coalesce(paid_cents, 0)),
  bought_at timestamptz,
  voided_at timestamptz,
  void_transfer_id bigint unique references transfer,
  -- the guests' link: how often it was made, and the hash of the secret in it
  link_version integer not null default 0 check (link_version >= 0),
  link_hash bytea unique,
  made_at timestamptz not null,
  check ((order_id is null) = (nonce is not null)),
  check ((state in ('held', 'lapsed')) = (bought_at is null)),
  check (state not in ('held', 'lapsed') or order_id is not null),
  check ((state = 'voided') = (voided_at is not null)),
  check (bought_at is null or (order_id is null) = (transfer_id is not null))
);

-- one start is never bought twice by an account
create unique index screening_once on screening (slot_id, account_id) where state = 'valid';
-- the screenings of an account
create index screening_account on screening (account_id, ends_at);
-- the screenings that hold seats
create index screening_held on screening (slot_id) where state = 'held';
-- running ones whose title can no longer be played
create index screening_running on screening (ends_at) where state = 'valid';

-- Who sits in a screening: its host, members and guests without an account.
create table screening_seat (
  seat_id text primary key,
  screening_id text not null references screening on delete cascade,
  number integer not null check (number between 1 and 20),
  is_host boolean not null,
  account_id text references account,
  -- a guest's own; members are called as their profile
  name text check (name <> ''),
  -- of the guest's session; none for members
  token_hash bytea unique,
  joined_at timestamptz not null,
  removed_at timestamptz,
  -- the seat plays in one place: its newest order
  plays integer not null default 0,
  -- what its player last said, by the database's clock
  seen_at timestamptz,
  drift_ms integer,
  condition text not null default 'waiting' check (condition in ('waiting', 'playing', 'paused', 'buffering')),
  check ((account_id is null) = (token_hash is not null and name is not null))
);

-- no seat is taken twice
create unique index screening_seat_once on screening_seat (screening_id, number) where removed_at is null;
-- a member sits once
create unique index screening_seat_member on screening_seat (screening_id, account_id) where removed_at is null;
-- the screenings that an account may play
create index screening_seat_account on screening_seat (account_id) where removed_at is null;

-- What the host's player does: the position at an instant of the database's clock.
create table screening_playback (
  screening_id text primary key references screening on delete cascade,
  version bigint not null default 0,
  playing boolean not null default false,
  position_ms bigint not null default 0 check (position_ms >= 0),
  at timestamptz not null
);
