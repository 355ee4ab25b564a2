-- For whom the lines of an asset may be shown at all, as it stands in their lexemes: '=kids', and '=' with each region of a licence that
-- has not ended. A search among few titles finds their lines by it. Null: not written into the lines yet.
alter table subtitle_index add column marks text[];
