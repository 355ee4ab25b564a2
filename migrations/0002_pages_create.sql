-- The tabs of SPEC section 2. What stands in them are rows, each a category.
create table tab (
  tab_id text primary key,
  position integer not null unique,
  type text not null check (type in ('list', 'rolling', 'page')),
  route text not null,
  name_zh text not null,
  name_en text not null,
  -- the one tab that a kids profile has
  kids boolean not null default false
);

-- A list of titles: an editor's own (source "list", in category_title), or computed when it is asked for.
create table category (
  category_id text primary key check (category_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  source text not null check (source in ('list', 'top', 'new', 'free', 'foryou', 'because', 'continue')),
  -- what its cards are; a computed one is limited to it
  program_classify text not null check (program_classify in ('movie', 'drama', 'kids', 'variety', 'mixed')),
  title_zh text not null,
  title_en text not null,
  subtitle_zh text not null default '',
  subtitle_en text not null default '',
  show_landscape boolean not null default false,
  show_top_n boolean not null default false
);

-- mixProgramList finds a computed row by its name
create unique index category_by_source on category (source) where source <> 'list' and program_classify = 'mixed';

create table category_title (
  category_id text not null references category on delete cascade,
  position integer not null,
  program_id text not null references title on delete cascade,
  primary key (category_id, position),
  unique (category_id, program_id)
);

create index category_title_by_title on category_title (program_id);

create table tab_row (
  tab_id text not null references tab on delete cascade,
  position integer not null,
  category_id text not null references category on delete cascade,
  primary key (tab_id, position),
  unique (tab_id, category_id)
);

create table banner (
  banner_id text primary key,
  place text not null check (place in ('billboard', 'ad', 'popup')),
  -- the tab of a billboard
  tab_id text references tab on delete cascade,
  position integer not null,
  banner_type text not null check (banner_type in ('drama', 'product', 'category', 'register', 'url')),
  program_id text references title on delete cascade,
  url text not null default '',
  -- "{hash}/{name}"; empty takes the title's own hero
  image text not null default '',
  image_portrait text not null default '',
  title_zh text not null default '',
  title_en text not null default '',
  subtitle_zh text not null default '',
  subtitle_en text not null default '',
  starts_at timestamptz,
  ends_at timestamptz,
  check ((place = 'billboard') = (tab_id is not null)),
  check (place <> 'billboard' or program_id is not null),
  check (ends_at > starts_at)
);

create index banner_by_place on banner (place, tab_id, position);
create index banner_starts on banner (starts_at) where starts_at is not null;
create index banner_ends on banner (ends_at) where ends_at is not null;

insert into tab (tab_id, position, type, route, name_zh, name_en, kids) values
  ('1', 1, 'list', '/category/list', '首頁', 'Home', false),
  ('2', 2, 'list', '/category/movie', '電影', 'Movies', false),
  ('3', 3, 'list', '/category/drama', '劇集', 'Drama', false),
  ('4', 4, 'list', '/category/kids', '兒童', 'Kids', true),
  ('5', 5, 'list', '/category/varietyShow', '綜藝', 'Variety', false),
  ('6', 6, 'page', '/private_cinema', '私人影院', 'Private Cinema', false),
  ('9', 7, 'page', '/cinema', '電影院', 'Cinema', false),
  ('11', 8, 'page', '/special-sales', '特賣', 'Special Sales', false),
  ('12', 9, 'page', '/campaign-site?codeName=STUDENT_REVIEW', '學生影評', 'Student Reviews', false);

insert into category
  (category_id, source, program_classify, title_zh, title_en, subtitle_zh, subtitle_en, show_landscape, show_top_n) values
  ('continue', 'continue', 'mixed', '繼續觀看', 'Continue watching', '', '', true, false),
  ('top', 'top', 'mixed', '今日香港十大', 'Top 10 in Hong Kong today', '', '', false, true),
  ('new', 'new', 'mixed', '新上架', 'New on Harbour', '', '', false, false),
  ('free', 'free', 'mixed', '免費看', 'Watch free', '無須登入', 'No sign-in needed', true, false),
  ('foryou', 'foryou', 'mixed', '為你推介', 'Recommended for you', '', '', false, false),
  ('because', 'because', 'mixed', '因為你看過', 'Because you watched', '', '', false, false),
  ('movie-new', 'new', 'movie', '新上架電影', 'New movies', '', '', false, false),
  ('drama-new', 'new', 'drama', '新上架劇集', 'New dramas', '', '', false, false),
  ('kids-new', 'new', 'kids', '新到的節目', 'Just arrived', '', '', false, false),
  ('variety-new', 'new', 'variety', '新上架綜藝', 'New variety', '', '', false, false);

-- The rows that fill themselves, so that a house without a demo shows the first film that is brought in.
insert into tab_row (tab_id, position, category_id) values
  ('1', 1, 'free'), ('1', 2, 'top'), ('1', 3, 'new'), ('1', 4, 'foryou'),
  ('2', 1, 'movie-new'), ('3', 1, 'drama-new'), ('4', 1, 'kids-new'), ('5', 1, 'variety-new');
