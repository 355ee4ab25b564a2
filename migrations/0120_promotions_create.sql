-- The promoted collections: categories with a screen and a banner of their own. One for adults is listed nowhere else, and
-- opened with the parental code only.
create table promotion (
  category_id text primary key references category on delete cascade,
  adult boolean not null default false,
  -- "{hash}/{name}"; empty takes the artwork of the first title
  image text not null default '',
  image_portrait text not null default '',
  -- in percent from the left and from the top, as of a banner
  focus_x smallint check (focus_x between 0 and 100),
  focus_y smallint check (focus_y between 0 and 100),
  focus_portrait_x smallint check (focus_portrait_x between 0 and 100),
  focus_portrait_y smallint check (focus_portrait_y between 0 and 100),
  text_zh text not null default '',
  text_en text not null default '',
  check ((focus_x is null) = (focus_y is null)),
  check ((focus_portrait_x is null) = (focus_portrait_y is null))
);
