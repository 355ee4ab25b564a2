import type { PlanFailure } from '#contract/admin/plans.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import { AppError } from '#contract/errors.ts'
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
  type PlannedKind,
  subjectOf,
} from './plans.repo.ts'
import type { FailedPlanMail, PublishingOperators } from './ports.ts'
import type { Editor } from './titles-model.ts'

export interface PlansDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly operators: PublishingOperators
}

export interface PlannedPublication<C> {
  readonly id: string
  readonly content: C
  /** Undefined for what was never published. */
  readonly version: number | undefined
}

/** What operators publish at a time. */
export interface Plannable<C> {
  readonly kind: PlannedKind
  /** That there is a plan already. */
  readonly planned: 'titlePlanned' | 'pagePlanned'
  readonly requirePublishable: (tx: Tx, publication: PlannedPublication<C>) => Promise<unknown>
  /** `details` for the audit log. */
  readonly publish: (
    tx: Tx,
    editor: Editor,
    publication: PlannedPublication<C>,
  ) => Promise<{ version: number; details: Readonly<Record<string, unknown>> }>
  /** Unless the operator has a draft. @returns whether it was kept */
  readonly keepAsDraft: (
    tx: Tx,
    operatorId: string,
    draft: { id: string; content: C; baseVersion: number },
  ) => Promise<boolean>
  readonly failedMail: (tx: Tx, plan: { id: string; content: C; cause: PlanFailure }) => Promise<FailedPlanMail>
}

/** A plan that failed is shown for this long. */
const SHOWN_DAYS = 14
/** One that is this late is looked at. */
const LATE_MINUTES = 5
export const PLANS_EVERY_MS = 10_000

const CAUSES: Partial<Record<ErrorCode, PlanFailure>> = {
  NOT_ALLOWED: 'role',
  INVALID_INPUT: 'incomplete',
  CONFLICT: 'takenDown',
}

/** Publications at a time. Each is of the version that it was made for, or is not carried out. */
export function createPlans<C>({ db, clock, operators }: PlansDeps, what: Plannable<C>) {
  const { kind } = what
  return { of: plansOf, requireNone, plan, unplan, carryOutDue }

  async function plansOf(id: string) {
    const rows = await findPlans(db, subjectOf({ kind, id }))
    const [last] = rows
    const shownFrom = clock.now().subtract({ hours: SHOWN_DAYS * 24 })
    const isShown = last?.failed != null && last.doneAt !== null && Temporal.Instant.compare(last.doneAt, shownFrom) > 0
    const failedPlan = isShown ? { at: last.at, actor: last.actor, cause: causeOf(last.failed!) } : undefined
    return { plan: rows.find(({ doneAt }) => doneAt === null), failedPlan }
  }

  /** @throws AppError as the publication; CONFLICT where one is planned; INVALID_INPUT for a time that is over */
  async function plan(
    tx: Tx,
    { operatorId, actor }: Editor,
    { at, ...publication }: PlannedPublication<C> & { at: Temporal.Instant },
  ): Promise<{ plannedId: string; version: number }> {
    const now = clock.now()
    if (Temporal.Instant.compare(at, now) <= 0) throw operatorRefusal({ is: 'planPast' })
    await what.requirePublishable(tx, publication)
    await requireNone(tx, publication.id)
    const { id, content, version = 0 } = publication
    const planned = { plannedId: newId(), subject: subjectOf({ kind, id }), content, baseVersion: version, at }
    await insertPlan(tx, { ...planned, operatorId, actor }, now)
    return { plannedId: planned.plannedId, version }
  }

  /** @throws AppError CONFLICT where one is planned */
  async function requireNone(tx: Tx, id: string): Promise<void> {
    if (await isPlanned(tx, subjectOf({ kind, id }))) throw operatorRefusal({ is: what.planned })
  }

  /** What was planned becomes the own draft, unless there is one. @throws AppError NOT_FOUND */
  async function unplan(
    tx: Tx,
    { operatorId }: Pick<Editor, 'operatorId'>,
    { id, plannedId }: { id: string; plannedId: string },
  ): Promise<{ at: Temporal.Instant; isDraft: boolean }> {
    const removed = await deletePlan(tx, { subject: subjectOf({ kind, id }), plannedId })
    if (!removed) throw new AppError('NOT_FOUND')
    const { at, baseVersion } = removed
    return { at, isDraft: await what.keepAsDraft(tx, operatorId, { id, content: removed.content as C, baseVersion }) }
  }

  /** Each in a transaction of its own; several workers may run it at once. */
  async function carryOutDue({ log }: { log: Log }): Promise<void> {
    for (const plannedId of await findDuePlans(db, kind, clock.now())) {
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
    const { subject, content, baseVersion, operatorId, actor } = planned
    // It is held from now on.
    if (!(await operators.hasRole(tx, operatorId, 'catalogue'))) return
    const version = baseVersion === 0 ? undefined : baseVersion
    const done = await what.publish(tx, { operatorId, actor }, { id: idOf(subject), content: content as C, version })
    const at = clock.now()
    await finishPlan(tx, { plannedId, at })
    const change = { before: { version: baseVersion }, after: { version: done.version } }
    const details = { plannedId, ...done.details }
    await recordAudit(tx, { at, actor, operatorId, subject, action: `publish ${kind}`, ...change, details })
  }

  async function giveUp(tx: Tx, plannedId: string, failed: ErrorCode): Promise<void> {
    const planned = await lockPlan(tx, plannedId)
    if (!planned) return
    const { subject, content, operatorId, actor } = planned
    const at = clock.now()
    await finishPlan(tx, { plannedId, at, failed })
    const entry = { at, actor, operatorId, subject, action: `fail to publish ${kind}` }
    await recordAudit(tx, { ...entry, details: { plannedId, failed } })
    const mail = await what.failedMail(tx, { id: idOf(subject), content: content as C, cause: causeOf(failed) })
    await operators.tell(tx, operatorId, mail)
  }

  function idOf(subject: string): string {
    return subject.slice(subjectOf({ kind, id: '' }).length)
  }
}

/** Of all kinds. */
export async function planHealth({ db, clock }: Pick<PlansDeps, 'db' | 'clock'>): Promise<HealthLine[]> {
  const now = clock.now()
  const failedSince = now.subtract({ hours: SHOWN_DAYS * 24 })
  const dueBefore = now.subtract({ minutes: LATE_MINUTES })
  return [casesLine('plans', await countPlanCases(db, { failedSince, dueBefore }))]
}

const causeOf = (failed: string): PlanFailure => CAUSES[failed as ErrorCode] ?? 'changed'
