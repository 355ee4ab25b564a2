-- A part of a refund may take no credit of its own: what the parts before it have taken covers it.
alter table topup_hold alter column hold_transfer_id drop not null;
-- what the refunds of a payment have taken so far
create index topup_hold_by_order on topup_hold (order_id);
