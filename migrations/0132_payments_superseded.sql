-- When its payer started another payment for the same thing: a late payment of this one is returned.
alter table payment_order add column superseded_at timestamptz;
