import { type Db, sql, type Tx } from '#server/kit/db.ts'
import { HELD, type OpenRow, TO_RETRY } from './imports.repo.ts'

type Instant = Temporal.Instant

/** Titles whose prices an operator's imports change that no second person approved. */
export async function countPriced(
  db: Db,
  { operatorId, since }: { operatorId: string; since: Instant },
): Promise<number> {
  const { rows } = await sql<{ titles: number }>`
    select coalesce(sum(prices), 0)::int as titles from (
      select prices from title_import where coalesce(continued_by, operator_id) = ${operatorId}
        and coalesce(continued_at, created_at) > ${since} and approved_by is null
      union all
      select prices from title_import_retry where operator_id = ${operatorId} and at > ${since} and approved_by is null) as own`.execute(
    db,
  )
  return rows[0]!.titles
}

interface Continuation {
  readonly importId: string
  readonly operatorId: string
  readonly actor: string
  /** The second person, where it needed one. */
  readonly approvedBy?: string | undefined
}

/** @returns false for one that is not held */
export async function continueImport(tx: Tx, { importId, ...given }: Continuation & { at: Instant }): Promise<boolean> {
  const { operatorId, actor, approvedBy = null, at } = given
  const { rows } = await sql`
    update title_import j set continued_by = ${operatorId}, continued_actor = ${actor}, continued_at = ${at}, approved_by = ${approvedBy}
    where import_id = ${importId} and finished_at is null and ${HELD} returning import_id`.execute(tx)
  return rows.length > 0
}

/** Rows that wait · that a retry would open again. */
export async function findLines(db: Db, importId: string, which: 'waiting' | 'retry'): Promise<Lines[]> {
  const where = which === 'retry' ? TO_RETRY : sql`r.outcome is null`
  const { rows } = await sql<Lines>`
    select r.reference, r.lines from title_import_row r where import_id = ${importId} and ${where} order by position`.execute(
    db,
  )
  return rows
}

type Lines = Pick<OpenRow, 'reference' | 'lines'>

/** Of an import, what its own prices count for. */
export function findCounted(db: Db, importId: string) {
  return db
    .selectFrom('title_import')
    .select([
      'operator_id as operatorId',
      'approved_by as approvedBy',
      'created_at as createdAt',
      'prices',
      'file_name as fileName',
    ])
    .where('import_id', '=', importId)
    .executeTakeFirst()
}

export interface Retry {
  readonly importId: string
  readonly operatorId: string
  readonly prices: number
  readonly approvedBy?: string | undefined
}

export const insertRetry = (tx: Tx, { importId, operatorId, prices, approvedBy, at }: Retry & { at: Instant }) =>
  tx
    .insertInto('title_import_retry')
    .values({ import_id: importId, operator_id: operatorId, at, prices, approved_by: approvedBy ?? null })
    .execute()
