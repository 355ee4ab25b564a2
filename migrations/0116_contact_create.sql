-- Messages to the operators. Who wrote, and what, is sealed.
create table contact_message (
  case_number text primary key,
  -- the client's id of the message with its address, hashed: a repeated request is the message that is there
  submission_hash bytea unique,
  account_id text references account,
  language text not null check (language in ('zh_HK', 'en_US')),
  theme text not null check (theme in ('payment', 'technical', 'other')),
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  -- AES-256-GCM of the fields
  sealed bytea not null,
  -- AES-256-GCM of the answers
  sealed_answers bytea,
  upload_id text references upload,
  sent_at timestamptz not null,
  answered_at timestamptz,
  closed_at timestamptz,
  check ((closed_at is not null) = (state = 'closed'))
);

-- what waits for an answer
create index contact_message_open on contact_message (sent_at) where state <> 'closed';
-- what is deleted by its age
create index contact_message_closed on contact_message (closed_at) where closed_at is not null;
create index contact_message_account on contact_message (account_id) where account_id is not null;
create index contact_message_upload on contact_message (upload_id) where upload_id is not null;

-- the codes that prove the address of a message
alter table verification_code drop constraint verification_code_purpose_check;
alter table verification_code add constraint verification_code_purpose_check
  check (purpose in ('register', 'reset', 'email', 'parental', 'contact'));
