import { type Kysely, type Selectable, sql } from 'kysely'
import type { CodeKind } from '#contract/codes.ts'
import type { Database, Db } from '#server/kit/db.ts'
import './code-uses.repo.ts'
import type { Batch, BatchRow, Code, CodeReward, NewBatch } from './codes-model.ts'

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
  }
}

type BatchDraft = NewBatch & { batchId: string; startsAt: Instant; madeAt: Instant; madeBy: string }

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

type CodeRow = Selectable<BatchTable> & {
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
  await sql`select pg_advisory_xact_lock(hashtextextended(${`codes ${accountId}`}, 0))`.execute(tx)
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

const batchOf = (row: Selectable<BatchTable>): Batch => ({
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
