-- Page views of a day in Hong Kong. Single views are deleted after 90 days; these stay.
create table visit_day (
  day date not null,
  route text not null,
  device_class text not null,
  language text not null,
  -- empty without a campaign
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  views integer not null,
  primary key (day, route, device_class, language, utm_source, utm_medium, utm_campaign)
);
