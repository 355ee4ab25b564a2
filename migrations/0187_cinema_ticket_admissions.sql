-- expand
-- When a seat that was given for a cinema ticket was taken at the counter, and by which operator.
alter table cinema_ticket
  add column admitted_at timestamptz,
  add column admitted_by text references operator,
  add constraint cinema_ticket_admitted check ((admitted_at is null) = (admitted_by is null));
