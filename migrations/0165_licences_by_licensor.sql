-- expand
-- Of whom a title is licensed, by which contract; empty where nobody has typed it.
alter table licence add licensor text not null default '', add contract text not null default '';
create index licence_licensor on licence (licensor, program_id) where licensor <> '';
