-- similar titles by a tag; small enough to be kept in order at once
create index title_by_tag on title using gin (tags) with (fastupdate = off) where state = 'published';
