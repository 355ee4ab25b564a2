-- expand
-- Small table: title_day.
-- The day of the sale that a row is of: a refund is of its own day, and of the licence window of its sale. Null in rows of before.
alter table title_day add column sold_on date;
alter table title_day drop constraint title_day_pkey;
create unique index title_day_once on title_day (day, program_id, region, kind, sold_on) nulls not distinct;
