-- A subtitle line of a film, for search inside films. It is read from the packaged subtitles of the asset.
create table subtitle_line (
  asset_id text not null,
  language text not null,
  line_no integer not null,
  -- seconds from the start
  at real not null,
  line text not null,
  -- normalized, words and runs of Han characters each after a space
  line_text text not null,
  lexemes tsvector not null,
  primary key (asset_id, language, line_no)
);

create index subtitle_line_by_lexeme on subtitle_line using gin (lexemes) with (fastupdate = off);

-- The subtitles that are indexed, also those without a line.
create table subtitle_index (
  asset_id text not null,
  language text not null,
  version smallint not null,
  lines integer not null,
  primary key (asset_id, language)
);
