-- expand
-- `shared_names`: last parts that several paths of the file have, of films with subtitles and of pictures: an upload of such a name may be
-- either. `prices`: titles that viewers see whose price, or watching for nothing, the file changes. `approved_by`: the second person; an import
-- or a change of many titles that has one counts in no limit. Those that were started before have neither.
alter table title_import
  add column shared_names jsonb not null default '{"sources": [], "images": []}',
  add column prices int not null default 0,
  add column approved_by text;
alter table bulk_job add column approved_by text;
