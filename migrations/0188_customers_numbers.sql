-- expand
-- A change of an account's mobile number that operators have agreed to and that is not in force yet: its member, who is told at once,
-- has a day to object.
create table number_change (
  account_id text primary key references account,
  -- one account at most gets a number
  number text not null unique check (number ~ '^\+85[23][0-9]{8}$'),
  operator_id text not null references operator,
  -- null where one person runs the service
  decided_by text references operator,
  at timestamptz not null,
  due_at timestamptz not null
);
create index number_change_due on number_change (due_at);
