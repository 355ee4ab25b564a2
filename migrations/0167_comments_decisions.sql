-- expand
-- Grows with every edit and every decision: an operator decides on the version that they read.
alter table comment add column version integer not null default 1;
create index comment_by_state on comment (status, created_at, comment_id);

-- What operators decided. The author is told some time afterwards; until then it can be undone.
create table comment_decision (
  decision_id text primary key,
  -- those of one call
  batch_id text not null,
  comment_id text not null references comment on delete cascade,
  -- null: by command
  operator_id text references operator,
  actor text not null,
  status text not null check (status in ('published', 'rejected')),
  reasons text[] not null default '{}',
  note text,
  -- status, review_reasons, spoiler and hold of before
  before jsonb not null,
  -- of the comment, after it
  version integer not null,
  decided_at timestamptz not null,
  told_at timestamptz,
  undone_at timestamptz
);
create index comment_decision_of_comment on comment_decision (comment_id, decided_at desc);
create index comment_decision_of_batch on comment_decision (batch_id);
create index comment_decision_untold on comment_decision (decided_at) where told_at is null and undone_at is null;
