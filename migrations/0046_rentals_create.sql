-- Rentals: one title (a series with all its episodes) for one wallet, paid by one transfer. They stay when the account is erased.
create table rental (
  rental_id text primary key,
  wallet_id text not null references wallet,
  program_id text not null,
  transfer_id bigint not null unique references transfer,
  credits integer not null check (credits > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- taken back, with its credits
  voided_at timestamptz check (voided_at >= starts_at),
  void_transfer_id bigint unique references transfer,
  check ((voided_at is null) = (void_transfer_id is null)),
  -- One title is never rented twice at a time. Equality is a range of one hash value, so that no extension is needed.
  constraint rental_once exclude using gist (
    int8range(hashtextextended(wallet_id || ' ' || program_id, 0), hashtextextended(wallet_id || ' ' || program_id, 0), '[]') with &&,
    tstzrange(starts_at, ends_at) with &&
  ) where (voided_at is null)
);

-- what an account has rented
create index rental_by_wallet on rental (wallet_id, ends_at) where voided_at is null;
-- running rentals whose title can no longer be played
create index rental_running on rental (ends_at) where voided_at is null;

-- Quotes are signed, not stored; only the nonces of those that were used are, until the quote would have expired anyway.
create table consumed_quote (
  nonce text primary key,
  rental_id text not null references rental,
  expires_at timestamptz not null
);

create index consumed_quote_expiry on consumed_quote (expires_at);
