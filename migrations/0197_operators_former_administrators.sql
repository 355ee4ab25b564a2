-- expand
-- Until when an operator was an active administrator: null while they are one, and if they never were. Those who were disabled before have the
-- instant of that; whose role was taken before has none.
alter table operator add column administrator_until timestamptz;
update operator set administrator_until = disabled_at where disabled_at is not null and 'administrator' = any(roles);
