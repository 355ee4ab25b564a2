-- A rental of a telecom partner's member is paid with one voucher: it costs no credits, and names the lot of the voucher.
alter table rental add column voucher_lot_id bigint references lot;
alter table rental drop constraint rental_credits_check;
alter table rental add constraint rental_payment check (credits >= 0 and (credits > 0) = (voucher_lot_id is null));
