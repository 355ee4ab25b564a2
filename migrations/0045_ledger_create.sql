-- The ledger: double entry for credits, vouchers, tickets and money. Postings are the truth; lot.remaining and posting.balance_after
-- are projections that are written with them. An account's wallet has an opaque id of its own: erasing the person nulls the link, and
-- the records stay for seven years.
create table wallet (
  wallet_id text primary key,
  account_id text unique references account on delete set null,
  -- an operator has stopped purchases, after a dispute
  blocked_at timestamptz,
  created_at timestamptz not null
);

create table transfer (
  transfer_id bigint generated always as identity primary key,
  kind text not null check (kind <> ''),
  idempotency_key text not null unique,
  -- SHA-256 of what was booked: the same key with another payload is a conflict
  payload_hash bytea not null,
  -- the transfer that this one ends or takes back; each can be ended once
  refers_to bigint unique references transfer,
  -- what it was for: a title, an order
  subject text,
  at timestamptz not null,
  -- `system`, `member`, `operator:<name>`
  actor text not null,
  reason text not null default ''
);

create table lot (
  lot_id bigint generated always as identity primary key,
  wallet_id text not null references wallet,
  bucket text not null check (bucket in ('monthly', 'recharged', 'voucher', 'ticket')),
  granted bigint not null check (granted > 0),
  remaining bigint not null check (remaining between 0 and granted),
  expires_at timestamptz not null,
  -- what was paid for the lot
  backing_cents bigint not null default 0 check (backing_cents >= 0),
  granted_at timestamptz not null
);

-- the balance of a wallet
create index lot_live on lot (wallet_id, expires_at) where remaining > 0;
-- the job that books what has expired
create index lot_due on lot (expires_at) where remaining > 0;

create table posting (
  posting_id bigint generated always as identity,
  transfer_id bigint not null references transfer,
  -- `wallet`, or an account of the service: `rent_revenue`, `breakage`, `provider:paypal` …
  ledger_account text not null check (ledger_account <> ''),
  wallet_id text references wallet,
  lot_id bigint references lot,
  bucket text check (bucket in ('monthly', 'recharged', 'voucher', 'ticket')),
  commodity text not null check (commodity in ('HKD_CENT', 'CREDIT', 'VOUCHER', 'TICKET')),
  amount bigint not null check (amount <> 0),
  -- the number of the posting within its wallet, commodity and bucket, and the balance after it
  seq bigint check (seq > 0),
  balance_after bigint check (balance_after >= 0),
  primary key (transfer_id, posting_id),
  -- only wallets carry a running balance: an account of the service would be one hot row
  check (
    case when ledger_account = 'wallet'
      then wallet_id is not null and lot_id is not null and bucket is not null and seq is not null
        and balance_after is not null
      else coalesce(wallet_id, bucket) is null and coalesce(lot_id, seq, balance_after) is null end
  )
);

create unique index posting_seq on posting (wallet_id, commodity, bucket, seq) where wallet_id is not null;
-- the statement
create index posting_by_wallet on posting (wallet_id, posting_id) where wallet_id is not null;

create function require_balanced_transfer() returns trigger language plpgsql as $$
begin
  if exists (
    select from posting where transfer_id = new.transfer_id group by commodity having sum(amount) <> 0
  ) then
    raise exception 'transfer % is not balanced', new.transfer_id using errcode = 'check_violation',
      constraint = 'posting_balanced';
  end if;
  return null;
end $$;

create constraint trigger posting_balanced after insert on posting deferrable initially deferred
  for each row execute function require_balanced_transfer();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger transfer_append_only before update or delete or truncate on transfer
  for each statement execute function refuse_change();
create trigger posting_append_only before update or delete or truncate on posting
  for each statement execute function refuse_change();

-- The result of the job that adds all postings again.
create table ledger_check (
  checked_at timestamptz primary key,
  postings bigint not null,
  milliseconds integer not null,
  -- the first differences, as sentences; none when the ledger is right
  differences text[] not null
);

-- What operators have done by commands: corrections, refunds.
create table audit_entry (
  audit_entry_id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  -- a transfer, an order
  subject text not null,
  reason text not null check (reason <> ''),
  details jsonb not null default '{}'
);

create index audit_entry_by_time on audit_entry (at desc);

-- The role of the service does not own transfer and posting where the server has a role for that: then it may insert and select only.
do $$
begin
  if exists (select from pg_roles where rolname = 'harbour_ledger') and pg_has_role('harbour_ledger', 'member') then
    execute format('grant create on schema %I to harbour_ledger', current_schema());
    execute format('alter table transfer owner to harbour_ledger');
    execute format('alter table posting owner to harbour_ledger');
    execute format('set local role harbour_ledger');
    execute format('grant select, insert, references on transfer, posting to %I', session_user);
    execute format('grant usage, select, update on sequence transfer_transfer_id_seq, posting_posting_id_seq to %I', session_user);
    execute format('set local role %I', session_user);
  end if;
end $$;
