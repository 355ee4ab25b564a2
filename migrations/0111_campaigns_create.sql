-- Campaign pages, and what people send with their forms.

-- A campaign as its operator composed it.
create table campaign (
  code_name text primary key check (code_name ~ '^[A-Z0-9][A-Z0-9_]{0,39}$'),
  -- ISO 3166; none: everywhere
  regions text[] not null default '{}',
  -- without an instant it has no start, or no end
  starts_at timestamptz,
  ends_at timestamptz,
  -- its texts in both languages, its blocks and its form, as `campaigns` defines them
  content jsonb not null,
  withdrawn boolean not null default false,
  updated_at timestamptz not null,
  check (ends_at > starts_at)
);

-- Sentences that people agreed to; never changed.
create table campaign_sentence (
  version text primary key,
  code_name text not null references campaign,
  purpose text not null check (purpose in ('terms', 'marketing')),
  text_zh text not null,
  text_en text not null,
  added_at timestamptz not null
);

-- A form that was sent. Who sent it, and what, is sealed.
create table campaign_submission (
  submission_number text primary key,
  code_name text not null references campaign,
  -- the client's id of the submission with its sender, hashed: a repeated request is the submission that is there
  submission_hash bytea not null unique,
  -- the account, or a visitor's device, hashed; for the number that one sender may send
  sender_hash bytea not null,
  -- what one sender may send about once: a title, hashed; empty where the form does not say
  subject_hash bytea not null,
  account_id text references account,
  language text not null check (language in ('zh_HK', 'en_US')),
  -- AES-256-GCM of the answers
  sealed bytea not null,
  terms_version text not null references campaign_sentence,
  -- null: not agreed to
  marketing_version text references campaign_sentence,
  submitted_at timestamptz not null
);

-- what a sender has sent
create index campaign_submission_sender on campaign_submission (code_name, sender_hash, subject_hash);
-- what operators list
create index campaign_submission_time on campaign_submission (code_name, submitted_at);
create index campaign_submission_account on campaign_submission (account_id) where account_id is not null;

-- The images of a submission, by the field that asked for them.
create table campaign_upload (
  -- of `upload`, which a later migration creates
  upload_id text primary key,
  submission_number text not null references campaign_submission on delete cascade,
  field text not null
);

create index campaign_upload_submission on campaign_upload (submission_number);
