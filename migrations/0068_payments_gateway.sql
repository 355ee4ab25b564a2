-- By which account a kind was paid that several gateways offer: the order is asked for and refunded there, whichever offers it now.
alter table payment_order add column gateway text;
