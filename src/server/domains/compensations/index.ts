import { CORRECTED_DAYS } from '#contract/admin/customer-changes.ts'
import { inTransaction, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { CompensationState } from '#contract/admin/compensations.ts'
import { recordAudit } from '../audit/index.ts'
import type { DomainModule } from '../domain-module.ts'
import { correct as bookCorrection, walletOf } from '../ledger/index.ts'
import {
  type Compensation,
  type CompensationQuery,
  COMPENSATIONS_CHANNEL,
  type Due,
  endAccount,
  endFinished,
  eraseOfAccount,
  findCompensation,
  findCompensations,
  findOfAccount,
  insertCompensation,
  lockCompensation,
  lockDue,
  postponeAccount,
  setMembers,
  stopCompensation,
} from './compensations.repo.ts'
import {
  type CompensationOrder,
  hasGrown,
  incidentKey,
  problemOf,
  retryAfterSeconds,
  stateOf,
} from './compensations.rules.ts'
import { countHarmed, countRentals, type HarmedCount, insertHarmed, sampleHarmed } from './harmed.query.ts'
import type { CompensationsDeps } from './ports.ts'
import { HONG_KONG, hongKongDay } from '#server/kit/instants.ts'

/**
 * Compensations: credits or longer rentals for all members whom an incident has harmed, each once. Owns compensation and
 * compensation_account; reads payments, rentals, streams and watch progress. Books through the ledger, and lengthens through rentals.
 */
export type Compensations = ReturnType<typeof createCompensations>
export type { CompensationOrder } from './compensations.rules.ts'

const GIVE_EVERY_MS = 1_000

export type ShownCompensation = Compensation & { readonly state: CompensationState }

interface Ordered extends CompensationOrder {
  readonly reason: string
  readonly operatorId: string
  readonly actor: string
  readonly approvedBy: string | undefined
  /** That a second person has seen. */
  readonly approvedMembers: number | undefined
}

export function createCompensations(deps: CompensationsDeps) {
  const { db, clock, log, accounts, messages, rentals } = deps
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'compensations', everyMs: GIVE_EVERY_MS, wakeOn: COMPENSATIONS_CHANNEL, run: giveDue }],
    personalData: {
      name: 'compensations',
      collect: ({ accountId }) => findOfAccount(db, accountId),
      erase: (tx, { accountId }) => eraseOfAccount(tx, accountId),
    },
  }
  return { list, show, count, sample, order, stop, giveDue, domainModule }

  async function list(
    query: CompensationQuery & { after?: string | undefined; limit: number },
  ): Promise<KeysetPage<ShownCompensation>> {
    const page = await findCompensations(db, query)
    return { ...page, list: page.list.map(shown) }
  }

  /** @throws AppError NOT_FOUND */
  async function show(compensationId: string): Promise<ShownCompensation> {
    return shown(requireKnown(await findCompensation(db, compensationId)))
  }

  /** @throws AppError INVALID_INPUT */
  async function count(
    tx: Tx,
    order: CompensationOrder,
  ): Promise<HarmedCount & { credits: number | null; rentals: number | null }> {
    requirePossible(order)
    const counts = await countHarmed(tx, order)
    const { gives } = order
    return gives.kind === 'credits'
      ? { ...counts, credits: counts.members * gives.credits, rentals: null }
      : { ...counts, credits: null, rentals: await countRentals(tx, order) }
  }

  function sample(tx: Tx, order: CompensationOrder) {
    return sampleHarmed(tx, order)
  }

  /**
   * A job gives it. Who is harmed is written down now, so that no account joins later.
   * @throws AppError INVALID_INPUT; CONFLICT without members, or with many more than were approved
   */
  async function order(tx: Tx, given: Ordered): Promise<{ compensationId: string; members: number }> {
    requirePossible(given)
    const { actor, approvedBy = null, approvedMembers, ...content } = given
    const [compensationId, at] = [newId(), clock.now()]
    await insertCompensation(tx, { ...content, compensationId, madeAt: at, madeBy: actor, approvedBy })
    const members = await insertHarmed(tx, given, { compensationId, at })
    if (members === 0) throw operatorRefusal({ is: 'compensationNobody' })
    if (approvedMembers !== undefined && hasGrown(members, approvedMembers))
      throw operatorRefusal({ is: 'compensationGrew', members, approved: approvedMembers })
    await setMembers(tx, compensationId, members)
    return { compensationId, members }
  }

  function requirePossible(order: CompensationOrder): void {
    const problem = problemOf(order, clock.now())
    if (problem) throw operatorRefusal(problem)
  }

  /** @throws AppError NOT_FOUND; CONFLICT for one that is over */
  async function stop(tx: Tx, { compensationId, actor }: { compensationId: string; actor: string }) {
    const before = shown(requireKnown(await lockCompensation(tx, compensationId)))
    if (before.state !== 'running') throw operatorRefusal({ is: 'compensationOver' })
    await stopCompensation(tx, { compensationId, by: actor, at: clock.now() })
    return before
  }

  /** Several workers may run it concurrently: each account is one transaction, which a killed worker leaves undone. */
  async function giveDue(): Promise<void> {
    while (await giveNext());
    await endFinished(db, clock.now())
  }

  /** @returns false when nothing is due */
  async function giveNext(): Promise<boolean> {
    let due: Due | undefined
    try {
      return await inTransaction(db, async (tx) => {
        const found = await lockDue(tx, clock.now())
        due = found
        if (!found) return false
        await endAccount(tx, { ...found, state: await give(tx, found) })
        return true
      })
    } catch (error) {
      if (!due) throw error
      await fail(due, error)
      return true
    }
  }

  async function fail(due: Due, error: unknown): Promise<void> {
    const { compensationId, accountId } = due
    const attempts = due.attempts + 1
    log.error({ err: error, compensationId, accountId, attempts }, 'account not compensated')
    const seconds = retryAfterSeconds(attempts)
    if (seconds === undefined) await endAccount(db, { compensationId, accountId, state: 'failed' })
    else await postponeAccount(db, { compensationId, accountId, attempts, dueAt: clock.now().add({ seconds }) })
  }

  async function give(tx: Tx, due: Due & Compensation): Promise<'given' | 'nothing' | 'gone'> {
    if (!(await accounts.read(due.accountId, tx))) return 'gone'
    const { gives } = due
    if (gives.kind === 'credits') await giveCredits(tx, due, gives.credits)
    else if (!(await lengthen(tx, due, gives.hours))) return 'nothing'
    return 'given'
  }

  async function giveCredits(tx: Tx, due: Due & Compensation, credits: number): Promise<void> {
    const { accountId, incident, madeBy: actor } = due
    const at = clock.now()
    const walletId = await walletOf(tx, accountId, at)
    const idempotencyKey = `compensate:${incidentKey(incident)}:${accountId}`
    await bookCorrection(tx, {
      idempotencyKey,
      actor,
      reason: incident,
      at,
      walletId,
      bucket: 'recharged',
      amount: credits,
    })
    await record(tx, due, { credits })
    const lastDay = hongKongDay(at.add({ hours: CORRECTED_DAYS * 24 }))
    const params = { credits, until: lastDay.toString() }
    await messages.post(tx, { accountId, template: 'compensatedCredits', params })
  }

  /** @returns false where no rental could become longer */
  async function lengthen(tx: Tx, due: Due & Compensation, hours: number): Promise<boolean> {
    const { accountId, from, until } = due
    const longer = await rentals.extend(tx, { accountId, from, until, hours })
    if (longer.length === 0) return false
    await record(tx, due, { longerRentals: longer.length, hours })
    const told = longer.map(({ title, endsAt }) => {
      const end = endsAt.toZonedDateTimeISO(HONG_KONG)
      const time = end.toPlainTime().toString({ smallestUnit: 'minute' })
      return { title, day: end.toPlainDate().toString(), time }
    })
    await messages.post(tx, { accountId, template: 'compensatedRentals', params: { rentals: told } })
    return true
  }

  function record(tx: Tx, due: Due & Compensation, details: object): Promise<void> {
    const { compensationId: bulkId, accountId, madeBy: actor, operatorId, reason } = due
    const entry = {
      at: clock.now(),
      actor,
      operatorId,
      reason,
      bulkId,
      details: { compensationId: bulkId, ...details },
    }
    return recordAudit(tx, { ...entry, action: 'compensate customer', subject: `customer:${accountId}` })
  }
}

export const compensationSubject = (compensationId: string): string => `compensation:${compensationId}`

const shown = (found: Compensation): ShownCompensation => ({ ...found, state: stateOf(found) })

function requireKnown(found: Compensation | undefined): Compensation {
  if (!found) throw operatorRefusal({ is: 'compensationUnknown' })
  return found
}
