-- A page view: the route's name and the campaign it came from. No address, no account, no query.
create table visit (
  visit_id bigint generated always as identity primary key,
  at timestamptz not null,
  route text not null,
  device_class text not null check (device_class in ('phone', 'tablet', 'desktop', 'unknown')),
  language text not null,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text
);

create index visit_at on visit (at);
