-- expand
-- What customer care keeps of an account: notes, holds against its erasure, plans that are to be cancelled at their provider.
create table customer_note (
  note_id text primary key,
  account_id text not null references account,
  operator_id text not null references operator,
  text text not null check (length(text) between 1 and 1000),
  at timestamptz not null
);
create index customer_note_by_account on customer_note (account_id, at desc);

-- one of an account; the last one counts
create table customer_hold (
  account_id text primary key references account,
  operator_id text not null references operator,
  reason text not null,
  at timestamptz not null,
  until timestamptz not null
);

-- gone once the provider has answered: the audit log keeps what came of it
create table plan_cancellation (
  account_id text primary key references account,
  operator_id text not null references operator,
  at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0
);
create index plan_cancellation_due on plan_cancellation (due_at);

-- An account by its e-mail address, also while that is not proven.
create index account_by_email on account (lower(email));
-- What was sent to a number before it had an account, and codes for its sign-in.
create index outbox_message_by_recipient on outbox_message (recipient, created_at desc) where account_id is null;
-- The rentals of an account, voided ones too.
create index rental_of_wallet on rental (wallet_id, starts_at desc);
-- Accounts whose plans have the same payer.
create index agreement_payer on agreement (kind, payer_reference) where payer_reference is not null;
