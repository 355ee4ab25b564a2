import { sql } from 'kysely'
import { type Db, type Tx, lockByName } from '#server/kit/db.ts'
import type { Editor } from './titles-model.ts'

type Instant = Temporal.Instant

/** What is planned: its kind and its id, in plans as in the audit log. */
export type PlannedKind = 'title' | 'page'
type Planned = { readonly kind: PlannedKind; readonly id: string }

export const subjectOf = ({ kind, id }: Planned): string => `${kind}:${id}`
const subjectsOf = (kind: PlannedKind): string => subjectOf({ kind, id: '%' })

export interface HandOver {
  readonly from: string
  readonly to: Editor
}

export interface Plan {
  readonly plannedId: string
  readonly subject: string
  readonly content: unknown
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

/** The last ones of a subject, the newest first. */
export const findPlans = (db: Db, subject: string) =>
  db
    .selectFrom('planned_change')
    .select(['planned_id as plannedId', 'at', 'actor', 'base_version as baseVersion', 'done_at as doneAt', 'failed'])
    .where('subject', '=', subject)
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute()

export async function insertPlan(tx: Tx, plan: Plan, now: Instant): Promise<void> {
  await tx
    .insertInto('planned_change')
    .values({
      planned_id: plan.plannedId,
      subject: plan.subject,
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

/** Of two that plan one subject at once one waits for the other. */
export async function isPlanned(tx: Tx, subject: string): Promise<boolean> {
  await lockByName(tx, subject)
  const found = await tx
    .selectFrom('planned_change')
    .select('planned_id')
    .where('subject', '=', subject)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export const deletePlan = (tx: Tx, { subject, plannedId }: Pick<Plan, 'subject' | 'plannedId'>) =>
  tx
    .deleteFrom('planned_change')
    .where('planned_id', '=', plannedId)
    .where('subject', '=', subject)
    .where('done_at', 'is', null)
    .returning(['content', 'base_version as baseVersion', 'at'])
    .executeTakeFirst()

const DUE_AT_ONCE = 100

/** Whose operator may not publish any more, until another one continues it. */
const HELD = sql<boolean>`(not operator_holds(operator_id, '{catalogue}'))`

export interface HeldPlan {
  readonly plannedId: string
  readonly kind: PlannedKind
  /** Of a title. */
  readonly title: { readonly zh_HK: string; readonly en_US: string } | null
  readonly at: Instant
  readonly by: string
}

/** The first to come first. */
export async function findHeldPlans(db: Db, limit: number): Promise<HeldPlan[]> {
  const { rows } = await sql<HeldPlan>`
    select planned_id as "plannedId", split_part(subject, ':', 1) as kind, at, actor as by,
      case when subject like ${subjectsOf('title')} then content -> 'title' end as title
    from planned_change where done_at is null and ${HELD} order by at limit ${limit}`.execute(db)
  return rows
}

/** @returns whose it was; undefined for one that is not held */
export async function takePlan(
  tx: Tx,
  { plannedId, operatorId, actor }: { plannedId: string } & Editor,
): Promise<{ subject: string; by: string } | undefined> {
  const { rows } = await sql<{ subject: string; by: string }>`
    with held as (
      select planned_id, subject, actor from planned_change
      where planned_id = ${plannedId} and done_at is null and ${HELD} for update)
    update planned_change p set operator_id = ${operatorId}, actor = ${actor}
    from held where p.planned_id = held.planned_id returning held.subject, held.actor as by`.execute(tx)
  return rows[0]
}

export async function findDuePlans(db: Db, kind: PlannedKind, now: Instant): Promise<string[]> {
  const due = await db
    .selectFrom('planned_change')
    .select('planned_id')
    .where('done_at', 'is', null)
    .where('at', '<=', now)
    .where('subject', 'like', subjectsOf(kind))
    .where(sql<boolean>`not ${HELD}`)
    .orderBy('at')
    .limit(DUE_AT_ONCE)
    .execute()
  return due.map(({ planned_id: plannedId }) => plannedId)
}

/** Undefined for one that is done, or that another worker carries out. */
export const lockPlan = (tx: Tx, plannedId: string): Promise<Plan | undefined> =>
  tx
    .selectFrom('planned_change')
    .select(COLUMNS)
    .where('planned_id', '=', plannedId)
    .where('done_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

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
