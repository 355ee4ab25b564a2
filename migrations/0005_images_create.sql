-- A picture as it was brought in; its sizes and formats are files beside it in the store (i/{hash}/{width}.{format}).
create table image (
  -- the first 96 bits of the SHA-256 of its bytes
  hash text primary key check (hash ~ '^[0-9a-f]{24}$'),
  name text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  has_alpha boolean not null,
  bytes integer not null,
  -- 0 is needed first
  priority smallint not null,
  created_at timestamptz not null,
  -- null until every size exists in every format that is made ahead
  prepared_at timestamptz
);

create index image_unprepared on image (priority, created_at, hash) where prepared_at is null;

-- The display face cut to one title's glyphs (f/{hash}.css and its woff2 files in the store).
create table title_font (
  -- of the face and the glyphs, so that a title's address needs no look-up
  hash text primary key check (hash ~ '^[0-9a-f]{24}$'),
  glyphs text not null,
  created_at timestamptz not null,
  -- null until it is cut
  cut_at timestamptz
);

create index title_font_uncut on title_font (created_at, hash) where cut_at is null;
