import { AppError } from '#contract/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import { newId } from '#server/kit/ids.ts'
import type { Db } from '#server/kit/db.ts'
import type { Booking, Bucket, Commodity, Lot, LotAmount } from './ledger-model.ts'
import { COMMODITY_OF } from './ledger-model.ts'
import { assertBounded, byBucket, statementKindOf } from './ledger.rules.ts'

/** Undefined when the account is gone. */
export async function upsertWallet(
  tx: Db,
  { accountId, at }: { accountId: string; at: Temporal.Instant },
): Promise<string | undefined> {
  await sql`
    insert into wallet (wallet_id, account_id, created_at)
    select ${newId()}, account_id, ${at} from account where account_id = ${accountId}
    on conflict (account_id) do nothing`.execute(tx)
  const row = await tx.selectFrom('wallet').select('wallet_id').where('account_id', '=', accountId).executeTakeFirst()
  return row?.wallet_id
}

export type LockedWallet = { walletId: string; isBlocked: boolean }

/** Locks a wallet until the transaction ends. */
export async function lockWallet(
  tx: Db,
  wallet: { walletId: string } | { accountId: string },
): Promise<LockedWallet | undefined> {
  const where = 'walletId' in wallet ? sql`wallet_id = ${wallet.walletId}` : sql`account_id = ${wallet.accountId}`
  const { rows } = await sql<LockedWallet>`
    select wallet_id as "walletId", blocked_at is not null as "isBlocked"
    from wallet where ${where} for no key update`.execute(tx)
  return rows[0]
}

export async function updateBlocked(
  tx: Db,
  { walletId, at }: { walletId: string; at: Temporal.Instant | null },
): Promise<void> {
  await tx.updateTable('wallet').set({ blocked_at: at }).where('wallet_id', '=', walletId).execute()
}

export type FoundTransfer = { transferId: number; payloadHash: Buffer }

export async function findByKey(tx: Db, idempotencyKey: string): Promise<FoundTransfer | undefined> {
  return tx
    .selectFrom('transfer')
    .select(['transfer_id as transferId', 'payload_hash as payloadHash'])
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

const bucketsOf = (commodity: Commodity): string[] =>
  Object.entries(COMMODITY_OF).flatMap(([bucket, held]) => (held === commodity ? [bucket] : []))

export const lotColumns = sql`lot_id as "lotId", wallet_id as "walletId", bucket, granted, remaining, expires_at as "expiresAt",
  backing_cents as "backingCents"`

export async function findLots(
  tx: Db,
  { walletId, commodity }: { walletId: string; commodity: Commodity },
): Promise<Lot[]> {
  const { rows } = await sql<Lot>`
    select ${lotColumns} from lot
    where wallet_id = ${walletId} and remaining > 0 and bucket = any(${bucketsOf(commodity)}::text[])`.execute(tx)
  return rows
}

/** Instants are text. */
export type LotsJson = readonly (Omit<Lot, 'expiresAt'> & { expiresAt: string })[]

export const lotsColumn = (accountId: string, commodity: Commodity): RawBuilder<LotsJson> => sql<LotsJson>`(
  select coalesce(jsonb_agg(jsonb_build_object('lotId', l.lot_id, 'walletId', l.wallet_id, 'bucket', l.bucket,
    'granted', l.granted, 'remaining', l.remaining, 'expiresAt', l.expires_at, 'backingCents', l.backing_cents)), '[]')
  from wallet w join lot l on l.wallet_id = w.wallet_id
  where w.account_id = ${accountId} and l.remaining > 0 and l.bucket = any(${bucketsOf(commodity)}::text[]))`

export const lotsOf = (json: LotsJson): Lot[] =>
  json.map((lot) => ({ ...lot, expiresAt: Temporal.Instant.from(lot.expiresAt) }))

export async function findLot(tx: Db, lotId: number): Promise<Lot | undefined> {
  const { rows } = await sql<Lot>`select ${lotColumns} from lot where lot_id = ${lotId}`.execute(tx)
  return rows[0]
}

export type Moved = { lot: Lot; amount: number; account: string }

export async function findMoved(tx: Db, transferId: number): Promise<Moved[]> {
  const { rows } = await sql<Lot & { amount: number; account: string }>`
    select l.lot_id as "lotId", l.wallet_id as "walletId", l.bucket, l.granted, l.remaining, l.expires_at as "expiresAt",
      l.backing_cents as "backingCents", p.amount,
      (select o.ledger_account from posting o where o.transfer_id = p.transfer_id and o.wallet_id is null
        and o.commodity = p.commodity limit 1) as account
    from posting p join lot l on l.lot_id = p.lot_id
    where p.transfer_id = ${transferId} order by p.posting_id`.execute(tx)
  return rows.map(({ amount, account, ...lot }) => ({ lot, amount, account }))
}

export type EndedTransfer = { transferId: number; kind: string; walletId: string | null }

export async function findEndable(tx: Db, transferId: number): Promise<EndedTransfer | undefined> {
  const { rows } = await sql<EndedTransfer>`
    select transfer_id as "transferId", kind,
      (select p.wallet_id from posting p where p.transfer_id = t.transfer_id and p.wallet_id is not null limit 1)
        as "walletId"
    from transfer t where transfer_id = ${transferId}`.execute(tx)
  return rows[0]
}

export async function findEnd(tx: Db, transferId: number): Promise<EndedTransfer | undefined> {
  const { rows } = await sql<EndedTransfer>`
    select transfer_id as "transferId", kind, null::text as "walletId"
    from transfer where refers_to = ${transferId}`.execute(tx)
  return rows[0]
}

export async function findHeldCents(tx: Db, transferId: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(-sum(amount), 0)::bigint as cents from posting
    where transfer_id = ${transferId} and ledger_account = 'refund_hold' and commodity = 'HKD_CENT'`.execute(tx)
  return rows[0]!.cents
}

export type NewLot = Pick<Lot, 'walletId' | 'bucket' | 'granted' | 'expiresAt' | 'backingCents'> & {
  at: Temporal.Instant
}

export async function insertLot(tx: Db, lot: NewLot): Promise<number> {
  const { lot_id } = await tx
    .insertInto('lot')
    .values({
      wallet_id: lot.walletId,
      bucket: lot.bucket,
      granted: lot.granted,
      remaining: lot.granted,
      expires_at: lot.expiresAt,
      backing_cents: lot.backingCents,
      granted_at: lot.at,
    })
    .returning('lot_id')
    .executeTakeFirstOrThrow()
  return lot_id
}

export type NewTransfer = Booking & {
  kind: string
  payloadHash: Buffer
  refersTo?: number | undefined
  walletId?: string | undefined
  /** Each lot once; `isNew` is one that was inserted full. */
  lots: readonly (LotAmount & { isNew?: boolean })[]
  entries: readonly { account: string; commodity: Commodity; amount: number }[]
}

/**
 * Books a transfer in one statement: the transfer, its postings with their running balances, and the remainders of the lots. The wallet
 * is locked, so that nobody else continues its numbers.
 * @returns its id
 * @throws CONFLICT when another wallet has used the idempotency key
 */
export async function insertTransfer(tx: Db, transfer: NewTransfer): Promise<number> {
  const { idempotencyKey, actor, reason = '', subject, at, kind, payloadHash, refersTo, walletId } = transfer
  const moved = runningTotals(byBucket(transfer.lots))
  assertBounded([...moved, ...transfer.entries].map(({ amount }) => amount))
  if (walletId && moved.some(({ amount }) => amount > 0)) await assertBalances(tx, { walletId, moved })
  const { entries } = transfer
  const { rows } = await sql<{ transfer_id: number }>`
    with booked as (
      insert into transfer (kind, idempotency_key, payload_hash, refers_to, subject, at, actor, reason)
      values (${kind}, ${idempotencyKey}, ${payloadHash}, ${refersTo ?? null}, ${subject ?? null}, ${at}, ${actor},
        ${reason})
      returning transfer_id),
    moved as (
      select * from unnest(${moved.map(({ lotId }) => lotId)}::bigint[], ${moved.map(({ bucket }) => bucket)}::text[],
          ${moved.map(({ bucket }) => COMMODITY_OF[bucket])}::text[], ${moved.map(({ amount }) => amount)}::bigint[],
          ${moved.map(({ nth }) => nth)}::bigint[], ${moved.map(({ total }) => total)}::bigint[],
          ${moved.map(({ isNew }) => isNew ?? false)}::boolean[])
        with ordinality as m (lot_id, bucket, commodity, amount, nth, total, is_new, n)),
    projected as (
      update lot set remaining = lot.remaining + m.amount from moved m where lot.lot_id = m.lot_id and not m.is_new)
    insert into posting
      (transfer_id, ledger_account, wallet_id, lot_id, bucket, commodity, amount, seq, balance_after, statement_kind,
        at)
    select (select transfer_id from booked), x.account, x.wallet_id, x.lot_id, x.bucket, x.commodity, x.amount, x.seq, x.balance,
      case when x.wallet_id is null then '' else ${statementKindOf(kind)} end,
      case when x.wallet_id is not null then ${at}::timestamptz end
    from (
      select m.n, 'wallet' as account, ${walletId ?? null}::text as wallet_id, m.lot_id, m.bucket, m.commodity, m.amount,
        coalesce(l.seq, 0) + m.nth as seq, coalesce(l.balance_after, 0) + m.total as balance
      from moved m left join lateral (
        select seq, balance_after from posting
        where wallet_id = ${walletId ?? null} and commodity = m.commodity and bucket = m.bucket
        order by seq desc limit 1) l on true
      union all
      select ${moved.length}::bigint + n, account, null, null, null, commodity, amount, null, null
      from unnest(${entries.map(({ account }) => account)}::text[], ${entries.map(({ commodity }) => commodity)}::text[],
        ${entries.map(({ amount }) => amount)}::bigint[]) with ordinality as e (account, commodity, amount, n)
      order by 1) x
    returning transfer_id`
    .execute(tx)
    .catch(refuseUsedKey)
  return rows[0]!.transfer_id
}

const UNIQUE_VIOLATION = '23505'

function refuseUsedKey(error: Error & { code?: string; constraint?: string }): never {
  if (error.code === UNIQUE_VIOLATION && error.constraint === 'transfer_idempotency_key_key')
    throw new AppError('CONFLICT')
  throw error
}

/** @throws AppError when a bucket would hold too much. The wallet is locked. */
async function assertBalances(
  tx: Db,
  { walletId, moved }: { walletId: string; moved: readonly { bucket: Bucket; total: number }[] },
): Promise<void> {
  const buckets = [...new Set(moved.map(({ bucket }) => bucket))]
  const { rows } = await sql<{ bucket: Bucket; balance: number }>`
    select m.bucket, l.balance_after as balance
    from unnest(${buckets}::text[], ${buckets.map((bucket) => COMMODITY_OF[bucket])}::text[]) as m (bucket, commodity)
    cross join lateral (
      select balance_after from posting
      where wallet_id = ${walletId} and commodity = m.commodity and bucket = m.bucket
      order by seq desc limit 1) l`.execute(tx)
  const balances = new Map(rows.map(({ bucket, balance }) => [bucket, balance]))
  assertBounded(moved.map(({ bucket, total }) => (balances.get(bucket) ?? 0) + total))
}

function runningTotals<L extends LotAmount>(lots: readonly L[]): (L & { nth: number; total: number })[] {
  const last: Partial<Record<Bucket, { nth: number; total: number }>> = {}
  return lots.map((lot) => {
    const { nth, total } = last[lot.bucket] ?? { nth: 0, total: 0 }
    const next = { nth: nth + 1, total: total + lot.amount }
    last[lot.bucket] = next
    return { ...lot, ...next }
  })
}

export async function unlinkWallet(tx: Db, accountId: string): Promise<void> {
  await tx.updateTable('wallet').set({ account_id: null }).where('account_id', '=', accountId).execute()
}
