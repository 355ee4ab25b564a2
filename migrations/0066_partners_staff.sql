-- A plan may cost nothing: that of a company's staff.
alter table plan_version drop constraint plan_version_amount_cents_check;
alter table plan_version add constraint plan_version_amount_cents_check check (amount_cents >= 0);

insert into plan (plan_id, offer, position) values ('staff-pass', 'staff', 3), ('gift-pass', 'gift', 4);

insert into plan_version (plan_version_id, plan_id, version, name, description, amount_cents, currency, trial_months,
  credits_per_cycle, published_at, published_by)
values
  ('staff-pass.1', 'staff-pass', 1,
    '{"zh_HK": "員工通行證", "en_US": "Staff pass"}',
    '{"zh_HK": "合作公司員工專享：任看通行證節目一個月。", "en_US": "For staff of our partner companies: watch every pass title for a month."}',
    0, 'HKD', 0, 0, now(), 'system'),
  ('gift-pass.1', 'gift-pass', 1,
    '{"zh_HK": "娛樂通行證", "en_US": "Entertainment pass"}',
    '{"zh_HK": "送給親友：任看通行證節目，每月另送點數，可租看其他電影。", "en_US": "For somebody you like: every pass title, with credits each month to rent other films."}',
    8800, 'HKD', 0, 60, now(), 'system');

-- The staff of companies with a staff plan, as the operator imported them.
create table staff_number (
  -- keyed hash of company and number: most of these people are not members
  number_hash bytea primary key,
  -- as it is compared: without case and spare spaces
  company text not null,
  imported_at timestamptz not null
);

create index staff_number_by_company on staff_number (company);

-- A number was found on the list: good for one plan of one account, for half an hour.
create table staff_check (
  check_id text primary key,
  token_hash bytea not null unique,
  number_hash bytea not null,
  expires_at timestamptz not null,
  -- once its token is used. Erasing a person nulls the link
  account_id text references account,
  plan_version_id text references plan_version,
  check (account_id is null or plan_version_id is not null)
);

create index staff_check_expiry on staff_check (expires_at);
create index staff_check_number on staff_check (number_hash) where account_id is null;
create index staff_check_account on staff_check (account_id) where account_id is not null;

-- A month of a staff plan. Of a number at most one runs at a time.
create table staff_plan (
  check_id text primary key,
  number_hash bytea not null,
  plan_version_id text not null references plan_version,
  -- Erasing a person nulls the link
  account_id text references account,
  -- what was paid for it; null for a plan that is free
  order_id text unique references payment_order,
  taken_at timestamptz not null,
  held_until timestamptz not null check (held_until > taken_at),
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  -- taken back with its money
  ended_at timestamptz,
  constraint staff_plan_once exclude using gist (
    int8range(hashtextextended(encode(number_hash, 'hex'), 0), hashtextextended(encode(number_hash, 'hex'), 0), '[]') with &&,
    tstzrange(taken_at, held_until) with &&
  ) where (ended_at is null)
);

create index staff_plan_account on staff_plan (account_id) where account_id is not null;
