-- The kinds of payment are a table of the contract: a new one needs no migration. Takes the lock of a moment, and reads nothing.
alter table payment_order drop constraint payment_order_kind_check;
alter table payment_order add constraint payment_order_kind_check check (kind <> '') not valid;
