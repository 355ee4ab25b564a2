-- expand
-- Batches whose codes a job makes, and their one download. The uses of a batch are found by a column of their own, which a trigger fills for
-- every release. Filling it takes some ten seconds for each million uses, in which no code is redeemed.
set local statement_timeout = 0;
alter table code_batch
  -- how many codes it is to have; null: gift cards, and batches that an earlier release made
  add column wanted integer check (wanted > 0),
  add column made integer not null default 0,
  -- since when all of its codes exist
  add column ready_at timestamptz,
  add column operator_id text,
  -- the second person; such a batch counts in no limit
  add column approved_by text,
  -- HK$ that all uses together give, in cents
  add column worth_cents bigint,
  add column fetched_at timestamptz,
  -- the request that was answered: the same one is answered again for some minutes
  add column fetch_key uuid;
update code_batch b set wanted = c.codes, made = c.codes, ready_at = b.made_at
from (select batch_id, count(*)::int as codes from code group by batch_id) c
where c.batch_id = b.batch_id and b.kind <> 'giftcard';
create index code_batch_made_at on code_batch (made_at, batch_id);
create index code_batch_unmade on code_batch (made_at) where made < wanted and voided_at is null;
create index code_batch_operator on code_batch (operator_id, made_at) where operator_id is not null;
create index code_voided on code (batch_id) where voided_at is not null;

-- The codes of a batch until they are fetched, sealed with the master key.
create table code_file_part (
  batch_id text not null references code_batch,
  part integer not null,
  sealed bytea not null,
  primary key (batch_id, part)
);

-- Not `batch_id`: statements of earlier releases join by that name.
alter table code_use add column of_batch text;
update code_use u set of_batch = c.batch_id from code c where c.code_id = u.code_id;
create function code_use_batch() returns trigger language plpgsql as $$
begin
  new.of_batch := (select batch_id from code where code_id = new.code_id);
  return new;
end $$;
create trigger code_use_batch before insert on code_use for each row execute function code_use_batch();
create index code_use_of_batch on code_use (of_batch, used_at, use_id);
create index gift_card_bought on gift_card (bought_at, order_id) where code_id is not null;
