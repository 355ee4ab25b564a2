-- Which titles changed, so that each process can bring its index of the lists up to date. A row is visible as soon as the change
-- is. Written by triggers only, whoever changes a title; removed after a day.
create table title_change (
  program_id text not null,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now()
);

create index title_change_by_xid on title_change (xid);
create index title_change_by_time on title_change (at);

create function note_title_change() returns trigger language plpgsql as $$
begin
  insert into title_change (program_id) select distinct program_id from changed;
  return null;
end $$;

create trigger title_inserted after insert on title
  referencing new table as changed for each statement execute function note_title_change();
create trigger title_updated after update on title
  referencing new table as changed for each statement execute function note_title_change();
create trigger title_deleted after delete on title
  referencing old table as changed for each statement execute function note_title_change();

create trigger licence_inserted after insert on licence
  referencing new table as changed for each statement execute function note_title_change();
create trigger licence_updated after update on licence
  referencing new table as changed for each statement execute function note_title_change();
create trigger licence_deleted after delete on licence
  referencing old table as changed for each statement execute function note_title_change();
