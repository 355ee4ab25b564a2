-- An account whose comment on a title was rejected, taken off by reports, or deleted while reports of it were open: what it writes on
-- that title waits for review until an operator approves one.
create table comment_hold (
  account_id text not null references account,
  program_id text not null references title on delete cascade,
  held_at timestamptz not null,
  primary key (account_id, program_id)
);
insert into comment_hold (account_id, program_id, held_at)
  select account_id, program_id, max(created_at) from comment
  where status = 'rejected' or (status = 'waiting' and 'reported' = any (review_reasons)) group by account_id, program_id;
