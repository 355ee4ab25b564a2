import { inTransaction, type Tx } from '#server/kit/db.ts'
import type { Agreement } from '../agreements/index.ts'
import { type Chargeable, chargeNextCycle, isChargeable } from './charges.service.ts'
import { findLeftOrders, isRefunding } from './cycles.repo.ts'
import type { LifecycleDeps } from './lifecycle.service.ts'
import { announceCharge } from './notices.service.ts'
import { canResume, isPast, noticeAt } from './schedule.rules.ts'
import { isLive, renews, type Subscription } from './subscription.rules.ts'
import { deferTick, findClosing, findSubscriber, leaseDue, lockSubscription } from './subscriptions.repo.ts'

const AT_ONCE = 100
const LEASE = { minutes: 5 } as const
/** A charge without a result is requested again, under the same id. */
const REPEAT = { minutes: 10 } as const

export async function workOnDue(deps: LifecycleDeps): Promise<void> {
  const { db, clock, payments } = deps
  // After a restore, what has been charged since the backup is found first.
  if (await payments.isPaused()) return
  await followClosing(deps)
  for (;;) {
    const now = clock.now()
    const due = await leaseDue(db, { now, until: now.add(LEASE), limit: AT_ONCE })
    await Promise.all(due.map((subscriptionId) => workOn(deps, subscriptionId)))
    if (due.length < AT_ONCE) break
  }
  await refundLeft(deps)
}

/** Months that never begin: the plan's money was taken back, or the account is closed. */
async function refundLeft({ db, payments }: LifecycleDeps): Promise<void> {
  for (const orderId of await findLeftOrders(db, { limit: AT_ONCE })) {
    await payments.refund({ orderId, reason: 'the plan has ended', actor: 'system' })
  }
}

async function workOn(deps: LifecycleDeps, subscriptionId: string): Promise<void> {
  try {
    const due = await inTransaction(deps.db, (tx) => advance(deps, tx, subscriptionId))
    if (due) await (isClosing(due) ? applyClosing(deps, due) : renew(deps, due))
  } catch (error) {
    deps.log.error({ err: error, subscriptionId }, 'subscription tick failed')
  }
}

/** @returns undefined when nothing is left to do with a provider */
async function advance(
  { clock, lifecycle }: LifecycleDeps,
  tx: Tx,
  subscriptionId: string,
): Promise<Subscription | undefined> {
  const now = clock.now()
  const found = await lockSubscription(tx, { subscriptionId })
  if (!found) return undefined
  const current = await lifecycle.save(tx, await lifecycle.catchUp(tx, found, now), now)
  const needsProvider = isPast(noticeAt(current), now) || isPast(current.chargeDueAt, now) || isClosing(current)
  if (!needsProvider) return undefined
  await deferTick(tx, { subscriptionId, until: now.add(LEASE) })
  return current
}

async function withOpen<T>(
  { db, clock, lifecycle }: LifecycleDeps,
  subscriptionId: string,
  work: (tx: Tx, current: Subscription) => Promise<T>,
): Promise<T | undefined> {
  return inTransaction(db, async (tx) => {
    const found = await lockSubscription(tx, { subscriptionId })
    const current = found && (await lifecycle.catchUp(tx, found, clock.now()))
    return current && (isLive(current.state) || current.state === 'pending') ? work(tx, current) : undefined
  })
}

async function renew(deps: LifecycleDeps, due: Subscription): Promise<void> {
  const { clock, agreements } = deps
  const { accountId, subscriptionId } = due
  const agreement = due.agreement && accountId ? await agreements.find(accountId, due.agreement.agreementId) : undefined
  if (agreement?.state !== 'active') return stopRenewing(deps, due, agreement)
  const charge = await withOpen(deps, subscriptionId, async (tx, current) => {
    if (current.agreement?.agreementId !== agreement.agreementId) return undefined
    const announced = await announce(deps, tx, current)
    return isPast(announced.chargeDueAt, clock.now()) && isChargeable(announced)
      ? takeCharge(deps, tx, announced)
      : undefined
  })
  if (charge) await chargeNextCycle(deps, charge, agreement)
}

async function announce(deps: LifecycleDeps, tx: Tx, current: Subscription): Promise<Subscription> {
  const { clock, lifecycle } = deps
  if (!isPast(noticeAt(current), clock.now())) return current
  if (!isPast(current.chargeDueAt, clock.now())) await announceCharge(deps, tx, current)
  return lifecycle.save(tx, { ...current, noticedCycle: current.lastCycle + 1 }, clock.now())
}

/** @returns undefined while the account is being closed, or a cycle refunded */
async function takeCharge(
  { clock, lifecycle }: LifecycleDeps,
  tx: Tx,
  current: Chargeable,
): Promise<Chargeable | undefined> {
  const subscriber = await findSubscriber(tx, current.accountId)
  const chargeDueAt = clock.now().add(REPEAT)
  await lifecycle.save(tx, { ...current, chargeDueAt }, clock.now())
  return subscriber?.closesAt || (await isRefunding(tx, current)) ? undefined : current
}

/** The agreement no longer allows a charge: its cancellation was not recorded, or it ended at the provider. */
async function stopRenewing(
  deps: LifecycleDeps,
  { subscriptionId }: Subscription,
  agreement: Agreement | undefined,
): Promise<void> {
  const at = deps.clock.now()
  await withOpen(deps, subscriptionId, async (tx, current) => {
    if (agreement && current.agreement?.agreementId !== agreement.agreementId) return
    const isPaid = Temporal.Instant.compare(at, current.paidUntil) < 0
    const event = current.state === 'pending' ? 'chargeFailed' : isPaid ? 'cancelledInTime' : 'cancelledLate'
    await deps.lifecycle.move(tx, current, { event, at, reason: 'no agreement' })
  })
}

const isClosing = ({ closingStep }: Subscription): boolean => closingStep === 'cancel' || closingStep === 'undo'

/** Renewals stop reversibly; when an account is due to be erased, its plan ends. */
async function followClosing(deps: LifecycleDeps): Promise<void> {
  const { db, clock, lifecycle } = deps
  for (const { subscriptionId, step } of await findClosing(db, { now: clock.now(), limit: AT_ONCE })) {
    await withOpen(deps, subscriptionId, async (tx, current) => {
      const at = clock.now()
      if (step === 'end') await lifecycle.move(tx, current, { event: 'closed', at })
      else if (step === 'cancel') await lifecycle.save(tx, { ...current, closingStep: 'cancel' }, at)
      else {
        const closingStep = current.closingStep === 'cancelled' ? 'undo' : null
        await lifecycle.save(tx, { ...current, closingStep }, at)
      }
    })
  }
}

async function applyClosing(deps: LifecycleDeps, due: Subscription): Promise<void> {
  const { clock, agreements, lifecycle } = deps
  const { subscriptionId, accountId, agreement: link, closingStep } = due
  const agreement = link && accountId ? await agreements.find(accountId, link.agreementId) : undefined
  if (closingStep === 'cancel' && agreement?.state === 'active') await agreements.cancel(agreement)
  const isInTime = canResume(due, clock.now())
  if (closingStep === 'undo' && agreement?.state === 'ending' && isInTime) await agreements.undo(agreement)
  const renewsBy = closingStep === 'undo' ? await activeIdOf(deps, accountId, agreement) : undefined
  await withOpen(deps, subscriptionId, async (tx, current) => {
    const at = clock.now()
    if (current.closingStep === 'undo') {
      // It may have ended meanwhile at the provider.
      const isActive = renewsBy !== undefined && current.agreement?.agreementId === renewsBy
      const change = { closingStep: null }
      const resumed = isActive && (await lifecycle.move(tx, current, { event: 'resumed', at, change }))
      if (!resumed) await lifecycle.save(tx, { ...current, closingStep: null }, at)
    } else if (current.closingStep === 'cancel') {
      const change = { closingStep: 'cancelled' } as const
      const moved =
        renews(current.state) && (await lifecycle.move(tx, current, { event: 'cancelledInTime', at, change }))
      if (!moved) await lifecycle.save(tx, { ...current, closingStep: null }, at)
    }
  })
}

/** @returns its id if the agreement charges again */
async function activeIdOf(
  { agreements }: LifecycleDeps,
  accountId: string | null,
  agreement: Agreement | undefined,
): Promise<string | undefined> {
  const now = accountId && agreement ? await agreements.find(accountId, agreement.agreementId) : undefined
  return now?.state === 'active' ? now.agreementId : undefined
}
