import { type Generated, type Kysely, type Selectable, sql } from 'kysely'
import type { CodeKind } from '#contract/codes.ts'
import { type Database, type Db, lockByName } from '#server/kit/db.ts'
import type { Batch, BatchRow, Code, CodeReward, NewBatch, GivenReward } from './codes-model.ts'

type Instant = Temporal.Instant

interface BatchTable {
  batch_id: string
  kind: CodeKind
  name: string
  grants: string
  uses_per_code: number
  new_users_only: boolean
  partner: string | null
  starts_at: Instant
  expires_at: Instant | null
  voided_at: Instant | null
  made_at: Instant
  made_by: string
  wanted: number | null
  made: Generated<number>
  ready_at: Instant | null
  operator_id: string | null
  approved_by: string | null
  worth_cents: number | null
  fetched_at: Instant | null
  fetch_key: string | null
}

declare module '#server/kit/db.ts' {
  interface Database {
    code_batch: BatchTable
    code: {
      code_id: number
      batch_id: string
      hash: Buffer
      uses_left: number
      expires_at: Instant | null
      voided_at: Instant | null
    }
    code_use: {
      use_id: string
      code_id: number
      account_id: string | null
      number_hash: Buffer | null
      used_at: Instant
      granted: string
      /** Its batch; filled by a trigger. */
      of_batch: Generated<string>
    }
  }
}

/** `made` of the `wanted` codes are there at once; undefined for gift cards, each of which makes its own. */
type BatchDraft = NewBatch & { batchId: string; startsAt: Instant; madeAt: Instant; madeBy: string } & {
  wanted?: number
  made?: number
  order?: { operatorId: string; approvedBy: string | undefined; worthCents: number }
}

/** One that is there stays as it is. */
export async function insertBatch(tx: Db, batch: BatchDraft): Promise<void> {
  await tx
    .insertInto('code_batch')
    .values({
      batch_id: batch.batchId,
      kind: batch.kind,
      name: batch.name,
      grants: JSON.stringify(batch.grants),
      uses_per_code: batch.usesPerCode,
      new_users_only: batch.newUsersOnly,
      partner: batch.partner,
      starts_at: batch.startsAt,
      expires_at: batch.expiresAt,
      voided_at: null,
      made_at: batch.madeAt,
      made_by: batch.madeBy,
      wanted: batch.wanted ?? null,
      made: batch.made ?? 0,
      ready_at: batch.wanted !== undefined && batch.wanted === batch.made ? batch.madeAt : null,
      operator_id: batch.order?.operatorId ?? null,
      approved_by: batch.order?.approvedBy ?? null,
      worth_cents: batch.order?.worthCents ?? null,
      fetched_at: null,
      fetch_key: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type NewCodes = { batchId: string; hashes: readonly Buffer[]; uses: number; expiresAt?: Instant | undefined }

/** @returns their ids; fewer than given when one of them exists already */
export async function insertCodes(tx: Db, { batchId, hashes, uses, expiresAt }: NewCodes): Promise<number[]> {
  const { rows } = await sql<{ code_id: number }>`
    insert into code (batch_id, hash, uses_left, expires_at)
    select ${batchId}, decode(hash, 'hex'), ${uses}::int, ${expiresAt?.toString() ?? null}::timestamptz
    from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) as given (hash)
    on conflict (hash) do nothing returning code_id`.execute(tx)
  return rows.map(({ code_id }) => code_id)
}

/** A row of `code_batch`. */
export type BatchColumns = Selectable<BatchTable>

type CodeRow = BatchColumns & {
  code_id: number
  uses_left: number
  code_expires_at: Instant | null
  code_voided_at: Instant | null
}

const codes = (db: Db) =>
  db
    .selectFrom('code')
    .innerJoin('code_batch', 'code_batch.batch_id', 'code.batch_id')
    .selectAll('code_batch')
    .select(['code_id', 'uses_left', 'code.expires_at as code_expires_at', 'code.voided_at as code_voided_at'])

export async function findCode(db: Db, hash: Buffer): Promise<Code | undefined> {
  const row = await codes(db).where('code.hash', '=', hash).executeTakeFirst()
  return row && codeOf(row)
}

export async function lockCode(tx: Db, key: { hash: Buffer } | { codeId: number }): Promise<Code | undefined> {
  const locked = await (
    'hash' in key
      ? tx.selectFrom('code').select('code_id').where('hash', '=', key.hash)
      : tx.selectFrom('code').select('code_id').where('code_id', '=', key.codeId)
  )
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!locked) return undefined
  // Read after the lock was had. The batch is share-locked, so that voiding it waits for who redeems.
  const row = await codes(tx)
    .where('code.code_id', '=', locked.code_id)
    .forShare('code_batch')
    .executeTakeFirstOrThrow()
  return codeOf(row)
}

/** Serializes what one account redeems. Taken before the lock of a code. */
export async function lockRedeemer(tx: Db, accountId: string): Promise<void> {
  await lockByName(tx, `codes ${accountId}`)
}

export async function takeUse(tx: Db, codeId: number): Promise<void> {
  await sql`update code set uses_left = uses_left - 1 where code_id = ${codeId}`.execute(tx)
}

export async function voidCode(tx: Db, { codeId, at }: { codeId: number; at: Instant | null }): Promise<void> {
  await tx.updateTable('code').set({ voided_at: at }).where('code_id', '=', codeId).execute()
}

export async function voidBatch(tx: Db, { batchId, at }: { batchId: string; at: Instant }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('code_batch')
    .set({ voided_at: at })
    .where('batch_id', '=', batchId)
    .where('kind', '<>', 'giftcard')
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findBatches(db: Kysely<Database>): Promise<BatchRow[]> {
  const rows = await db
    .selectFrom('code_batch as b')
    .selectAll('b')
    .select((query) => [
      query
        .selectFrom('code as c')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('c.batch_id', '=', 'b.batch_id')
        .as('codes'),
      query
        .selectFrom('code as c')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('c.batch_id', '=', 'b.batch_id')
        .where('c.voided_at', 'is not', null)
        .as('voided_codes'),
      query
        .selectFrom('code as c')
        .innerJoin('code_use as u', 'u.code_id', 'c.code_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('c.batch_id', '=', 'b.batch_id')
        .as('uses'),
    ])
    .orderBy('b.made_at', 'desc')
    .orderBy('b.batch_id')
    .execute()
  return rows.map((row) => ({
    ...batchOf(row),
    madeAt: row.made_at,
    madeBy: row.made_by,
    codes: row.codes ?? 0,
    uses: row.uses ?? 0,
    voidedCodes: row.voided_codes ?? 0,
  }))
}

function codeOf(row: CodeRow): Code {
  return {
    codeId: row.code_id,
    usesLeft: row.uses_left,
    expiresAt: row.code_expires_at ?? row.expires_at,
    voidedAt: row.code_voided_at,
    batch: batchOf(row),
  }
}

export const batchOf = (row: BatchColumns): Batch => ({
  batchId: row.batch_id,
  kind: row.kind,
  name: row.name,
  grants: row.grants as unknown as CodeReward[],
  usesPerCode: row.uses_per_code,
  newUsersOnly: row.new_users_only,
  partner: row.partner,
  startsAt: row.starts_at,
  expiresAt: row.expires_at,
  voidedAt: row.voided_at,
})

export type NewUse = {
  useId: string
  codeId: number
  accountId: string
  numberHash: Buffer
  at: Instant
  granted: readonly GivenReward[]
}

export async function insertUse(tx: Db, { useId, codeId, accountId, numberHash, at, granted }: NewUse): Promise<void> {
  await tx
    .insertInto('code_use')
    .values({
      use_id: useId,
      code_id: codeId,
      account_id: accountId,
      number_hash: numberHash,
      used_at: at,
      granted: JSON.stringify(granted),
    })
    .execute()
}

export async function findUse(
  db: Db,
  { codeId, accountId }: { codeId: number; accountId: string },
): Promise<{ usedAt: Instant; granted: GivenReward[] } | undefined> {
  const row = await db
    .selectFrom('code_use')
    .select(['used_at as usedAt', 'granted'])
    .where('code_id', '=', codeId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && { usedAt: row.usedAt, granted: grantedOf(row.granted) }
}

export async function findGranted(db: Db, codeId: number): Promise<GivenReward[]> {
  const rows = await db.selectFrom('code_use').select('granted').where('code_id', '=', codeId).execute()
  return rows.flatMap(({ granted }) => grantedOf(granted))
}

export async function hasUses(
  db: Db,
  { accountId, numberHash }: { accountId?: string; numberHash: Buffer },
): Promise<boolean> {
  const row = await db
    .selectFrom('code_use')
    .select('use_id')
    .where((where) =>
      where.or([
        where('number_hash', '=', numberHash),
        ...(accountId === undefined ? [] : [where('account_id', '=', accountId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function isUsedBy(
  db: Db,
  { codeId, numberHash }: { codeId: number; numberHash: Buffer },
): Promise<boolean> {
  const row = await db
    .selectFrom('code_use')
    .select('use_id')
    .where('number_hash', '=', numberHash)
    .where('code_id', '=', codeId)
    .executeTakeFirst()
  return row !== undefined
}

export type UseRow = { usedAt: Instant; kind: CodeKind; granted: GivenReward[] }

export async function findUses(db: Db, accountId: string): Promise<UseRow[]> {
  const rows = await db
    .selectFrom('code_use')
    .innerJoin('code', 'code.code_id', 'code_use.code_id')
    .innerJoin('code_batch', 'code_batch.batch_id', 'code.batch_id')
    .select(['used_at as usedAt', 'kind', 'granted'])
    .where('account_id', '=', accountId)
    .orderBy('used_at', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, granted: grantedOf(row.granted) }))
}

/** The records of what was given stay; nothing in them names the person. */
export async function unlinkUses(tx: Db, accountId: string): Promise<void> {
  await tx.updateTable('code_use').set({ account_id: null }).where('account_id', '=', accountId).execute()
}

export const grantedOf = (stored: string): GivenReward[] =>
  (stored as unknown as (Omit<GivenReward, 'expiresAt'> & { expiresAt: string })[]).map((granted) => ({
    ...granted,
    expiresAt: Temporal.Instant.from(granted.expiresAt),
  }))

export interface InvoiceRow {
  readonly partner: string
  readonly kind: GivenReward['kind']
  readonly codes: number
  readonly amount: number
}

/** By partner and kind. Uses outlive the accounts that made them, so that an erasure changes no invoice. */
export async function findInvoiceRows(
  db: Db,
  { from, until }: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select b.partner, given.value ->> 'kind' as kind, count(*)::int as codes,
      sum((given.value ->> 'amount')::int8)::int8 as amount
    from code_use u join code c using (code_id) join code_batch b using (batch_id)
      cross join lateral jsonb_array_elements(u.granted) as given
    where b.partner is not null and u.used_at >= ${from} and u.used_at < ${until}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
