-- An agreement that a plan may be renewed at the payer's expense (MONEY "Agreements and subscriptions").
create table agreement (
  -- derived from account, plan and ordinal, never random: also the provider's idempotency key (merchantAgreementId, authState)
  agreement_id text primary key,
  account_id text references account,
  -- the account's first, second … agreement
  ordinal integer not null check (ordinal > 0),
  kind text not null check (kind in ('paypal', 'alipay')),
  -- pull: we charge; push: the provider charges by its schedule
  mode text not null check (mode in ('pull', 'push')),
  sandbox boolean not null,
  state text not null check (state in ('setup', 'active', 'ending', 'ended', 'revoked', 'abandoned')),
  plan_version_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- of the plan, in each language
  name jsonb not null,
  trial boolean not null,
  first_charge_at timestamptz not null,
  language text not null check (language in ('zh_HK', 'en_US')),
  terminal text not null check (terminal in ('web', 'wap')),
  continue_url text not null,
  cancel_url text not null,
  -- the provider's id: PayPal's subscription
  provider_reference text,
  next_action jsonb,
  -- the provider's name of the payer
  payer_reference text,
  -- what charges need, encrypted with a key from the master key
  credentials bytea,
  -- a hash by which callbacks that name only the token find their agreement
  credentials_hash text,
  credentials_expire_at timestamptz,
  created_at timestamptz not null,
  -- when it is abandoned unless approved
  expires_at timestamptz not null,
  activated_at timestamptz,
  -- when the provider is asked without any callback; null when no more
  query_due_at timestamptz,
  -- queries, endings or refreshes in a row that had no answer
  tries integer not null default 0,
  -- what we have asked the provider for and do not know the result of (push)
  pending_change text check (pending_change in ('suspend', 'resume')),
  -- counts them: an answer that was asked for before one began or ended says nothing of now
  changes integer not null default 0,
  -- the last failed charge that the owner was told of (push)
  charge_failed_at timestamptz,
  -- it is to be ended at the provider
  ending_requested_at timestamptz,
  ending_reason text,
  -- ended at the provider, or revoked there
  ended_at timestamptz,
  failure text check (failure in ('DECLINED', 'TRIAL_USED', 'HAS_PLAN')),
  unique (account_id, ordinal),
  check ((activated_at is null) = (state in ('setup', 'abandoned'))),
  check ((state in ('ended', 'revoked')) = (ended_at is not null) or state = 'abandoned'),
  check (next_action is null or state = 'setup')
);

-- An account approves one agreement at a time.
create unique index agreement_setup on agreement (account_id) where state = 'setup';
-- the tick
create index agreement_due on agreement (query_due_at) where query_due_at is not null;
-- callbacks
create index agreement_reference on agreement (provider_reference);
create index agreement_credentials on agreement (credentials_hash) where credentials_hash is not null;

-- What a provider's catalogue holds of ours, by a derived name: PayPal's product and its billing plans.
create table agreement_catalogue (
  kind text not null,
  sandbox boolean not null,
  name text not null,
  reference text not null,
  primary key (kind, sandbox, name)
);
