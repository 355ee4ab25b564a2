import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BatchState } from '#contract/code-batches.ts'
import type { CodeKind } from '#contract/codes.ts'
import type { Database, Db, Tx } from '#server/kit/db.ts'
import { type KeysetList, type KeysetPage, readAll, readPage } from '#server/kit/keyset.ts'
import { type BatchColumns, batchOf, grantedOf } from './codes.repo.ts'
import type { Batch, CodeReward, GivenReward } from './codes-model.ts'

type Instant = Temporal.Instant

export interface OperatorBatch extends Batch {
  readonly madeAt: Instant
  readonly madeBy: string
  readonly operatorId: string | null
  readonly approvedBy: string | null
  readonly worthCents: number | null
  /** How many codes it is to have, and has. */
  readonly wanted: number
  readonly made: number
  readonly readyAt: Instant | null
  readonly fetchedAt: Instant | null
  readonly fetchKey: string | null
  /** Its codes are kept, sealed. */
  readonly hasFile: boolean
  readonly uses: number
  readonly voidedCodes: number
}

type BatchRow = BatchColumns & { codes: number; has_file: boolean; uses: number; voided_codes: number }

const COLUMNS = sql`b.*,
  coalesce(b.wanted, (select count(*) from code c where c.batch_id = b.batch_id)) as codes,
  exists (select from code_file_part f where f.batch_id = b.batch_id) as has_file,
  (select count(*) from code_use u where u.of_batch = b.batch_id) as uses,
  (select count(*) from code c where c.batch_id = b.batch_id and c.voided_at is not null) as voided_codes`

const fromRow = (row: BatchRow): OperatorBatch => ({
  ...batchOf(row),
  madeAt: row.made_at,
  madeBy: row.made_by,
  operatorId: row.operator_id,
  approvedBy: row.approved_by,
  worthCents: row.worth_cents,
  wanted: row.codes,
  made: row.wanted === null ? row.codes : row.made,
  readyAt: row.ready_at,
  fetchedAt: row.fetched_at,
  fetchKey: row.fetch_key,
  hasFile: row.has_file,
  uses: row.uses,
  voidedCodes: row.voided_codes,
})

export interface BatchQuery {
  readonly filter: {
    /** A part of its name, or its id. */
    readonly text?: string | undefined
    readonly kind?: CodeKind | undefined
    readonly state?: BatchState | undefined
    readonly partner?: string | undefined
  }
  readonly sort: '-madeAt' | 'madeAt'
  readonly now: Instant
}

const STATES: Readonly<Record<BatchState, (now: Instant) => RawBuilder<unknown>>> = {
  voided: () => sql`b.voided_at is not null`,
  making: () => sql`b.voided_at is null and b.made < b.wanted`,
  planned: (now) => sql`b.voided_at is null and b.made >= coalesce(b.wanted, 0) and b.starts_at > ${now}`,
  open: (now) => sql`b.voided_at is null and b.made >= coalesce(b.wanted, 0) and b.starts_at <= ${now}
    and (b.expires_at is null or b.expires_at > ${now})`,
  expired: (now) => sql`b.voided_at is null and b.expires_at <= ${now}`,
}

const likely = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

export async function findOperatorBatches(
  db: Kysely<Database>,
  { filter, sort, now, ...page }: BatchQuery & { after?: string | undefined; limit: number },
): Promise<KeysetPage<OperatorBatch>> {
  const { text, kind, state, partner } = filter
  const found = await readPage<BatchRow>(
    db,
    {
      columns: COLUMNS,
      from: sql`code_batch b`,
      where: [
        sql`b.kind <> 'giftcard'`,
        ...(text ? [sql`(b.name ilike ${likely(text)} or b.batch_id = ${text})`] : []),
        ...(kind === undefined ? [] : [sql`b.kind = ${kind}`]),
        ...(state === undefined ? [] : [STATES[state](now)]),
        ...(partner === undefined ? [] : [sql`b.partner = ${partner}`]),
      ],
      sort: { by: sql`b.made_at`, type: 'timestamptz', descending: sort.startsWith('-') },
      id: { by: sql`b.batch_id`, type: 'text' },
    },
    page,
  )
  return { ...found, list: found.list.map(fromRow) }
}

export async function findOperatorBatch(db: Db, batchId: string): Promise<OperatorBatch | undefined> {
  const { rows } = await sql<BatchRow>`
    select ${COLUMNS} from code_batch b where b.batch_id = ${batchId} and b.kind <> 'giftcard'`.execute(db)
  return rows[0] && fromRow(rows[0])
}

export async function lockBatch(tx: Tx, batchId: string): Promise<OperatorBatch | undefined> {
  await sql`select from code_batch where batch_id = ${batchId} for update`.execute(tx)
  return findOperatorBatch(tx, batchId)
}

/** Serializes what operators make alone, until the transaction ends. */
export async function lockOperatorBatches(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('codes of operators', 0))`.execute(tx)
}

/** Codes and cents that an operator made without a second person. */
export async function sumUnapproved(
  db: Db,
  { operatorId, since }: { operatorId: string; since: Instant },
): Promise<{ codes: number; cents: number }> {
  const { rows } = await sql<{ codes: number; cents: number }>`
    select coalesce(sum(wanted), 0)::int8 as codes, coalesce(sum(worth_cents), 0)::int8 as cents
    from code_batch where operator_id = ${operatorId} and made_at > ${since} and approved_by is null`.execute(db)
  return rows[0]!
}

export const BATCHES_CHANNEL = 'code_batches'

export const wakeMakers = (tx: Tx) => sql`select pg_notify(${BATCHES_CHANNEL}, '')`.execute(tx)

export interface UnmadeBatch {
  readonly batchId: string
  readonly wanted: number
  readonly made: number
  readonly usesPerCode: number
}

/** The oldest one that no other worker is at. */
export async function lockUnmade(tx: Tx): Promise<UnmadeBatch | undefined> {
  const { rows } = await sql<UnmadeBatch>`
    select batch_id as "batchId", wanted, made, uses_per_code as "usesPerCode" from code_batch
    where made < wanted and voided_at is null order by made_at limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

type Progress = { batchId: string; made: number; readyAt: Instant | null; part: number; sealed: Buffer }

export async function addPart(tx: Tx, { batchId, made, readyAt, part, sealed }: Progress): Promise<void> {
  await sql`insert into code_file_part (batch_id, part, sealed) values (${batchId}, ${part}, ${sealed})`.execute(tx)
  await sql`
    update code_batch set made = ${made}, ready_at = ${readyAt} where batch_id = ${batchId}`.execute(tx)
}

export async function findParts(tx: Tx, batchId: string): Promise<{ part: number; sealed: Buffer }[]> {
  const { rows } = await sql<{ part: number; sealed: Buffer }>`
    select part, sealed from code_file_part where batch_id = ${batchId} order by part`.execute(tx)
  return rows
}

export async function recordFetch(
  tx: Tx,
  { batchId, key, at }: { batchId: string; key: string; at: Instant },
): Promise<void> {
  await sql`update code_batch set fetched_at = ${at}, fetch_key = ${key} where batch_id = ${batchId}`.execute(tx)
}

/** Of voided batches at once; of others once they were fetched, or were not in time. */
export async function deleteParts(
  db: Db,
  { fetchedBefore, readyBefore }: { fetchedBefore: Instant; readyBefore: Instant },
): Promise<void> {
  await sql`
    delete from code_file_part f using code_batch b where b.batch_id = f.batch_id
      and (b.voided_at is not null or b.fetched_at <= ${fetchedBefore} or b.ready_at <= ${readyBefore})`.execute(db)
}

/** Batches of an operator that were not fetched. @returns their ids */
export async function voidUnfetched(
  tx: Tx,
  { operatorId, readyAfter, at }: { operatorId: string; readyAfter: Instant; at: Instant },
): Promise<string[]> {
  const { rows } = await sql<{ batchId: string }>`
    update code_batch set voided_at = ${at}
    where operator_id = ${operatorId} and fetched_at is null and voided_at is null
      and (ready_at is null or ready_at > ${readyAfter})
    returning batch_id as "batchId"`.execute(tx)
  return rows.map(({ batchId }) => batchId)
}

export interface CodeUse {
  readonly useId: string
  readonly codeId: number
  /** Null once the account is erased. */
  readonly accountId: string | null
  readonly usedAt: Instant
  readonly granted: readonly GivenReward[]
}

export interface UseQuery {
  readonly filter: { readonly batchId: string; readonly codeId?: number | undefined }
  readonly sort: '-usedAt' | 'usedAt'
}

type UseRow = Omit<CodeUse, 'granted'> & { granted: string }

const usesOf = ({ filter: { batchId, codeId }, sort }: UseQuery): KeysetList => ({
  columns: sql`u.use_id as "useId", u.code_id as "codeId", u.account_id as "accountId", u.used_at as "usedAt", u.granted`,
  from: sql`code_use u`,
  where: [sql`u.of_batch = ${batchId}`, ...(codeId === undefined ? [] : [sql`u.code_id = ${codeId}`])],
  sort: { by: sql`u.used_at`, type: 'timestamptz', descending: sort.startsWith('-') },
  id: { by: sql`u.use_id`, type: 'text' },
})

const useOf = ({ granted, ...use }: UseRow): CodeUse => ({ ...use, granted: grantedOf(granted) })

export async function findCodeUses(
  db: Db,
  { after, limit, ...query }: UseQuery & { after?: string | undefined; limit: number },
): Promise<KeysetPage<CodeUse>> {
  const page = await readPage<UseRow>(db, usesOf(query), { after, limit })
  return { ...page, list: page.list.map(useOf) }
}

export async function* readCodeUses(tx: Tx, query: UseQuery): AsyncGenerator<CodeUse[]> {
  for await (const part of readAll<UseRow>(tx, usesOf(query))) yield part.map(useOf)
}

export interface ListedCard {
  readonly orderId: string
  readonly orderNumber: string
  readonly paidCents: number
  readonly boughtAt: Instant
  readonly expiresAt: Instant
  readonly usesLeft: number
  readonly voidedAt: Instant | null
  readonly refundId: string | null
  readonly resends: number
  readonly usedAt: Instant | null
  readonly grants: readonly CodeReward[]
}

export interface CardQuery {
  readonly filter: { readonly text?: string | undefined; readonly state?: CardState | undefined }
  readonly sort: '-boughtAt' | 'boughtAt'
  readonly now: Instant
}

type CardState = 'unused' | 'redeemed' | 'voided' | 'expired'

/** As `stateOf` has it. */
const CARD_STATES: Readonly<Record<CardState, (now: Instant) => RawBuilder<unknown>>> = {
  redeemed: () => sql`c.uses_left = 0`,
  voided: () => sql`c.uses_left > 0 and c.voided_at is not null`,
  expired: (now) => sql`c.uses_left > 0 and c.voided_at is null and c.expires_at <= ${now}`,
  unused: (now) => sql`c.uses_left > 0 and c.voided_at is null and c.expires_at > ${now}`,
}

/** Each of these has an index. */
const cardNamed = (text: string) => sql`g.order_id in (
  select order_id from payment_order where order_number = ${text}
  union all select order_id from payment_order where order_id = ${text})`

/** Gift cards, without their codes. */
export const findListedCards = (
  db: Kysely<Database>,
  { filter: { text, state }, sort, now, ...page }: CardQuery & { after?: string | undefined; limit: number },
): Promise<KeysetPage<ListedCard>> =>
  readPage<ListedCard>(
    db,
    {
      columns: sql`g.order_id as "orderId", o.order_number as "orderNumber", g.paid_cents as "paidCents",
        g.bought_at as "boughtAt", c.expires_at as "expiresAt", c.uses_left as "usesLeft", c.voided_at as "voidedAt",
        g.refund_id as "refundId", g.resends, b.grants,
        (select min(u.used_at) from code_use u where u.code_id = c.code_id) as "usedAt"`,
      from: sql`gift_card g join payment_order o using (order_id) join code c using (code_id)
        join code_batch b on b.batch_id = c.batch_id`,
      where: [
        sql`g.code_id is not null`,
        ...(text ? [cardNamed(text)] : []),
        ...(state === undefined ? [] : [CARD_STATES[state](now)]),
      ],
      sort: { by: sql`g.bought_at`, type: 'timestamptz', descending: sort.startsWith('-') },
      id: { by: sql`g.order_id`, type: 'text' },
    },
    page,
  )
