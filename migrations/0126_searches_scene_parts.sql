-- Lines in eight parts, each with an index of its own, by asset: of what is said often, a search reads the first part only (decision 042).
-- Copies the lines, about ten seconds for a million; meanwhile they are read, not written.
lock table subtitle_line in share mode;
create table subtitle_line_parts (like subtitle_line) partition by hash (asset_id);
create table subtitle_line_1 partition of subtitle_line_parts for values with (modulus 8, remainder 0);
create table subtitle_line_2 partition of subtitle_line_parts for values with (modulus 8, remainder 1);
create table subtitle_line_3 partition of subtitle_line_parts for values with (modulus 8, remainder 2);
create table subtitle_line_4 partition of subtitle_line_parts for values with (modulus 8, remainder 3);
create table subtitle_line_5 partition of subtitle_line_parts for values with (modulus 8, remainder 4);
create table subtitle_line_6 partition of subtitle_line_parts for values with (modulus 8, remainder 5);
create table subtitle_line_7 partition of subtitle_line_parts for values with (modulus 8, remainder 6);
create table subtitle_line_8 partition of subtitle_line_parts for values with (modulus 8, remainder 7);
insert into subtitle_line_parts select * from subtitle_line;
create index subtitle_line_parts_by_lexeme on subtitle_line_parts using gin (lexemes) with (fastupdate = off);
drop table subtitle_line;
alter table subtitle_line_parts rename to subtitle_line;
alter index subtitle_line_parts_by_lexeme rename to subtitle_line_by_lexeme;
alter table subtitle_line add primary key (asset_id, language, line_no);
-- Nobody else gathers the statistics of a table of parts.
analyze subtitle_line;
