-- The index of search (docs/decisions/042). It is derived from the catalogue and can be made again at any time.
create table search_title (
  title_id integer generated always as identity primary key,
  program_id text not null unique references title on delete cascade,
  -- title.updated_at of what was indexed, and the version of the rules that indexed it
  indexed_at timestamptz not null,
  version smallint not null,
  -- as of then; lists are ordered by it
  popularity integer not null,
  kids boolean not null,
  -- normalized words of titles, aliases and people, each after a space; the same without people; the lexemes of the first
  all_text text not null,
  names_text text not null,
  lexemes tsvector not null
);

-- all words in any order; in order at once, so that no search has to read a pending list
create index search_title_by_lexeme on search_title using gin (lexemes) with (fastupdate = off);

-- A form by which a title is found. A smaller tier is a better match. In byte order, so that a prefix is one range.
create table search_token (
  token text collate "C" not null,
  tier smallint not null,
  title_id integer not null references search_title on delete cascade,
  primary key (token, tier, title_id)
);

create index search_token_by_title on search_token (title_id);

create table search_person (
  person_no integer generated always as identity primary key,
  person_id text not null unique references person on delete cascade,
  -- as indexed
  name_zh text not null,
  name_en text not null,
  version smallint not null
);

create table search_person_token (
  token text collate "C" not null,
  tier smallint not null,
  person_no integer not null references search_person on delete cascade,
  primary key (token, tier, person_no)
);

create index search_person_token_by_person on search_person_token (person_no);

create table search_cast (
  person_no integer not null references search_person on delete cascade,
  title_id integer not null references search_title on delete cascade,
  primary key (person_no, title_id)
);

create index search_cast_by_title on search_cast (title_id);

-- Prefixes that so many tokens share that their best titles are kept in order. The region '' says only that a prefix is one;
-- a complete list holds all of its titles.
create table search_hot (
  prefix text collate "C" not null,
  region text not null,
  kids boolean not null,
  complete boolean not null,
  primary key (prefix, region, kids)
);

create table search_head (
  prefix text collate "C" not null,
  region text not null,
  kids boolean not null,
  tier smallint not null,
  popularity integer not null,
  title_id integer not null references search_title on delete cascade
);

create unique index search_head_in_order on search_head (prefix, region, kids, tier, popularity desc, title_id);
create index search_head_by_title on search_head (title_id);

-- Words of names, and what remains of each when letters are left out: a misspelt word shares one of these with the right one.
create table search_word (
  word text collate "C" primary key,
  frequency integer not null
);

create table search_delete (
  remainder text collate "C" not null,
  word text collate "C" not null references search_word on delete cascade,
  primary key (remainder, word)
);

create index search_delete_by_word on search_delete (word);

-- When the lists were last made, and how many titles were indexed since.
create table search_lists (
  is_only boolean primary key default true check (is_only),
  made_at timestamptz,
  titles_since integer not null default 0
);

insert into search_lists default values;
