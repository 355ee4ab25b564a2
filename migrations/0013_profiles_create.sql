-- A profile of an account. A deleted kids profile stays as a nameless row while a session is still in it: that session is a child's.
create table profile (
  profile_id text primary key,
  account_id text not null references account on delete cascade,
  name text not null,
  avatar_id text not null,
  kids boolean not null,
  genres text[] not null default '{}' check (cardinality(genres) <= 3),
  -- made with the account; it stays
  is_first boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz,
  deleted_at timestamptz
);

create index profile_by_account on profile (account_id);
create unique index profile_first on profile (account_id) where is_first;

-- What the account's password earned: a token with which the parental code may be set anew, once.
create table parental_reset (
  -- SHA-256 of the token
  token_hash bytea primary key,
  account_id text not null references account on delete cascade,
  session_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index parental_reset_expiry on parental_reset (expires_at);

-- Accounts that were made before there were profiles.
insert into profile (profile_id, account_id, name, avatar_id, kids, is_first, created_at)
select 'first-' || account_id, account_id, left(name, 10), 'junk', false, true, created_at from account;
