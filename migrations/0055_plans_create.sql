-- The monthly plans. What a member has agreed to is a version, which never changes; the newest version of a plan is on sale.
create table plan (
  plan_id text primary key,
  -- who is offered it: everybody, newcomers on a page of their own, staff, the receiver of a gift
  offer text not null check (offer in ('standard', 'promotional', 'staff', 'gift')),
  -- the order in which plans are offered
  position integer not null
);

create table plan_version (
  -- `entertainment-pass.1`
  plan_version_id text primary key,
  plan_id text not null references plan,
  version integer not null check (version > 0),
  -- {"zh_HK", "en_US"}
  name jsonb not null check (name ?& array['zh_HK', 'en_US']),
  description jsonb not null check (description ?& array['zh_HK', 'en_US']),
  -- of one cycle
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- free months for who never held a plan
  trial_months integer not null check (trial_months in (0, 1)),
  credits_per_cycle integer not null check (credits_per_cycle >= 0),
  published_at timestamptz not null,
  -- `system`, `operator:<name>`
  published_by text not null,
  unique (plan_id, version)
);

create trigger plan_version_append_only before update or delete or truncate on plan_version
  for each statement execute function refuse_change();

insert into plan (plan_id, offer, position) values
  ('entertainment-pass', 'standard', 1),
  ('promotional-pass', 'promotional', 2);

insert into plan_version (plan_version_id, plan_id, version, name, description, amount_cents, currency, trial_months,
  credits_per_cycle, published_at, published_by)
values
  ('entertainment-pass.1', 'entertainment-pass', 1,
    '{"zh_HK": "娛樂通行證", "en_US": "Entertainment pass"}',
    '{"zh_HK": "任看通行證節目，每期另送點數，可租看其他電影。", "en_US": "Watch every pass title as often as you like, with credits each month to rent other films."}',
    8800, 'HKD', 1, 60, now(), 'system'),
  ('promotional-pass.1', 'promotional-pass', 1,
    '{"zh_HK": "新會員通行證", "en_US": "Newcomer pass"}',
    '{"zh_HK": "優惠月費：任看通行證節目，每期另送點數，可租看其他電影。", "en_US": "At a lower price: watch every pass title as often as you like, with credits each month to rent other films."}',
    4800, 'HKD', 1, 60, now(), 'system');
