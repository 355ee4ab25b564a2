-- Special sales: goods that are sold for money and delivered.
create table sale (
  sale_id text primary key check (sale_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  title_zh text not null check (title_zh <> ''),
  title_en text not null check (title_en <> ''),
  description_zh text not null default '',
  description_en text not null default '',
  -- the title whose artwork the banner shows; a title may be removed without it
  program_id text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  withdrawn boolean not null default false,
  updated_at timestamptz not null
);

-- the sales that run
create index sale_ends on sale (ends_at) where not withdrawn;

create table goods (
  goods_id text primary key check (goods_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  sale_id text not null references sale,
  -- of the list, the first one first
  position integer not null,
  -- the title that it is an edition of: its poster is the cover
  program_id text not null,
  medium text not null check (medium in ('dvd', 'bluray')),
  name_zh text not null check (name_zh <> ''),
  name_en text not null check (name_en <> ''),
  -- one line: the number of discs, what comes with it
  detail_zh text not null default '',
  detail_en text not null default '',
  description_zh text not null default '',
  description_en text not null default '',
  amount_cents bigint not null check (amount_cents > 0),
  -- units that were ever received; units that were paid and not returned; units that running payments hold
  supplied integer not null check (supplied >= 0),
  sold integer not null default 0 check (sold >= 0),
  held integer not null default 0 check (held >= 0),
  -- when more is expected
  restock_on date,
  added_at timestamptz not null,
  withdrawn boolean not null default false,
  updated_at timestamptz not null,
  -- nothing is sold that is not there
  check (sold + held <= supplied)
);

create index goods_by_sale on goods (sale_id, position);

-- Where orders are collected.
create table locker (
  locker_code text primary key check (locker_code ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$'),
  region text not null check (region in ('HK', 'MO')),
  district_zh text not null check (district_zh <> ''),
  district_en text not null check (district_en <> ''),
  address_zh text not null check (address_zh <> ''),
  address_en text not null check (address_en <> ''),
  withdrawn boolean not null default false,
  updated_at timestamptz not null
);

-- What shipping overseas costs.
create table freight_zone (
  zone_id text primary key check (zone_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  -- ISO 3166-1 alpha-2; each in one zone
  countries text[] not null check (cardinality(countries) > 0),
  -- of the first unit, and of each further one
  first_cents bigint not null check (first_cents >= 0),
  further_cents bigint not null check (further_cents >= 0),
  withdrawn boolean not null default false,
  updated_at timestamptz not null
);

-- What a payment is for: units of goods and their delivery.
create table sale_order (
  order_id text primary key references payment_order,
  account_id text references account,
  sale_id text not null references sale,
  -- held: the payment runs, the units are reserved. lapsed: it ended, they are free again. paid: to be sent.
  -- cancelled: paid and returned before it was sent
  state text not null check (state in ('held', 'lapsed', 'paid', 'sent', 'delivered', 'cancelled')),
  method text not null check (method in ('pickup', 'overseas')),
  locker_code text references locker,
  -- recipient, phone and address, sealed with the master key; null once erased
  sealed bytea,
  freight_cents bigint not null check (freight_cents >= 0),
  paid_cents bigint check (paid_cents > 0),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and coalesce(paid_cents, 0)),
  -- the refund that runs: nothing is sent meanwhile
  refund_id text references payment_refund,
  ordered_at timestamptz not null,
  paid_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  -- the carrier's number
  reference text,
  -- when its units went back into stock
  restocked_at timestamptz,
  check ((method = 'pickup') = (locker_code is not null)),
  check ((state in ('held', 'lapsed')) = (paid_at is null) and (paid_at is null) = (paid_cents is null)),
  check ((state in ('sent', 'delivered')) = (sent_at is not null)),
  check ((state = 'delivered') = (delivered_at is not null)),
  check (restocked_at is null or paid_at is not null)
);

-- the orders of an account
create index sale_order_account on sale_order (account_id, ordered_at desc, order_id);
-- what is to be sent and delivered, the oldest first
create index sale_order_open on sale_order (paid_at) where state in ('paid', 'sent');

create table sale_line (
  order_id text not null references sale_order,
  goods_id text not null references goods,
  quantity integer not null check (quantity > 0),
  -- of one unit, when it was ordered
  amount_cents bigint not null check (amount_cents > 0),
  primary key (order_id, goods_id)
);

-- when held units are free again at the latest
create index sale_line_goods on sale_line (goods_id);

-- Members who want to be told when goods are in stock again.
create table goods_notice (
  goods_id text not null references goods,
  account_id text not null references account on delete cascade,
  requested_at timestamptz not null,
  primary key (goods_id, account_id)
);

create index goods_notice_account on goods_notice (account_id);
