import type { PlanFailure } from '#contract/admin/titles.ts'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import type { MailTemplates } from '#contract/messages.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, inTransaction, type Tx } from '#server/kit/db.ts'
import { casesLine, type HealthLine } from '#server/kit/health.ts'
import { newId } from '#server/kit/ids.ts'
import type { Log } from '#server/kit/log.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { recordAudit } from '../audit/index.ts'
import {
  countPlanCases,
  deletePlan,
  findDuePlans,
  findPlans,
  finishPlan,
  insertPlan,
  isPlanned,
  lockPlan,
} from './plans.repo.ts'
import { findDrafts, writeDraft } from './title-content.repo.ts'
import type { Editor, Publication } from './titles-model.ts'

interface TitlePlansDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly requirePublishable: (tx: Tx, publication: Publication) => Promise<unknown>
  /** Whether an operator may still publish. */
  readonly mayPublish: (tx: Tx, operatorId: string) => Promise<boolean>
  readonly publish: (tx: Tx, editor: Editor, publication: Publication) => Promise<{ version: number; fields: string[] }>
  /** By mail. */
  readonly tellOfFailedPlan: (tx: Tx, operatorId: string, plan: MailTemplates['planFailed']) => Promise<void>
}

/** A plan that failed is shown for this long. */
const SHOWN_DAYS = 14
/** One that is this late is looked at. */
const LATE_MINUTES = 5

const CAUSES: Partial<Record<ErrorCode, PlanFailure>> = {
  NOT_ALLOWED: 'role',
  INVALID_INPUT: 'incomplete',
  CONFLICT: 'takenDown',
}

/** Publications at a time. Each is of the version that it was made for, or is not carried out. */
export function createTitlePlans(deps: TitlePlansDeps) {
  const { db, clock, requirePublishable, mayPublish, publish } = deps
  return { of: plansOf, requireNone, plan, unplan, carryOutDue, health }

  async function plansOf(programId: string) {
    const rows = await findPlans(db, programId)
    const [last] = rows
    const shownFrom = clock.now().subtract({ hours: SHOWN_DAYS * 24 })
    const isShown = last?.failed != null && last.doneAt !== null && Temporal.Instant.compare(last.doneAt, shownFrom) > 0
    const failedPlan = isShown ? { at: last.at, actor: last.actor, cause: causeOf(last.failed!) } : undefined
    return { plan: rows.find(({ doneAt }) => doneAt === null), failedPlan }
  }

  /** @throws AppError as `publish`; CONFLICT where one is planned; INVALID_INPUT for a time that is over */
  async function plan(
    tx: Tx,
    { operatorId, actor }: Editor,
    { at, programId, content, version = 0 }: Publication & { at: Temporal.Instant },
  ): Promise<{ plannedId: string; version: number }> {
    const now = clock.now()
    if (Temporal.Instant.compare(at, now) <= 0) throw operatorRefusal({ is: 'planPast' })
    await requirePublishable(tx, { programId, content, version })
    await requireNone(tx, programId)
    const plannedId = newId()
    await insertPlan(tx, { plannedId, programId, content, baseVersion: version, at, operatorId, actor }, now)
    return { plannedId, version }
  }

  /** @throws AppError CONFLICT where one is planned */
  async function requireNone(tx: Tx, programId: string): Promise<void> {
    if (await isPlanned(tx, programId)) throw operatorRefusal({ is: 'titlePlanned' })
  }

  /** What was planned becomes the own draft, unless there is one. @throws AppError NOT_FOUND */
  async function unplan(
    tx: Tx,
    { operatorId }: Pick<Editor, 'operatorId'>,
    { programId, plannedId }: { programId: string; plannedId: string },
  ): Promise<{ at: Temporal.Instant; isDraft: boolean }> {
    const removed = await deletePlan(tx, { programId, plannedId })
    if (!removed) throw new AppError('NOT_FOUND')
    const drafts = await findDrafts(tx, programId)
    const isDraft = !drafts.some((draft) => draft.operatorId === operatorId)
    if (isDraft) {
      const { content, baseVersion } = removed
      await writeDraft(tx, { programId, operatorId, content, baseVersion, at: clock.now() })
    }
    return { at: removed.at, isDraft }
  }

  /** Each in a transaction of its own; several workers may run it at once. */
  async function carryOutDue({ log }: { log: Log }): Promise<void> {
    for (const plannedId of await findDuePlans(db, clock.now())) {
      try {
        await inTransaction(db, (tx) => carryOut(tx, plannedId))
      } catch (error) {
        // It did not happen for the version that it was made for, and would not at the next try.
        const isFinal = error instanceof AppError && error.code !== 'UNAVAILABLE'
        if (isFinal) await inTransaction(db, (tx) => giveUp(tx, plannedId, error.code))
        else log.error({ err: error, plannedId }, 'a planned publication failed')
      }
    }
  }

  async function carryOut(tx: Tx, plannedId: string): Promise<void> {
    const planned = await lockPlan(tx, plannedId)
    if (!planned) return
    const { programId, content, baseVersion, operatorId, actor } = planned
    if (!(await mayPublish(tx, operatorId))) throw new AppError('NOT_ALLOWED')
    const publication = { programId, content, version: baseVersion === 0 ? undefined : baseVersion }
    const { version, fields } = await publish(tx, { operatorId, actor }, publication)
    const at = clock.now()
    await finishPlan(tx, { plannedId, at })
    const change = { before: { version: baseVersion }, after: { version }, details: { plannedId, fields } }
    await recordAudit(tx, { at, actor, operatorId, subject: `title:${programId}`, action: 'publish title', ...change })
  }

  async function giveUp(tx: Tx, plannedId: string, failed: ErrorCode): Promise<void> {
    const planned = await lockPlan(tx, plannedId)
    if (!planned) return
    const { programId, content, operatorId, actor } = planned
    const at = clock.now()
    await finishPlan(tx, { plannedId, at, failed })
    const entry = { at, actor, operatorId, subject: `title:${programId}` }
    await recordAudit(tx, { ...entry, action: 'fail to publish title', details: { plannedId, failed } })
    const { zh_HK: zh, en_US: en } = content.title
    await deps.tellOfFailedPlan(tx, operatorId, { title: { zh_HK: zh || en, en_US: en || zh }, cause: causeOf(failed) })
  }

  async function health(): Promise<HealthLine[]> {
    const now = clock.now()
    const failedSince = now.subtract({ hours: SHOWN_DAYS * 24 })
    const dueBefore = now.subtract({ minutes: LATE_MINUTES })
    return [casesLine('plans', await countPlanCases(db, { failedSince, dueBefore }))]
  }
}

const causeOf = (failed: string): PlanFailure => CAUSES[failed as ErrorCode] ?? 'changed'
