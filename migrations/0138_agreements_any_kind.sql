-- As 0130 did for payments: the kinds that renew are in the contract's table. Takes the lock of a moment, and reads nothing.
alter table agreement drop constraint agreement_kind_check;
alter table agreement add constraint agreement_kind_check check (kind <> '') not valid;
