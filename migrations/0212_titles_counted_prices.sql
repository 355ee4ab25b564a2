-- expand
-- Whose limit counts the price of a title of an import, and since when: tried again by them, it counts once.
alter table title_import_row add column priced_by text, add column priced_at timestamptz;
