-- A title: a film, or a series with its episodes (WIRE "program and episode"). Text in both languages stands side by side.
create table title (
  program_id text primary key check (program_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  program_type text not null check (program_type in ('movie', 'drama')),
  classify text not null check (classify in ('movie', 'drama', 'kids', 'variety')),
  title_zh text not null check (title_zh <> ''),
  title_en text not null check (title_en <> ''),
  alias_zh text[] not null default '{}',
  alias_en text[] not null default '{}',
  tagline_zh text not null default '',
  tagline_en text not null default '',
  description_zh text not null default '',
  description_en text not null default '',
  warning_zh text not null default '',
  warning_en text not null default '',
  genres text[] not null default '{}'
    check (genres <@ array['action', 'drama', 'horror', 'comedy', 'romance', 'family']),
  tags text[] not null default '{}',
  -- ISO 3166-1 alpha-2, the main one first
  country text[] not null default '{}',
  -- the spoken language, BCP 47
  locale text not null default 'yue-HK',
  restriction text not null check (restriction in ('I', 'IIA', 'IIB', 'III')),
  vod_types text[] not null check (
    cardinality(vod_types) > 0
    and vod_types <@ array['FREE TO WATCH', 'VIP UNLIMITED WATCH', 'MOVIE VOUCHER', 'PAY PER RENT']
  ),
  credits integer not null default 0 check (credits >= 0),
  kids boolean not null default false,
  release_year integer not null check (release_year between 1880 and 2200),
  popularity integer not null default 0,
  votes integer not null default 0,
  -- the mean of the votes weighed with the prior of 3.5: lists sort by it
  score real not null default 3.5,
  -- images as "{hash}/{name}"; empty until there is one
  keyart_image text not null default '',
  landscape_image text not null default '',
  art_image text not null default '',
  hero_image text not null default '',
  state text not null default 'draft' check (state in ('draft', 'published')),
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (state = 'draft' or published_at is not null),
  check ('PAY PER RENT' <> all (vod_types) or credits > 0)
);

-- row "new", sort newest
create index title_newest on title (published_at desc, program_id) where state = 'published';
-- row "top", sort popular
create index title_popular on title (popularity desc, program_id) where state = 'published';
-- a tab's computed rows
create index title_newest_by_classify on title (classify, published_at desc, program_id) where state = 'published';
create index title_popular_by_classify on title (classify, popularity desc, program_id) where state = 'published';
-- kids profiles
create index title_popular_kids on title (popularity desc, program_id) where state = 'published' and kids;

create table tag (
  tag_id text primary key,
  name_zh text not null,
  name_en text not null
);

create table person (
  person_id text primary key,
  name_zh text not null,
  name_en text not null
);

create table title_person (
  program_id text not null references title on delete cascade,
  part text not null check (part in ('director', 'actor')),
  position integer not null,
  person_id text not null references person,
  primary key (program_id, part, position)
);

-- similar titles and search by a person
create index title_person_by_person on title_person (person_id, program_id);

-- Where and when a title may be shown: from starts_at until just before ends_at, without end when that is null.
create table licence (
  program_id text not null references title on delete cascade,
  region text not null check (region ~ '^[A-Z]{2}$'),
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  primary key (program_id, region, starts_at) include (ends_at)
);

-- the next edge of any window
create index licence_starts on licence (region, starts_at);
create index licence_ends on licence (region, ends_at) where ends_at is not null;

create table episode (
  program_guid text primary key,
  program_id text not null references title on delete cascade,
  season integer not null check (season between 1 and 999),
  episode integer not null check (episode between 1 and 9999),
  title_zh text not null default '',
  title_en text not null default '',
  description_zh text not null default '',
  description_en text not null default '',
  -- seconds; 0 when there is none
  start_show_point integer not null default 0 check (start_show_point >= 0),
  start_position integer not null default 0 check (start_position >= 0),
  end_position integer not null default 0 check (end_position >= 0),
  image text not null default '',
  unique (program_id, season, episode)
);

-- What plays for a guid, with the facts that were read from the media: a film (or an episode's), a trailer, an opening.
create table title_asset (
  program_guid text not null,
  role text not null check (role in ('film', 'trailer', 'opening')),
  program_id text not null references title on delete cascade,
  asset_id text not null,
  duration_ms integer not null check (duration_ms > 0),
  width integer not null,
  height integer not null,
  max_resolution text not null check (max_resolution in ('SD', 'HD', '4K')),
  dolby_atmos boolean not null,
  dolby_digital boolean not null,
  dolby_digital_plus boolean not null,
  stereo_aac51 boolean not null,
  audio_languages text[] not null default '{}',
  subtitle_languages text[] not null default '{}',
  preview_key text,
  attached_at timestamptz not null,
  primary key (program_guid, role)
);

-- a card's trailer
create index title_asset_by_title on title_asset (program_id, role);
-- whether a preview is public
create index title_asset_by_asset on title_asset (asset_id);
