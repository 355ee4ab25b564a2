-- The promotional plan is for new members, as every page says; its English name said "Newcomer pass". A version never changes, so its
-- second one has the name. Whoever agreed to the first keeps it, and a plan of which an operator has published a version stays as it is.
insert into plan_version (plan_version_id, plan_id, version, name, description, amount_cents, currency, trial_months,
  credits_per_cycle, published_at, published_by)
select 'promotional-pass.2', plan_id, 2, name || '{"en_US": "New member pass"}', description, amount_cents, currency, trial_months,
  credits_per_cycle, now(), 'system'
from plan_version
where plan_version_id = 'promotional-pass.1'
  and not exists (select from plan_version later where later.plan_id = 'promotional-pass' and later.version > 1);
