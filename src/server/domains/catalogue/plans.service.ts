import { AppError } from '#contract/errors.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, type Db, inTransaction, sql, type Tx } from '#server/kit/db.ts'
import { casesLine, type HealthLine } from '#server/kit/health.ts'
import { newId } from '#server/kit/ids.ts'
import type { Log } from '#server/kit/log.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { recordAudit } from '../audit/index.ts'
import { findDrafts, writeDraft } from './title-content.repo.ts'
import type { Editor, Publication } from './titles-model.ts'

interface TitlePlansDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly requirePublishable: (tx: Tx, publication: Publication) => Promise<unknown>
  /** Whether an operator may still publish. */
  readonly mayPublish: (tx: Tx, operatorId: string) => Promise<boolean>
  readonly publish: (tx: Tx, editor: Editor, publication: Publication) => Promise<{ version: number; fields: string[] }>
}

const subjectOf = (programId: string): string => `title:${programId}`
const programIdOf = (subject: string): string => subject.slice('title:'.length)

/** A plan that failed is shown for this long. */
const SHOWN_DAYS = 14

/** Publications at a time. Each is of the version that it was made for, or is not carried out. */
export function createTitlePlans({ db, clock, requirePublishable, mayPublish, publish }: TitlePlansDeps) {
  return { of: planOf, requireNone, plan, unplan, carryOutDue, health }

  async function planOf(programId: string) {
    const rows = await db
      .selectFrom('planned_change')
      .select(['planned_id as plannedId', 'at', 'actor', 'base_version as baseVersion', 'done_at as doneAt', 'failed'])
      .where('subject', '=', subjectOf(programId))
      .orderBy('created_at', 'desc')
      .limit(10)
      .execute()
    const [last] = rows
    const shownFrom = clock.now().subtract({ hours: SHOWN_DAYS * 24 })
    const isShown = last?.failed != null && last.doneAt !== null && Temporal.Instant.compare(last.doneAt, shownFrom) > 0
    return { plan: rows.find(({ doneAt }) => doneAt === null), failedPlan: isShown ? last : undefined }
  }

  /** @throws AppError as `publish`; CONFLICT where one is planned; INVALID_INPUT for a time that is over */
  async function plan(
    tx: Tx,
    { operatorId, actor }: Editor,
    { at, ...publication }: Publication & { at: Temporal.Instant },
  ): Promise<{ plannedId: string; version: number }> {
    const { programId, content, version = 0 } = publication
    const now = clock.now()
    if (Temporal.Instant.compare(at, now) <= 0) throw operatorRefusal({ is: 'planPast' })
    await requirePublishable(tx, publication)
    await requireNone(tx, programId)
    const subject = subjectOf(programId)
    const plannedId = newId()
    await tx
      .insertInto('planned_change')
      .values({
        planned_id: plannedId,
        subject,
        content: JSON.stringify(content) as never,
        base_version: version,
        at,
        operator_id: operatorId,
        actor,
        created_at: now,
        done_at: null,
        failed: null,
      })
      .execute()
    return { plannedId, version }
  }

  /** Of two that plan a title at once one waits for the other. @throws AppError CONFLICT where one is planned */
  async function requireNone(tx: Tx, programId: string): Promise<void> {
    const subject = subjectOf(programId)
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx)
    if (await isPlanned(tx, subject)) throw operatorRefusal({ is: 'titlePlanned' })
  }

  /** What was planned becomes the own draft, unless there is one. @throws AppError NOT_FOUND */
  async function unplan(
    tx: Tx,
    { operatorId }: Pick<Editor, 'operatorId'>,
    { programId, plannedId }: { programId: string; plannedId: string },
  ): Promise<{ at: Temporal.Instant; isDraft: boolean }> {
    const removed = await tx
      .deleteFrom('planned_change')
      .where('planned_id', '=', plannedId)
      .where('subject', '=', subjectOf(programId))
      .where('done_at', 'is', null)
      .returning(['content', 'base_version', 'at'])
      .executeTakeFirst()
    if (!removed) throw new AppError('NOT_FOUND')
    const drafts = await findDrafts(tx, programId)
    const isDraft = !drafts.some((draft) => draft.operatorId === operatorId)
    if (isDraft) {
      const { content, base_version: baseVersion } = removed
      await writeDraft(tx, { programId, operatorId, content, baseVersion, at: clock.now() })
    }
    return { at: removed.at, isDraft }
  }

  /** Each in a transaction of its own; several workers may run it at once. */
  async function carryOutDue({ log }: { log: Log }): Promise<void> {
    const due = await db
      .selectFrom('planned_change')
      .select('planned_id')
      .where('done_at', 'is', null)
      .where('at', '<=', clock.now())
      .orderBy('at')
      .limit(100)
      .execute()
    for (const { planned_id: plannedId } of due) {
      try {
        await inTransaction(db, (tx) => carryOut(tx, plannedId))
      } catch (error) {
        // It did not happen for the version that it was made for, and would not at the next try.
        const isFinal = error instanceof AppError && error.code !== 'UNAVAILABLE'
        if (isFinal) await markFailed(plannedId, error.code)
        else log.error({ err: error, plannedId }, 'a planned publication failed')
      }
    }
  }

  async function carryOut(tx: Tx, plannedId: string): Promise<void> {
    const planned = await tx
      .selectFrom('planned_change')
      .selectAll()
      .where('planned_id', '=', plannedId)
      .where('done_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!planned) return
    const { subject, content, base_version: baseVersion, operator_id: operatorId, actor } = planned
    if (!(await mayPublish(tx, operatorId))) throw new AppError('NOT_ALLOWED')
    const publication = {
      programId: programIdOf(subject),
      content,
      version: baseVersion === 0 ? undefined : baseVersion,
    }
    const { version, fields } = await publish(tx, { operatorId, actor }, publication)
    const at = clock.now()
    await tx.updateTable('planned_change').set({ done_at: at }).where('planned_id', '=', plannedId).execute()
    const change = { before: { version: baseVersion }, after: { version }, details: { plannedId, fields } }
    await recordAudit(tx, { at, actor, operatorId, subject, action: 'publish title', ...change })
  }

  async function markFailed(plannedId: string, failed: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      const at = clock.now()
      const plan = await tx
        .updateTable('planned_change')
        .set({ done_at: at, failed })
        .where('planned_id', '=', plannedId)
        .where('done_at', 'is', null)
        .returning(['subject', 'actor', 'operator_id as operatorId'])
        .executeTakeFirst()
      if (!plan) return
      await recordAudit(tx, { at, ...plan, action: 'fail to publish title', details: { plannedId, failed } })
    })
  }

  async function health(): Promise<HealthLine[]> {
    const { count } = await db
      .selectFrom('planned_change')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('failed', 'is not', null)
      .where('done_at', '>', clock.now().subtract({ hours: SHOWN_DAYS * 24 }))
      .executeTakeFirstOrThrow()
    return [casesLine('plans', count)]
  }
}

async function isPlanned(db: Db, subject: string): Promise<boolean> {
  const found = await db
    .selectFrom('planned_change')
    .select('planned_id')
    .where('subject', '=', subject)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
