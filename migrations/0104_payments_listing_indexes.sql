-- The comparison with a provider's listing is made at each reading of the metrics: what is old is not read, and both sides are looked up.
create index payment_listing_at on payment_listing (at);
create index payment_listing_reference on payment_listing (reference);
create index payment_refund_provider on payment_refund (provider_reference) where provider_reference is not null;
