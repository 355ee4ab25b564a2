-- expand
-- What a case is about for the operators, until when it is answered, and who does. Those of earlier releases are questions.
alter table contact_message
  add column kind text not null default 'question'
    check (kind in ('question', 'refund', 'dataAccess', 'correction', 'takedown', 'incident')),
  add column due_at timestamptz,
  add column owner_id text references operator,
  -- null: its sender wrote it
  add column opened_by text references operator,
  -- grows with each answer and change
  add column version integer not null default 1;
update contact_message set due_at = sent_at + interval '3 days';
-- an earlier release beside this one writes none
alter table contact_message alter column due_at set default now() + interval '3 days';
alter table contact_message alter column due_at set not null;

create index contact_message_by_due on contact_message (state, due_at, case_number);
create index contact_message_owner on contact_message (owner_id) where owner_id is not null;
