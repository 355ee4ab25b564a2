import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import { isAfter } from '#server/kit/instants.ts'
import {
  blockPurchases,
  captureCreditHold,
  placeCreditHold,
  releaseCreditHold,
  removeLot,
  walletOf,
} from '../ledger/index.ts'
import type { PaidOrder, ProductRefund, Refund } from '../payments/index.ts'
import { bookRevenue } from './credits.service.ts'
import {
  addRefunded,
  findCycles,
  findCreditHold,
  findPaidCycle,
  hasPaidAfter,
  insertCreditHold,
  moveRow,
  removeQueued,
  updateReleased,
  updateVoided,
} from './cycles.repo.ts'
import { cycleOf } from './cycles.rules.ts'
import { type LifecycleDeps, newSubscription } from './lifecycle.service.ts'
import { postNotice } from './notices.service.ts'
import type { Reversal } from './ports.ts'
import { chargeAfter } from './schedule.rules.ts'
import { type CycleRow, isLive, type Subscription } from './subscription.rules.ts'
import { insertSubscription, lockSubscription } from './subscriptions.repo.ts'

type Instant = Temporal.Instant

/**
 * A partial refund takes nothing back. A full refund of the running cycle ends the plan and voids its credits; of a month
 * that waits, it removes the month and its next charge; of a past cycle, it changes nothing. Given months stay. Between the
 * request and the provider's answer no month is added to the plan (`isRefunding`).
 */
export function createReversals(deps: LifecycleDeps): Reversal {
  const { clock, agreements, lifecycle, voidPaidFrom } = deps
  const { move, save, catchUp } = lifecycle
  return { beforeRefund, refundFailed, refunded, chargedBack }

  async function beforeRefund(tx: Db, { orderId }: PaidOrder, refund: ProductRefund) {
    const paid = await lockPaid(tx, orderId)
    if (!paid) return undefined
    const { row } = paid
    const { isWhole } = refund
    // The last month is refunded first.
    if (isWhole && !isOver(paid) && (await hasPaidAfter(tx, row))) return { maxCents: 0 }
    await addRefunded(tx, { orderId, cents: refund.amountCents })
    if (isWhole) {
      const holdTransferId = await holdCredits(tx, row, refund)
      await insertCreditHold(tx, { refundId: refund.refundId, orderId, cents: refund.amountCents, holdTransferId })
    }
    return undefined
  }

  /** @returns null when nothing is left to hold */
  async function holdCredits(tx: Db, { lotId }: CycleRow, refund: Refund): Promise<number | null> {
    if (lotId === null) return null
    try {
      return (await placeCreditHold(tx, { lotId, ...bookingOf(refund, 'hold'), at: clock.now() })).transferId
    } catch (error) {
      // Spent, or over.
      if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
      return null
    }
  }

  async function refundFailed(tx: Db, { orderId }: PaidOrder, refund: Refund): Promise<void> {
    if (!(await lockPaid(tx, orderId))) return
    await addRefunded(tx, { orderId, cents: -refund.amountCents })
    const hold = await findCreditHold(tx, refund.refundId)
    if (!hold) return
    await updateReleased(tx, { refundId: refund.refundId, at: clock.now() })
    if (hold.holdTransferId === null) return
    await releaseCreditHold(tx, {
      holdTransferId: hold.holdTransferId,
      ...bookingOf(refund, 'release'),
      at: clock.now(),
    })
  }

  async function refunded(tx: Db, { orderId }: PaidOrder, refund: Refund): Promise<void> {
    const at = clock.now()
    const { refundId, amountCents } = refund
    await bookRevenue(tx, { key: `subscription refund:${refundId}`, orderId, cents: -amountCents, at })
    const hold = await findCreditHold(tx, refundId)
    const paid = await lockPaid(tx, orderId)
    if (!hold || !paid) return
    const { holdTransferId } = hold
    if (holdTransferId !== null) {
      const capture = { holdTransferId, paidFrom: 'payments_received', cents: 0 } as const
      await captureCreditHold(tx, { ...capture, ...bookingOf(refund, 'capture'), at })
    }
    await updateVoided(tx, { orderId, at })
    const { row, subscription } = paid
    if (isOver(paid)) return
    if (row.cycle === subscription.cycle) await endPaid(deps, tx, { subscription, event: 'refunded', at })
    else await removeWaiting(tx, subscription, row)
  }

  async function removeWaiting(tx: Db, subscription: Subscription, { kind, cycle }: CycleRow): Promise<void> {
    const { subscriptionId } = subscription
    const at = clock.now()
    await removeQueued(tx, { subscriptionId, cycle, at })
    const shorter = await closeUp(tx, subscription, cycle)
    if (kind !== 'charged' || !subscription.agreement) {
      await save(tx, { ...shorter, ...chargeAfter(shorter, 'refunded', at) }, at)
      return
    }
    // A returned charge is not repeated.
    if (!(await move(tx, shorter, { event: 'cancelledInTime', at }))) await save(tx, shorter, at)
    await agreements.end(tx, subscription.agreement.agreementId, 'refunded')
  }

  /** Ends the plan but for given months; blocks purchases until an operator lifts it. */
  async function chargedBack(tx: Db, { orderId, accountId }: PaidOrder): Promise<void> {
    const at = clock.now()
    const paid = await lockPaid(tx, orderId)
    if (paid) {
      const { row, subscription } = paid
      if (row.lotId !== null) {
        const booking = { idempotencyKey: `plan clawback:${row.subscriptionId}:${row.cycle}`, actor: 'system', at }
        await removeLot(tx, { lotId: row.lotId, kind: 'clawback', ...booking })
        await voidPaidFrom(tx, { lotId: row.lotId, reason: 'charged back' })
      }
      await updateVoided(tx, { orderId, at })
      await endPaid(deps, tx, { subscription, event: 'chargedBack', at })
    }
    if (accountId !== null) await blockPurchases(tx, { walletId: await walletOf(tx, accountId, at), at })
  }

  /** @returns undefined when the cycle was removed */
  async function lockPaid(tx: Db, orderId: string): Promise<PaidCycle | undefined> {
    const found = await findPaidCycle(tx, orderId)
    const locked = found && (await lockSubscription(tx, found))
    const subscription = locked && (await catchUp(tx, locked, clock.now()))
    // Read again, under the lock.
    const row = subscription && (await findPaidCycle(tx, orderId))
    return row && { row, subscription }
  }
}

interface PaidCycle {
  readonly row: CycleRow
  readonly subscription: Subscription
}

const bookingOf = ({ refundId, orderId, actor, reason }: Refund, step: string) => ({
  idempotencyKey: `plan ${step}:${refundId}`,
  actor,
  reason,
  subject: orderId,
})

const isOver = ({ row, subscription }: PaidCycle) => !isLive(subscription.state) || row.cycle < subscription.cycle

type EndedPlan = { subscription: Subscription; event: 'refunded' | 'chargedBack'; at: Instant }

/** Ends a locked plan. Its given months continue as a plan without renewal: the running one as it is, those that wait from now on. */
async function endPaid(deps: LifecycleDeps, tx: Db, { subscription, event, at }: EndedPlan): Promise<void> {
  const { move } = deps.lifecycle
  if (!isLive(subscription.state)) return
  const rows = (await findCycles(tx, subscription.subscriptionId)).filter(({ cycle }) => cycle >= subscription.cycle)
  const running = rows.find((row) => isGiven(row) && row.cycle === subscription.cycle && isAfter(row.endsAt, at))
  const waiting = rows.filter((row) => isGiven(row) && row.cycle > subscription.cycle)
  if (!running && waiting.length === 0) {
    await move(tx, subscription, { event, at })
    return
  }
  const { accountId } = subscription
  const { planVersionId } = running ?? waiting[0]!
  const fresh = newSubscription({ accountId, planVersionId, agreement: null, isCharged: false, at })
  await insertSubscription(tx, fresh)
  for (const { subscriptionId, cycle } of waiting) await removeQueued(tx, { subscriptionId, cycle, at })
  if (running) await moveRow(tx, running, { ...running, subscriptionId: fresh.subscriptionId })
  await move(tx, withoutGiven(subscription, rows), { event, at, isSilent: running !== undefined })
  const held = running ? await continueMonth(deps, tx, { fresh, running, subscription, at }) : fresh
  const given = await addMonths(deps, tx, { held, waiting, at })
  if (running) await postNotice(deps, tx, { subscription: given, notice: 'planCancelled' })
}

type Continued = { fresh: Subscription; running: CycleRow; subscription: Subscription; at: Instant }

async function continueMonth(
  { lifecycle }: LifecycleDeps,
  tx: Db,
  { fresh, running, subscription, at }: Continued,
): Promise<Subscription> {
  const { cycle, startsAt: cycleStartsAt, endsAt } = running
  const { anchor } = subscription
  const dates = { anchor, cycle, cycleStartsAt, cycleEndsAt: endsAt, lastCycle: cycle, paidUntil: endsAt }
  return lifecycle.save(tx, { ...fresh, ...dates, state: 'cancelling' }, at)
}

async function addMonths(
  { lifecycle }: LifecycleDeps,
  tx: Db,
  { held, waiting, at }: { held: Subscription; waiting: readonly CycleRow[]; at: Instant },
): Promise<Subscription> {
  let plan = held
  for (const { planVersionId } of waiting) {
    const given = { kind: 'gift', planVersionId, orderId: null, amountCents: 0 } as const
    plan = (await lifecycle.move(tx, plan, { event: 'prepaid', at, given })) ?? plan
  }
  return plan
}

/** Moves the months behind a removed one forward. @returns the plan, a month shorter */
async function closeUp(tx: Db, subscription: Subscription, removed: number): Promise<Subscription> {
  const { subscriptionId, anchor, lastCycle, noticedCycle, agreement } = subscription
  for (let cycle = removed + 1; cycle <= lastCycle; cycle++) {
    await moveRow(tx, { subscriptionId, cycle }, { subscriptionId, cycle: cycle - 1, ...cycleOf(anchor, cycle - 1) })
  }
  const isNoticed = agreement?.mode === 'push' && noticedCycle === lastCycle + 1
  return {
    ...subscription,
    lastCycle: lastCycle - 1,
    paidUntil: cycleOf(anchor, lastCycle - 1).endsAt,
    noticedCycle: isNoticed ? lastCycle : noticedCycle,
  }
}

const isGiven = ({ kind }: CycleRow): boolean => kind === 'gift'

function withoutGiven(subscription: Subscription, rows: readonly CycleRow[]): Subscription {
  const last = rows.findLast((row) => !isGiven(row) || row.cycle === subscription.cycle)
  return last ? { ...subscription, lastCycle: last.cycle, paidUntil: last.endsAt } : subscription
}
