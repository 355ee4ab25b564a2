-- Cinema information: films in the cinemas of Hong Kong and Macau, and their showtimes.
create table cinema (
  cinema_id text primary key check (cinema_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  region text not null check (region in ('HK', 'MO')),
  -- of the list, the first one first
  position integer not null,
  district_zh text not null check (district_zh <> ''),
  district_en text not null check (district_en <> ''),
  name_zh text not null check (name_zh <> ''),
  name_en text not null check (name_en <> ''),
  address_zh text not null check (address_zh <> ''),
  address_en text not null check (address_en <> ''),
  -- where the cinema sells its seats; '' when it sells them at its counter only
  booking_url text not null default '' check (booking_url = '' or booking_url like 'https://%'),
  withdrawn boolean not null default false,
  updated_at timestamptz not null
);

-- A film that cinemas show. It need not be a title of the catalogue.
create table cinema_film (
  film_id text primary key check (film_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  position integer not null,
  title_zh text not null check (title_zh <> ''),
  title_en text not null check (title_en <> ''),
  description_zh text not null default '',
  description_en text not null default '',
  genres text[] not null,
  restriction text not null check (restriction in ('I', 'IIA', 'IIB', 'III')),
  minutes integer not null check (minutes > 0),
  -- BCP 47
  locale text not null,
  release_on date not null,
  -- the title of the catalogue that it is; '' when it is none. Its trailer and images serve here too
  program_id text not null default '',
  -- images of its own, {hash}/{name}
  poster_image text not null default '',
  art_image text not null default '',
  withdrawn boolean not null default false,
  updated_at timestamptz not null
);

create table showtime (
  showtime_id text primary key check (showtime_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  film_id text not null references cinema_film,
  cinema_id text not null references cinema,
  starts_at timestamptz not null,
  -- BCP 47: what is spoken, and what is written below
  locale text not null,
  subtitles text[] not null,
  format text not null check (format in ('2D', '3D', 'Atmos')),
  amount_cents bigint not null check (amount_cents > 0),
  -- seats that the cinema has left, as it last said; null when it says nothing
  seats_left integer check (seats_left >= 0),
  -- seats that the cinema keeps for cinema tickets of telecom partners' members, and those that were given for one
  ticket_seats integer not null default 0 check (ticket_seats >= 0),
  redeemed integer not null default 0 check (redeemed >= 0),
  withdrawn boolean not null default false,
  added_at timestamptz not null,
  updated_at timestamptz not null,
  -- no seat is given twice
  check (redeemed <= ticket_seats)
);

-- the showtimes of a film from a day on
create index showtime_film on showtime (film_id, starts_at) where not withdrawn;

-- A seat of a showtime that a member got for one cinema ticket.
create table cinema_ticket (
  ticket_id text primary key,
  -- null once erased
  account_id text references account,
  showtime_id text not null references showtime,
  -- the client's name for its request: sent again, it answers the same ticket
  submission text not null,
  -- of the code that is shown at the cinema; the code itself is derived from the master key
  code_hash bytea not null unique,
  -- what took the cinema ticket, and what gave it back
  transfer_id bigint not null unique references transfer,
  return_transfer_id bigint unique references transfer,
  redeemed_at timestamptz not null,
  returned_at timestamptz,
  check ((returned_at is null) = (return_transfer_id is null)),
  unique (account_id, showtime_id, submission)
);

-- the tickets of an account
create index cinema_ticket_account on cinema_ticket (account_id, redeemed_at desc, ticket_id);
-- those of a showtime that was taken back
create index cinema_ticket_showtime on cinema_ticket (showtime_id) where returned_at is null;

-- Members who want to be told when a film can be seen.
create table cinema_notice (
  film_id text not null references cinema_film,
  account_id text not null references account on delete cascade,
  requested_at timestamptz not null,
  primary key (film_id, account_id)
);

create index cinema_notice_account on cinema_notice (account_id);
