import type { TitleContent } from '#contract/admin/titles.ts'
import { type Db, sql, type Tx } from '#server/kit/db.ts'
import type { Editor } from './titles-model.ts'

type Instant = Temporal.Instant

const subjectOf = (programId: string): string => `title:${programId}`
const programIdOf = (subject: string): string => subject.slice('title:'.length)

export interface HandOver {
  readonly from: string
  readonly to: Editor
}

export interface Plan {
  readonly plannedId: string
  readonly programId: string
  readonly content: TitleContent
  readonly baseVersion: number
  readonly at: Instant
  readonly operatorId: string
  readonly actor: string
}

const COLUMNS = [
  'planned_id as plannedId',
  'subject',
  'content',
  'base_version as baseVersion',
  'at',
  'operator_id as operatorId',
  'actor',
] as const

const planOf = <R extends { subject: string }>({ subject, ...row }: R) => ({ ...row, programId: programIdOf(subject) })

/** The last ones of a title, the newest first. */
export const findPlans = (db: Db, programId: string) =>
  db
    .selectFrom('planned_change')
    .select(['planned_id as plannedId', 'at', 'actor', 'base_version as baseVersion', 'done_at as doneAt', 'failed'])
    .where('subject', '=', subjectOf(programId))
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute()

export async function insertPlan(tx: Tx, { programId, ...plan }: Plan, now: Instant): Promise<void> {
  await tx
    .insertInto('planned_change')
    .values({
      planned_id: plan.plannedId,
      subject: subjectOf(programId),
      content: JSON.stringify(plan.content) as never,
      base_version: plan.baseVersion,
      at: plan.at,
      operator_id: plan.operatorId,
      actor: plan.actor,
      created_at: now,
      done_at: null,
      failed: null,
    })
    .execute()
}

/** Of two that plan a title at once one waits for the other. */
export async function isPlanned(tx: Tx, programId: string): Promise<boolean> {
  const subject = subjectOf(programId)
  await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx)
  const found = await tx
    .selectFrom('planned_change')
    .select('planned_id')
    .where('subject', '=', subject)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

type Key = { programId: string; plannedId: string }

export const deletePlan = (tx: Tx, { programId, plannedId }: Key) =>
  tx
    .deleteFrom('planned_change')
    .where('planned_id', '=', plannedId)
    .where('subject', '=', subjectOf(programId))
    .where('done_at', 'is', null)
    .returning(['content', 'base_version as baseVersion', 'at'])
    .executeTakeFirst()

const DUE_AT_ONCE = 100

export async function findDuePlans(db: Db, now: Instant): Promise<string[]> {
  const due = await db
    .selectFrom('planned_change')
    .select('planned_id')
    .where('done_at', 'is', null)
    .where('at', '<=', now)
    .orderBy('at')
    .limit(DUE_AT_ONCE)
    .execute()
  return due.map(({ planned_id: plannedId }) => plannedId)
}

/** Undefined for one that is done, or that another worker carries out. */
export async function lockPlan(tx: Tx, plannedId: string): Promise<Plan | undefined> {
  const row = await tx
    .selectFrom('planned_change')
    .select(COLUMNS)
    .where('planned_id', '=', plannedId)
    .where('done_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && planOf(row)
}

export const finishPlan = (
  tx: Tx,
  { plannedId, at, failed = null }: { plannedId: string; at: Instant; failed?: string | null },
) => tx.updateTable('planned_change').set({ done_at: at, failed }).where('planned_id', '=', plannedId).execute()

/** Failed since an instant, or due before another and still not carried out. */
export async function countPlanCases(
  db: Db,
  { failedSince, dueBefore }: { failedSince: Instant; dueBefore: Instant },
): Promise<number> {
  const { count } = await db
    .selectFrom('planned_change')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where(({ or, and, eb }) =>
      or([
        and([eb('failed', 'is not', null), eb('done_at', '>', failedSince)]),
        and([eb('done_at', 'is', null), eb('at', '<', dueBefore)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return count
}

/** Of titles and pages: what is not carried out yet is another operator's from now on. @returns how many */
export async function handPlans(tx: Tx, { from, to }: HandOver): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('planned_change')
    .set({ operator_id: to.operatorId, actor: to.actor })
    .where('operator_id', '=', from)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Those of titles of which the other operator has none. @returns how many */
export async function handDrafts(tx: Tx, { from, to: { operatorId } }: HandOver): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update title_draft d set operator_id = ${operatorId} where operator_id = ${from}
    and not exists (select from title_draft own where own.program_id = d.program_id and own.operator_id = ${operatorId})`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
