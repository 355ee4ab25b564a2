-- The customers of a telecom partner, as the operator imported them: only their numbers bind to it.
create table partner_customer (
  partner text not null,
  -- keyed hash: most of these people are not members
  number_hash bytea not null,
  imported_at timestamptz not null,
  primary key (partner, number_hash)
);
