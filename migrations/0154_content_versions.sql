-- expand
-- What operators edit in the console: a version to save against, and who changed it last. Selling moves neither.
alter table sale add version integer not null default 1, add updated_by text not null default 'system';
alter table goods add version integer not null default 1, add updated_by text not null default 'system';
alter table locker add version integer not null default 1, add updated_by text not null default 'system';
alter table freight_zone add version integer not null default 1, add updated_by text not null default 'system';
alter table screening_slot add version integer not null default 1, add updated_by text not null default 'system';
alter table cinema add version integer not null default 1, add updated_by text not null default 'system';
alter table cinema_film add version integer not null default 1, add updated_by text not null default 'system';
alter table showtime add version integer not null default 1, add updated_by text not null default 'system';
alter table campaign add version integer not null default 1, add updated_by text not null default 'system';
