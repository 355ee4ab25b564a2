-- expand
-- What operators edit: each tab is a page, and `site` the page of the tabs' order, the ads, the pop-ups and the lists in no tab.
alter table tab add column hidden boolean not null default false;
-- raised by every change of a category, its titles or its promotion
alter table category add column version integer not null default 1;

-- A version is raised by every change of what the page's form shows. It stays when a tab is removed, so that none is used twice.
create table page (
  scope text primary key,
  version integer not null default 1
);

insert into page (scope) select tab_id from tab union all select 'site';

-- What an operator has arranged and not published. No public statement reads it.
create table page_draft (
  scope text not null,
  operator_id text not null references operator,
  base_version integer not null,
  content jsonb not null,
  saved_at timestamptz not null,
  primary key (scope, operator_id)
);

create index page_draft_by_operator on page_draft (operator_id, saved_at desc);

-- A page as it was. The base of a merge, the predecessor of an undo.
create table page_version (
  scope text not null,
  version integer not null,
  content jsonb not null,
  actor text not null,
  kind text not null check (kind in ('import', 'publish')),
  at timestamptz not null,
  primary key (scope, version)
);

create trigger page_version_append_only before update or delete or truncate on page_version
  for each statement execute function refuse_change();
