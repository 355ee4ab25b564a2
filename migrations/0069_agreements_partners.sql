-- Started by a call of a telecom partner, for its own customer: such a plan brings no credits, which that customer could not use.
alter table agreement add column by_partner boolean not null default false;
alter table subscription add column by_partner boolean not null default false;
