-- expand
-- Keys with which edges check grants, each derived from the master key by its number. A key signs from its instant on, until
-- the next one does; it ends early when it has leaked.
create table edge_key (
  edge_key_id integer primary key check (edge_key_id between 1 and 999999),
  signs_from timestamptz not null,
  ended_at timestamptz,
  made_at timestamptz not null
);
