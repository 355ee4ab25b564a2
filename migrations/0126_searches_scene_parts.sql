-- Lines in eight parts, each with an index of its own, by asset: of what is said often, a search reads the first part only (decision 042).
-- Copies the lines: about ten seconds for a million.
alter table subtitle_line rename to subtitle_line_whole;
create table subtitle_line (like subtitle_line_whole) partition by hash (asset_id);
create table subtitle_line_1 partition of subtitle_line for values with (modulus 8, remainder 0);
create table subtitle_line_2 partition of subtitle_line for values with (modulus 8, remainder 1);
create table subtitle_line_3 partition of subtitle_line for values with (modulus 8, remainder 2);
create table subtitle_line_4 partition of subtitle_line for values with (modulus 8, remainder 3);
create table subtitle_line_5 partition of subtitle_line for values with (modulus 8, remainder 4);
create table subtitle_line_6 partition of subtitle_line for values with (modulus 8, remainder 5);
create table subtitle_line_7 partition of subtitle_line for values with (modulus 8, remainder 6);
create table subtitle_line_8 partition of subtitle_line for values with (modulus 8, remainder 7);
insert into subtitle_line select * from subtitle_line_whole;
drop table subtitle_line_whole;
alter table subtitle_line add primary key (asset_id, language, line_no);
create index subtitle_line_by_lexeme on subtitle_line using gin (lexemes) with (fastupdate = off);
