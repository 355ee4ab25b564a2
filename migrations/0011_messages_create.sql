-- What leaves by SMS and e-mail, once each.
create table outbox_message (
  message_id text primary key,
  channel text not null check (channel in ('sms', 'mail')),
  -- E.164, or an e-mail address
  recipient text not null,
  -- whose message it is, when it has an owner
  account_id text,
  template text not null,
  -- what the sentence is made of; erased once it has left
  params jsonb not null,
  language text not null check (language in ('zh_HK', 'en_US')),
  -- sending: taken by a node until due_at; unknown: the party never said whether it took it, so it is not sent again
  state text not null check (state in ('waiting', 'sending', 'sent', 'delivered', 'undelivered', 'refused', 'expired', 'unknown')),
  attempts integer not null default 0,
  -- when it is to be tried, or (sending) given up
  due_at timestamptz not null,
  -- after this nobody needs it any more
  expires_at timestamptz,
  provider text,
  provider_id text,
  problem text,
  created_at timestamptz not null,
  sent_at timestamptz
);

-- the tick
create index outbox_message_due on outbox_message (due_at) where state in ('waiting', 'sending');
-- a party's receipt
create index outbox_message_by_provider on outbox_message (provider, provider_id) where provider_id is not null;
-- an account's own
create index outbox_message_by_account on outbox_message (account_id) where account_id is not null;
-- what left, the newest first
create index outbox_message_newest on outbox_message (created_at desc);

create table inbox_message (
  message_id text primary key,
  account_id text not null,
  template text not null,
  params jsonb not null,
  sent_at timestamptz not null,
  read_at timestamptz
);

-- an account's messages, the newest first
create index inbox_message_by_account on inbox_message (account_id, sent_at desc, message_id);
create index inbox_message_unread on inbox_message (account_id) where read_at is null;
