import { type Db, sql, type Tx } from '#server/kit/db.ts'
import { HELD, type OpenRow, TO_RETRY } from './imports.repo.ts'

type Instant = Temporal.Instant

/** Titles whose prices an operator's imports, retries and continuations change that no second person approved. */
export async function countPriced(
  db: Db,
  { operatorId, since }: { operatorId: string; since: Instant },
): Promise<number> {
  const { rows } = await sql<{ titles: number }>`
    select coalesce(sum(prices), 0)::int as titles from (
      select prices from title_import where operator_id = ${operatorId} and created_at > ${since}
        and (approved_by is null or continued_at is not null)
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

/** An operator is responsible for it from now on. */
export async function continueImport(tx: Tx, { importId, ...given }: Continuation & { at: Instant }): Promise<void> {
  const { operatorId, actor, approvedBy = null, at } = given
  await sql`
    update title_import set continued_by = ${operatorId}, continued_actor = ${actor}, continued_at = ${at}, approved_by = ${approvedBy}
    where import_id = ${importId}`.execute(tx)
}

const WHICH = {
  waiting: sql`r.outcome is null`,
  retry: TO_RETRY,
  both: sql`(r.outcome is null or ${TO_RETRY})`,
}

/** Rows that wait · that a retry would open again · both. `isCounted`: their prices count for this operator since then already. */
export async function findLines(
  db: Db,
  {
    importId,
    which,
    operatorId,
    since,
  }: { importId: string; which: keyof typeof WHICH; operatorId: string; since: Instant },
): Promise<Lines[]> {
  const { rows } = await sql<Lines>`
    select r.reference, r.lines, coalesce(r.priced_by = ${operatorId} and r.priced_at > ${since}, false) as "isCounted"
    from title_import_row r where import_id = ${importId} and ${WHICH[which]} order by position`.execute(db)
  return rows
}

type Lines = Pick<OpenRow, 'reference' | 'lines'> & { readonly isCounted: boolean }

/** Locked until the transaction ends. */
export async function lockImport(tx: Tx, importId: string) {
  const { rows } = await sql<{ fileName: string; by: string; editorId: string; isHeld: boolean }>`
    select j.file_name as "fileName", coalesce(j.continued_actor, j.actor) as by,
      coalesce(j.continued_by, j.operator_id) as "editorId", (j.finished_at is null and ${HELD}) as "isHeld"
    from title_import j where import_id = ${importId} for update`.execute(tx)
  return rows[0]
}

interface Counted {
  readonly importId: string
  readonly references: readonly string[]
  readonly operatorId: string
  readonly at: Instant
}

/** The prices of these titles count for this operator. */
export async function countRows(tx: Tx, { importId, references, operatorId, at }: Counted): Promise<void> {
  await sql`
    update title_import_row set priced_by = ${operatorId}, priced_at = ${at}
    where import_id = ${importId} and reference = any(${[...references]}::text[])`.execute(tx)
}

export interface Retry {
  readonly importId: string
  readonly operatorId: string
  readonly prices: number
  readonly approvedBy?: string | undefined
}

/** Of a continuation as well. */
export const insertRetry = (tx: Tx, { importId, operatorId, prices, approvedBy, at }: Retry & { at: Instant }) =>
  tx
    .insertInto('title_import_retry')
    .values({ import_id: importId, operator_id: operatorId, at, prices, approved_by: approvedBy ?? null })
    .execute()
