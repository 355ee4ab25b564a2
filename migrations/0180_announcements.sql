-- expand
-- Messages of operators to many members. A job goes through the accounts by their ids; a delivery is a row, so that no account gets one twice.
create table announcement (
  announcement_id text primary key,
  kind text not null check (kind in ('service', 'marketing')),
  channels text[] not null check (channels <@ array['inbox', 'mail'] and cardinality(channels) > 0),
  -- of contract/admin/announcements.ts; an empty list stands for all
  audience jsonb not null,
  title jsonb not null,
  body jsonb not null,
  -- of the site, without its `#`
  path text,
  starts_at timestamptz not null,
  made_at timestamptz not null,
  made_by text not null,
  operator_id text not null,
  reason text not null,
  -- recipients when it was ordered
  counted integer not null check (counted >= 0),
  -- the second person; such an announcement counts in no limit
  approved_by text,
  -- how many it may reach; null: as many as there are
  most integer,
  began_at timestamptz,
  -- the account that was looked at last
  after_account text not null default '',
  recipients integer not null default 0,
  inboxes integer not null default 0,
  mails integer not null default 0,
  ended_at timestamptz,
  stopped_at timestamptz,
  stopped_by text,
  version integer not null default 1
);
create index announcement_made_at on announcement (made_at desc, announcement_id desc);
create index announcement_due on announcement (starts_at) where ended_at is null and stopped_at is null;
create index announcement_operator on announcement (operator_id, made_at);

create table announcement_delivery (
  announcement_id text not null references announcement,
  account_id text not null,
  at timestamptz not null,
  primary key (announcement_id, account_id)
);
create index announcement_delivery_account on announcement_delivery (account_id);
create index announcement_delivery_at on announcement_delivery (at);
-- How many e-mails of an announcement wait: the job adds no more than the outbox can send soon, so that codes and passwords do not wait behind them.
create index outbox_message_announcements on outbox_message (template) where state in ('waiting', 'sending') and template = 'announcement';
