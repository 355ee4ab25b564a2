-- For each published title those like it, the most alike first, as a job of the worker computes them. A title without a row is
-- compared when it is requested.
create table similar_title (
  program_id text primary key references title on delete cascade,
  -- three arrays of one length: the title, why it is alike, and whose name says so (a person, tag or genre; empty for none)
  similar_ids text[] not null,
  reasons text[] not null,
  reason_keys text[] not null,
  -- the title's updated_at that was compared
  compared_at timestamptz not null
);

-- For each title those that the same profiles watch, with the cosine of both audiences.
create table co_watched_title (
  program_id text primary key references title on delete cascade,
  other_ids text[] not null,
  strengths real[] not null
);

-- When all titles were last compared.
create table recommendation_run (
  name text primary key,
  at timestamptz not null
);
