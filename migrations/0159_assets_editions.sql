-- expand
-- An edition of an asset with other tracks has the same segments, and so the same key: `key_id` is the asset that the key was made for,
-- null for an asset with a key of its own.
alter table asset add key_id text;

-- Initialization vectors follow from track numbers: none is used twice with a key, also not that of a track that was removed.
create table track_number (
  key_id text primary key,
  next integer not null check (next > 0)
);

create index ingest_job_by_tracks on ingest_job ((request->'tracks'->>'assetId'), created_at) where request ? 'tracks';

-- What operators call subtitles, in the order of their languages; empty: by the language.
alter table title_asset add subtitle_names text[] not null default '{}';
