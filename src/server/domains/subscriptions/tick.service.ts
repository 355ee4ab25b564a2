import type { Db } from '#server/kit/db.ts'
import type { Agreement } from '../agreements/index.ts'
import { type Charges, type Chargeable, isChargeable } from './charges.service.ts'
import type { Lifecycle } from './lifecycle.service.ts'
import { createNotices } from './notices.service.ts'
import { noticeAt } from './schedule.rules.ts'
import { isLive, renews } from './subscription.rules.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import type { Subscription } from './subscriptions-model.ts'
import { deferTick, findClosing, findSubscriber, leaseDue, lockSubscription } from './subscriptions.repo.ts'

/** Subscriptions that are worked on at once. A charge waits for its provider, not for us. */
const AT_ONCE = 100
/** Nobody else works on a subscription for this long; what fails is repeated after it. */
const LEASE = { minutes: 5 } as const
/** A charge without a result is requested again after this time, under the same id. */
const REPEAT = { hours: 1 } as const
const CLOSING_AT_ONCE = 100

type TickDeps = SubscriptionsDeps & { lifecycle: Lifecycle; charges: Charges }

/** What the clock makes due: cycles, notices, charges, ends. Any number of nodes may run it at once. */
export function createTick(deps: TickDeps) {
  const { db, clock, log, agreements, lifecycle, charges } = deps
  const { catchUp, move, save } = lifecycle
  const { announceCharge } = createNotices(deps)
  return { runDue }

  async function runDue(): Promise<void> {
    await followClosing()
    for (;;) {
      const now = clock.now()
      const due = await leaseDue(db, { now, until: now.add(LEASE), limit: AT_ONCE })
      await Promise.all(due.map(workOn))
      if (due.length < AT_ONCE) return
    }
  }

  /** One that fails is left to its lease. */
  async function workOn(subscriptionId: string): Promise<void> {
    try {
      const due = await db.transaction().execute((tx) => advance(tx, subscriptionId))
      if (due) await (isClosing(due) ? applyClosing(due) : renew(due))
    } catch (error) {
      log.error({ err: error, subscriptionId }, 'subscription tick failed')
    }
  }

  /** What needs no provider. @returns the subscription if something is left to do with one */
  async function advance(tx: Db, subscriptionId: string): Promise<Subscription | undefined> {
    const now = clock.now()
    const found = await lockSubscription(tx, { subscriptionId })
    if (!found) return undefined
    const current = await save(tx, await catchUp(tx, found, now), now)
    const needsProvider = isDue(noticeAt(current)) || isDue(current.chargeDueAt) || isClosing(current)
    if (!needsProvider) return undefined
    await deferTick(tx, { subscriptionId, until: now.add(LEASE) })
    return current
  }

  function isDue(at: Temporal.Instant | null | undefined): boolean {
    return !!at && Temporal.Instant.compare(at, clock.now()) <= 0
  }

  /** Announces the next charge, or makes it, as far as the agreement still allows it. */
  async function renew(due: Subscription): Promise<void> {
    const { accountId, subscriptionId } = due
    const agreement = due.agreement && accountId ? await agreements().find(accountId, due.agreement.agreementId) : null
    if (agreement?.state !== 'active') return stopRenewing(due, agreement ?? undefined)
    const charge = await inTransaction(subscriptionId, async (tx, current) => {
      if (current.agreement?.agreementId !== agreement.agreementId) return undefined
      const announced = await announce(tx, current)
      return isDue(announced.chargeDueAt) && isChargeable(announced) ? takeCharge(tx, announced) : undefined
    })
    if (charge) await charges.charge(charge, agreement)
  }

  async function announce(tx: Db, current: Subscription): Promise<Subscription> {
    if (!isDue(noticeAt(current))) return current
    if (!isDue(current.chargeDueAt)) await announceCharge(tx, current)
    return save(tx, { ...current, noticedCycle: current.lastCycle + 1 }, clock.now())
  }

  /** Puts the next request for the charge off. @returns undefined while the account is being closed */
  async function takeCharge(tx: Db, current: Chargeable): Promise<Chargeable | undefined> {
    const subscriber = await findSubscriber(tx, current.accountId)
    const chargeDueAt = clock.now().add(REPEAT)
    await save(tx, { ...current, chargeDueAt }, clock.now())
    return subscriber?.closesAt ? undefined : current
  }

  /** The agreement no longer allows a charge: it was cancelled, and that was not recorded, or it ended at the provider. */
  async function stopRenewing({ subscriptionId }: Subscription, agreement: Agreement | undefined): Promise<void> {
    const at = clock.now()
    await inTransaction(subscriptionId, async (tx, current) => {
      if (agreement && current.agreement?.agreementId !== agreement.agreementId) return
      const isPaid = Temporal.Instant.compare(at, current.paidUntil) < 0
      const event = current.state === 'pending' ? 'chargeFailed' : isPaid ? 'cancelledInTime' : 'cancelledLate'
      await move(tx, current, { event, at, reason: 'no agreement' })
    })
  }

  /** Stops renewals of an account that is being closed, or resumes them. */
  async function applyClosing({
    subscriptionId,
    accountId,
    agreement: link,
    closingStep,
  }: Subscription): Promise<void> {
    const agreement = link && accountId ? await agreements().find(accountId, link.agreementId) : undefined
    if (closingStep === 'cancel' && agreement?.state === 'active') await agreements().cancel(agreement)
    if (closingStep === 'undo' && agreement?.state === 'ending') await agreements().undo(agreement)
    await inTransaction(subscriptionId, async (tx, current) => {
      const at = clock.now()
      if (current.closingStep === 'undo') {
        const resumed = await move(tx, current, { event: 'resumed', at, change: { closingStep: null } })
        if (!resumed) await save(tx, { ...current, closingStep: null }, at)
      } else if (current.closingStep === 'cancel') {
        const change = { closingStep: 'cancelled' } as const
        const moved = renews(current.state) && (await move(tx, current, { event: 'cancelledInTime', at, change }))
        if (!moved) await save(tx, { ...current, closingStep: null }, at)
      }
    })
  }

  /** What the closing of accounts asks for. Renewals stop reversibly; when an account is due to be erased, its plan ends. */
  async function followClosing(): Promise<void> {
    const asked = await findClosing(db, { now: clock.now(), limit: CLOSING_AT_ONCE })
    for (const { subscriptionId, step } of asked) {
      await inTransaction(subscriptionId, async (tx, current) => {
        const at = clock.now()
        if (step === 'end') await move(tx, current, { event: 'closed', at })
        else if (step === 'cancel') await save(tx, { ...current, closingStep: 'cancel' }, at)
        else await save(tx, { ...current, closingStep: current.closingStep === 'cancelled' ? 'undo' : null }, at)
      })
    }
  }

  /** Works on a subscription as it is at this moment, unless it has ended. */
  async function inTransaction<T>(
    subscriptionId: string,
    work: (tx: Db, current: Subscription) => Promise<T>,
  ): Promise<T | undefined> {
    return db.transaction().execute(async (tx) => {
      const found = await lockSubscription(tx, { subscriptionId })
      const current = found && (await catchUp(tx, found, clock.now()))
      return current && (isLive(current.state) || current.state === 'pending') ? work(tx, current) : undefined
    })
  }
}

const isClosing = ({ closingStep }: Subscription): boolean => closingStep === 'cancel' || closingStep === 'undo'
