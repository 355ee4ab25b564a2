import { AppError } from '#contract/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import { compileOnce } from '#server/kit/compiled-statement.ts'
import { newId } from '#server/kit/ids.ts'
import { type Db } from '#server/kit/db.ts'
import { type Booking, type Bucket, type Commodity, type Lot, type LotAmount, COMMODITY_OF } from './ledger-model.ts'
import { assertBounded, byBucket, statementKindOf } from './ledger.rules.ts'
import type { CreditBucket } from '#contract/wallet.ts'

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

export const bucketsOf = (commodity: Commodity): string[] =>
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

/** The lots of a wallet in some of its buckets. */
export const lotsColumn = (
  accountId: RawBuilder<string>,
  buckets: RawBuilder<string[]>,
): RawBuilder<LotsJson> => sql<LotsJson>`(
  select coalesce(jsonb_agg(jsonb_build_object('lotId', l.lot_id, 'walletId', l.wallet_id, 'bucket', l.bucket,
    'granted', l.granted, 'remaining', l.remaining, 'expiresAt', l.expires_at, 'backingCents', l.backing_cents)), '[]')
  from wallet w join lot l on l.wallet_id = w.wallet_id
  where w.account_id = ${accountId} and l.remaining > 0 and l.bucket = any(${buckets}::text[]))`

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
 * is locked, so that no other transaction continues its numbers.
 * @returns its id
 * @throws CONFLICT when another wallet has used the idempotency key
 */
export async function insertTransfer(tx: Db, transfer: NewTransfer): Promise<number> {
  const { reason = '', subject = null, refersTo = null, walletId = null, entries, lots, ...booking } = transfer
  const moved = runningTotals(byBucket(lots))
  assertBounded([...moved, ...entries].map(({ amount }) => amount))
  if (walletId && moved.some(({ amount }) => amount > 0)) await assertBalances(tx, { walletId, moved })
  const rows = await bookTransfer(tx, {
    ...booking,
    reason,
    subject,
    refersTo,
    walletId,
    statementKind: statementKindOf(booking.kind),
    lotIds: moved.map(({ lotId }) => lotId),
    buckets: moved.map(({ bucket }) => bucket),
    commodities: moved.map(({ bucket }) => COMMODITY_OF[bucket]),
    amounts: moved.map(({ amount }) => amount),
    numbers: moved.map(({ nth }) => nth),
    totals: moved.map(({ total }) => total),
    areNew: moved.map(({ isNew }) => isNew ?? false),
    accounts: entries.map(({ account }) => account),
    entryCommodities: entries.map(({ commodity }) => commodity),
    entryAmounts: entries.map(({ amount }) => amount),
  }).catch(refuseUsedKey)
  return rows[0]!.transfer_id
}

type TransferValues = Pick<NewTransfer, 'kind' | 'idempotencyKey' | 'payloadHash' | 'at' | 'actor'> & {
  reason: string
  subject: string | null
  refersTo: number | null
  walletId: string | null
  statementKind: string
  lotIds: number[]
  buckets: Bucket[]
  commodities: Commodity[]
  amounts: number[]
  /** Of a lot among those of its bucket, from 1, and the amount up to it. */
  numbers: number[]
  totals: number[]
  areNew: boolean[]
  accounts: string[]
  entryCommodities: Commodity[]
  entryAmounts: number[]
}

const bookTransfer = compileOnce<TransferValues, { transfer_id: number }>(
  (value) => sql`
    with booked as (
      insert into transfer (kind, idempotency_key, payload_hash, refers_to, subject, at, actor, reason)
      values (${value.kind}, ${value.idempotencyKey}, ${value.payloadHash}, ${value.refersTo}, ${value.subject},
        ${value.at}, ${value.actor}, ${value.reason})
      returning transfer_id),
    moved as (
      select * from unnest(${value.lotIds}::bigint[], ${value.buckets}::text[], ${value.commodities}::text[],
          ${value.amounts}::bigint[], ${value.numbers}::bigint[], ${value.totals}::bigint[], ${value.areNew}::boolean[])
        with ordinality as m (lot_id, bucket, commodity, amount, nth, total, is_new, n)),
    projected as (
      update lot set remaining = lot.remaining + m.amount from moved m where lot.lot_id = m.lot_id and not m.is_new)
    insert into posting
      (transfer_id, ledger_account, wallet_id, lot_id, bucket, commodity, amount, seq, balance_after, statement_kind,
        at)
    select (select transfer_id from booked), x.account, x.wallet_id, x.lot_id, x.bucket, x.commodity, x.amount, x.seq, x.balance,
      case when x.wallet_id is null then '' else ${value.statementKind} end,
      case when x.wallet_id is not null then ${value.at}::timestamptz end
    from (
      select m.n, 'wallet' as account, ${value.walletId}::text as wallet_id, m.lot_id, m.bucket, m.commodity, m.amount,
        coalesce(l.seq, 0) + m.nth as seq, coalesce(l.balance_after, 0) + m.total as balance
      from moved m left join lateral (
        select seq, balance_after from posting
        where wallet_id = ${value.walletId} and commodity = m.commodity and bucket = m.bucket
        order by seq desc limit 1) l on true
      union all
      select cardinality(${value.lotIds}::bigint[]) + n, account, null, null, null, commodity, amount, null, null
      from unnest(${value.accounts}::text[], ${value.entryCommodities}::text[], ${value.entryAmounts}::bigint[])
        with ordinality as e (account, commodity, amount, n)
      order by 1) x
    returning transfer_id`,
)

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

type Instant = Temporal.Instant

export async function findDueWallets(db: Db, { now, limit }: { now: Instant; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ wallet_id: string }>`
    select distinct wallet_id from (
      select wallet_id from lot where remaining > 0 and expires_at <= ${now} order by expires_at limit ${limit}) due
    order by wallet_id`.execute(db)
  return rows.map(({ wallet_id }) => wallet_id)
}

export async function findDueLots(tx: Db, { walletId, now }: { walletId: string; now: Instant }): Promise<Lot[]> {
  const { rows } = await sql<Lot>`
    select ${lotColumns} from lot
    where wallet_id = ${walletId} and remaining > 0 and expires_at <= ${now} order by lot_id`.execute(tx)
  return rows
}

/** Credits that lapse after `now` and not after `until`. */
type Span = { now: Instant; until: Instant }

const isUntold = ({ now, until }: Span) =>
  sql`remaining > 0 and lapse_told_at is null and expires_at > ${now} and expires_at <= ${until}
    and bucket in ('monthly', 'recharged')`

export async function findUntoldWallets(
  db: Db,
  { except, limit, ...span }: Span & { except: readonly string[]; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ walletId: string }>`
    select distinct l.wallet_id as "walletId" from lot l join wallet w using (wallet_id)
    where ${isUntold(span)} and w.account_id is not null and l.wallet_id <> all(${[...except]}::text[])
    order by 1 limit ${limit}`.execute(db)
  return rows.map(({ walletId }) => walletId)
}

type Lapsing = { accountId: string | null; credits: number; expiresAt: Instant; bucket: CreditBucket }

/** They count as told from now on. */
export async function tellLapsing(tx: Db, { walletId, ...span }: Span & { walletId: string }): Promise<Lapsing[]> {
  const { rows } = await sql<Lapsing>`
    with told as (
      update lot set lapse_told_at = ${span.now} where wallet_id = ${walletId} and ${isUntold(span)}
      returning remaining, expires_at, bucket)
    select (select account_id from wallet where wallet_id = ${walletId}) as "accountId", sum(remaining)::int as credits,
      expires_at as "expiresAt", bucket
    from told group by expires_at, bucket order by expires_at, bucket`.execute(tx)
  return rows
}
