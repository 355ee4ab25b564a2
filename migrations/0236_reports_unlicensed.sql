-- expand
-- What no window covered of the months that are not kept yet, counted each hour: too much for the call that shows it.
create table unlicensed_month (
  month date primary key,
  titles int not null,
  plays bigint not null,
  cents bigint not null,
  refunded_cents bigint not null,
  counted_at timestamptz not null
);
