-- Web processes hold what titles and people are found by (docs/decisions/042): they learn from title_change what was indexed again.
create trigger search_title_inserted after insert on search_title
  referencing new table as changed for each statement execute function note_title_change();
create trigger search_title_updated after update on search_title
  referencing new table as changed for each statement execute function note_title_change();

-- A person's new name is that of all of their titles.
create function note_person_change() returns trigger language plpgsql as $$
begin
  insert into title_change (program_id)
  select distinct s.program_id from changed join search_cast using (person_no) join search_title s using (title_id);
  return null;
end $$;

create trigger search_person_updated after update on search_person
  referencing new table as changed for each statement execute function note_person_change();
