-- Verified callbacks of providers (payment, SMS), each stored once before it is acknowledged and processed by a job.
create table webhook_event (
  event_id text primary key,
  provider text not null,
  -- the provider's own identity of the event; only verified events are stored, so a forged one cannot block a real one
  dedup_key text not null,
  -- the raw body, encrypted; erased 30 days after processing
  body bytea,
  state text not null check (state in ('waiting', 'processed', 'failed')),
  attempts integer not null default 0,
  -- when it is to be processed next; while a node processes it, when its lease ends
  due_at timestamptz not null,
  problem text,
  received_at timestamptz not null,
  processed_at timestamptz,
  unique (provider, dedup_key)
);

-- the tick
create index webhook_event_due on webhook_event (due_at) where state = 'waiting';
-- the erasure of bodies
create index webhook_event_processed on webhook_event (processed_at) where body is not null and state = 'processed';
-- what an operator must look at
create index webhook_event_failed on webhook_event (received_at) where state = 'failed';
