-- An asset is one thing that plays (PRODUCT 6): a film, an episode, a trailer or an opening, with a content key of its own.
create table asset (
  asset_id text primary key,
  kind text not null check (kind in ('film', 'trailer', 'opening')),
  state text not null check (state in ('preparing', 'ready')),
  program_guid text,
  source_name text not null,
  source_sha256 text,
  -- AES-256-GCM under MASTER_KEY, bound to asset_id: nonce, tag, key
  content_key bytea not null,
  duration_ms integer,
  width integer,
  height integer,
  max_resolution text check (max_resolution in ('SD', 'HD', '4K')),
  dolby_atmos boolean not null default false,
  dolby_digital boolean not null default false,
  dolby_digital_plus boolean not null default false,
  stereo_aac51 boolean not null default false,
  facts jsonb,
  bytes_stored bigint,
  created_at timestamptz not null,
  ready_at timestamptz,
  check (state <> 'ready' or (facts is not null and ready_at is not null and duration_ms > 0))
);

create index asset_by_guid on asset (program_guid, kind) where program_guid is not null;

-- One job brings in the media of one title: its film, perhaps a trailer and an opening, published together.
create table ingest_job (
  job_id text primary key,
  state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- what was asked for: the title (a draft, or the guid of one that exists), sources, options
  request jsonb not null,
  program_id text,
  program_guid text,
  step text,
  percent double precision not null default 0,
  speed double precision,
  seconds_left integer,
  error_code text,
  error_params jsonb,
  cancel_requested boolean not null default false,
  attempts integer not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);

create index ingest_job_unfinished on ingest_job (created_at) where state in ('queued', 'running');

create table ingest_job_asset (
  job_id text not null references ingest_job on delete cascade,
  asset_id text not null references asset on delete cascade,
  position integer not null,
  primary key (job_id, position)
);

create index ingest_job_asset_by_asset on ingest_job_asset (asset_id);

-- A finished step is never redone: its files are in the work folder, its findings here.
create table ingest_step (
  job_id text not null references ingest_job on delete cascade,
  asset_id text not null references asset on delete cascade,
  step text not null,
  output jsonb not null,
  done_at timestamptz not null,
  primary key (job_id, asset_id, step)
);
