-- expand
-- What operators edit: versions, withdrawal, focal points. A version is raised by every change of what a form shows.
alter table title add column version integer not null default 1;
alter table title add column hero_focus_x smallint check (hero_focus_x between 0 and 100);
alter table title add column hero_focus_y smallint check (hero_focus_y between 0 and 100);
alter table title add column art_focus_x smallint check (art_focus_x between 0 and 100);
alter table title add column art_focus_y smallint check (art_focus_y between 0 and 100);
alter table title drop constraint title_state_check;
alter table title add constraint title_state_check check (state in ('draft', 'published', 'withdrawn'));

-- What an operator has typed and not published. No public statement reads it.
create table title_draft (
  program_id text not null,
  operator_id text not null references operator,
  -- 0 for a title that was never published
  base_version integer not null,
  content jsonb not null,
  saved_at timestamptz not null,
  primary key (program_id, operator_id)
);

create index title_draft_by_operator on title_draft (operator_id, saved_at desc);

-- A title as it was. The base of a merge, the predecessor of an undo.
create table title_version (
  program_id text not null,
  version integer not null,
  content jsonb not null,
  actor text not null,
  kind text not null check (kind in ('import', 'publish', 'withdraw', 'bulk', 'undo')),
  at timestamptz not null,
  primary key (program_id, version)
);

create trigger title_version_append_only before update or delete or truncate on title_version
  for each statement execute function refuse_change();

-- A video that is ready before its title is published: publication attaches it.
create table draft_asset (
  program_guid text not null,
  role text not null check (role in ('film', 'trailer', 'opening')),
  program_id text not null,
  attachment jsonb not null,
  at timestamptz not null,
  primary key (program_guid, role)
);

create index draft_asset_by_title on draft_asset (program_id);

-- A content that is published at a time. It is not carried out when the title has changed since.
create table planned_change (
  planned_id text primary key,
  subject text not null,
  content jsonb not null,
  base_version integer not null,
  at timestamptz not null,
  operator_id text not null references operator,
  actor text not null,
  created_at timestamptz not null,
  done_at timestamptz,
  failed text
);

create index planned_change_due on planned_change (at) where done_at is null;
create index planned_change_by_subject on planned_change (subject, at desc);
