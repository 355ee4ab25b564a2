-- expand
-- Which name an operator has seen who gives a person another one.
alter table person add column version integer not null default 1;
