-- Months that were paid for, refunded and removed before they began: their numbers are free again, their record stays.
create table subscription_removed_month (
  order_id text primary key references payment_order,
  subscription_id text not null references subscription,
  cycle integer not null check (cycle > 0),
  kind text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  plan_version_id text not null references plan_version,
  refunded_cents bigint not null check (refunded_cents >= 0),
  removed_at timestamptz not null
);

create trigger subscription_removed_month_append_only before update or delete on subscription_removed_month
  for each statement execute function refuse_change();
