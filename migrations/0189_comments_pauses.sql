-- expand
-- Authors who write and edit no comments until an instant.
create table comment_pause (
  account_id text primary key references account,
  until timestamptz not null,
  operator_id text not null references operator,
  at timestamptz not null
);
