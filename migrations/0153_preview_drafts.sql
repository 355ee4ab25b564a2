-- expand
-- What an operator looks at before it is published: drafts as they were, an instant, a viewer. The grant is in the page's address alone.
create table preview_draft (
  grant_hash bytea primary key,
  session_hash bytea not null references operator_session on delete cascade,
  operator_id text not null references operator,
  -- drafts of titles by id
  titles jsonb not null,
  at timestamptz not null,
  region text not null,
  profile text not null check (profile in ('visitor', 'member', 'plan', 'kids')),
  language text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index preview_draft_by_session on preview_draft (session_hash);
create index preview_draft_by_expiry on preview_draft (expires_at);
