import type { CodeKind } from '#contract/codes.ts'
import { type Db, sql } from '#server/kit/db.ts'
import type { GivenReward } from './codes-model.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    code_use: {
      use_id: string
      code_id: number
      account_id: string | null
      number_hash: Buffer | null
      used_at: Instant
      granted: string
    }
  }
}

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

const grantedOf = (stored: string): GivenReward[] =>
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
      sum((given.value ->> 'amount')::int)::int as amount
    from code_use u join code c using (code_id) join code_batch b using (batch_id)
      cross join lateral jsonb_array_elements(u.granted) as given
    where b.partner is not null and u.used_at >= ${from} and u.used_at < ${until}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
