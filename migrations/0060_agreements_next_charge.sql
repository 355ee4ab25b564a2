-- When the first cycle ends that an agreement gives or charges: the provider's own schedule begins there (push).
alter table agreement add column first_cycle_ends_at timestamptz;
update agreement set first_cycle_ends_at = first_charge_at;
alter table agreement alter column first_cycle_ends_at set not null;
-- when the provider charges next, by its last word (push)
alter table agreement add column next_charge_at timestamptz;
-- the same, of the agreement that renews the plan
alter table subscription add column provider_charge_at timestamptz;
alter table subscription add check (provider_charge_at is null or agreement_id is not null);
