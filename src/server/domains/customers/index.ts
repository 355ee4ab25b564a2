import { AppError } from '#contract/errors.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import { operatorActor, recordAudit } from '../audit/index.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import { createChanges } from './changes.service.ts'
import {
  type Cancellation,
  eraseCare,
  findHold,
  findNotes,
  leaseCancellations,
  reschedule,
  takeCancellation,
} from './customers.repo.ts'
import { retryAfterMinutes, subjectOf } from './customers.rules.ts'
import type { CustomersDeps } from './ports.ts'
import { createNumberChanges } from './numbers.service.ts'
import { createReads } from './reads.service.ts'

/**
 * Customers: what operators see of an account, and what they do with it. Owns the tables customer_note, customer_hold,
 * plan_cancellation, number_change; reads those of accounts, payments, rentals, messages, contact, subscriptions
 * and, for evidence, what orders were used for. What a change does is those
 * domains' own: each change joins the transaction of its audit entry.
 */
export { isOwn } from './changes.service.ts'
export { maskNumber, subjectOf } from './customers.rules.ts'

export type CustomerEvidence = Awaited<ReturnType<Customers['reads']['evidence']>>
export type Customers = ReturnType<typeof createCustomers>

const DUE_EVERY_MS = 5_000
const NUMBERS_EVERY_MS = 60_000
/** While one node asks the provider. */
const LEASE_MINUTES = 5
const BATCH = 20
const EXPORT_MAX = 10_000

export function createCustomers(deps: CustomersDeps) {
  const { db, clock, subscriptions } = deps
  const changes = createChanges(deps)
  const numbers = createNumberChanges({ ...deps, open: changes.open })
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'plan cancellations', everyMs: DUE_EVERY_MS, run: cancelDue },
      { name: 'changes of numbers', everyMs: NUMBERS_EVERY_MS, run: numbers.carryOutDue },
    ],
    personalData: { name: 'notes', collect, prepareErasure, erase },
  }
  return { reads: createReads(deps), changes, numbers, cancelDue, domainModule }

  /** Asks the providers to end the plans that operators cancelled; several workers may run it at once. */
  async function cancelDue({ log }: { log: Log }): Promise<void> {
    const now = clock.now()
    const until = now.add({ minutes: LEASE_MINUTES })
    for (const cancellation of await leaseCancellations(db, { now, until, limit: BATCH }))
      await cancel(cancellation, log)
  }

  /**
   * A repetition after a crash changes nothing at the provider. Once the member has another agreement, that one goes on: the outcome is
   * NOT_FOUND.
   */
  async function cancel({ accountId, agreementId, operatorId, attempts }: Cancellation, log: Log): Promise<void> {
    const outcome = await subscriptions.changes.cancel({ accountId, agreementId }).then(
      () => 'cancelled',
      (error: unknown) => {
        if (!(error instanceof AppError)) log.error({ err: error, accountId }, 'plan not cancelled')
        return error instanceof AppError && error.code !== 'UNAVAILABLE' ? error.code : undefined
      },
    )
    const minutes = outcome === undefined ? retryAfterMinutes(attempts) : undefined
    const at = clock.now()
    if (minutes !== undefined) return reschedule(db, { accountId, dueAt: at.add({ minutes }) })
    await inTransaction(db, async (tx) => {
      const name = await takeCancellation(tx, accountId)
      if (name === undefined) return
      const who = { at, actor: operatorActor(name), operatorId }
      const entry = { action: 'end renewal of customer', subject: subjectOf(accountId) }
      await recordAudit(tx, { ...who, ...entry, details: { outcome: outcome ?? 'unanswered' } })
    })
  }

  async function collect({ accountId }: Person): Promise<unknown> {
    const notes = await findNotes(db, accountId, EXPORT_MAX)
    return { notes: notes.map(({ at, text }) => ({ at, text })) }
  }

  async function isHeld(on: Db, accountId: string): Promise<boolean> {
    return (await findHold(on, { accountId, now: clock.now() })) !== undefined
  }

  async function prepareErasure({ accountId }: Person): Promise<boolean> {
    return !(await isHeld(db, accountId))
  }

  /** @throws while the account is held: the erasure is repeated later */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    if (await isHeld(tx, accountId)) throw new Error('the account is held against its erasure')
    await inTransaction(tx, (own) => eraseCare(own, accountId))
  }
}
