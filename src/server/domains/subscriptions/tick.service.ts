import type { Db } from '#server/kit/db.ts'
import { type Charges, type Chargeable, isChargeable } from './charges.service.ts'
import { findLeftOrders, isRefunding } from './cycles.repo.ts'
import type { Lifecycle } from './lifecycle.service.ts'
import { isPast, noticeAt, canResume } from './schedule.rules.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import type { Subscription } from './subscriptions-model.ts'
import { deferTick, leaseDue, lockSubscription, findClosing, findSubscriber } from './subscriptions.repo.ts'
import type { Agreement } from '../agreements/index.ts'
import { renews, isLive } from './subscription.rules.ts'
import { createNotices } from './notices.service.ts'

/** Subscriptions that are worked on at once. A charge waits for its provider, not for us. */
const AT_ONCE = 100
/** Nobody else works on a subscription for this long; what fails is repeated after it. */
const LEASE = { minutes: 5 } as const

type TickDeps = SubscriptionsDeps & { lifecycle: Lifecycle; charges: Charges }

/** What the clock makes due: cycles, notices, charges, ends. Any number of nodes may run it at once. */
export function createTick(deps: TickDeps) {
  const { db, clock, log, payments, lifecycle } = deps
  const { catchUp, save } = lifecycle
  const open = createOpenSubscriptions(deps)
  const { renew } = createRenewals({ ...deps, open })
  const { followClosing, applyClosing } = createClosing({ ...deps, open })
  return { runDue }

  async function runDue(): Promise<void> {
    // After a restore, what has been charged since the backup is found first.
    if (await payments().isPaused()) return
    await followClosing()
    for (;;) {
      const now = clock.now()
      const due = await leaseDue(db, { now, until: now.add(LEASE), limit: AT_ONCE })
      await Promise.all(due.map(workOn))
      if (due.length < AT_ONCE) break
    }
    await refundLeft()
  }

  /** Months that never begin are returned to their payers: their plan's money was taken back, or their account is closed. */
  async function refundLeft(): Promise<void> {
    for (const orderId of await findLeftOrders(db, { limit: AT_ONCE })) {
      await payments().refund({ orderId, reason: 'the plan has ended', actor: 'system' })
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
    const needsProvider = isPast(noticeAt(current), now) || isPast(current.chargeDueAt, now) || isClosing(current)
    if (!needsProvider) return undefined
    await deferTick(tx, { subscriptionId, until: now.add(LEASE) })
    return current
  }
}

const isClosing = ({ closingStep }: Subscription): boolean => closingStep === 'cancel' || closingStep === 'undo'

const CLOSING_AT_ONCE = 100

type ClosingDeps = SubscriptionsDeps & { lifecycle: Lifecycle; open: OpenSubscriptions }

/** What the closing of accounts does to their plans. */
function createClosing({ db, clock, agreements, lifecycle, open }: ClosingDeps) {
  const { move, save } = lifecycle
  const { withOpen } = open
  return { followClosing, applyClosing }

  /** Stops renewals of an account that is being closed, or resumes them. */
  async function applyClosing(due: Subscription): Promise<void> {
    const { subscriptionId, accountId, agreement: link, closingStep } = due
    const agreement = link && accountId ? await agreements().find(accountId, link.agreementId) : undefined
    if (closingStep === 'cancel' && agreement?.state === 'active') await agreements().cancel(agreement)
    const isInTime = canResume(due, clock.now())
    if (closingStep === 'undo' && agreement?.state === 'ending' && isInTime) await agreements().undo(agreement)
    const renewsBy = closingStep === 'undo' ? await activeOf(accountId, agreement) : undefined
    await withOpen(subscriptionId, async (tx, current) => {
      const at = clock.now()
      if (current.closingStep === 'undo') {
        // It may have ended meanwhile at the provider.
        const isActive = renewsBy !== undefined && current.agreement?.agreementId === renewsBy
        const change = { closingStep: null }
        const resumed = isActive && (await move(tx, current, { event: 'resumed', at, change }))
        if (!resumed) await save(tx, { ...current, closingStep: null }, at)
      } else if (current.closingStep === 'cancel') {
        const change = { closingStep: 'cancelled' } as const
        const moved = renews(current.state) && (await move(tx, current, { event: 'cancelledInTime', at, change }))
        if (!moved) await save(tx, { ...current, closingStep: null }, at)
      }
    })
  }

  /** @returns its id if the agreement charges again */
  async function activeOf(accountId: string | null, agreement: Agreement | undefined): Promise<string | undefined> {
    const now = accountId && agreement ? await agreements().find(accountId, agreement.agreementId) : undefined
    return now?.state === 'active' ? now.agreementId : undefined
  }

  /** What the closing of accounts asks for. Renewals stop reversibly; when an account is due to be erased, its plan ends. */
  async function followClosing(): Promise<void> {
    const asked = await findClosing(db, { now: clock.now(), limit: CLOSING_AT_ONCE })
    for (const { subscriptionId, step } of asked) {
      await withOpen(subscriptionId, async (tx, current) => {
        const at = clock.now()
        if (step === 'end') await move(tx, current, { event: 'closed', at })
        else if (step === 'cancel') await save(tx, { ...current, closingStep: 'cancel' }, at)
        else await save(tx, { ...current, closingStep: current.closingStep === 'cancelled' ? 'undo' : null }, at)
      })
    }
  }
}

/** A charge without a result, also one whose node has died, is requested again after this time, under the same id. */
const REPEAT = { minutes: 10 } as const

type RenewalsDeps = SubscriptionsDeps & { lifecycle: Lifecycle; charges: Charges; open: OpenSubscriptions }

/** The next cycles of plans that we charge: their notices and their charges. */
function createRenewals(deps: RenewalsDeps) {
  const { clock, agreements, lifecycle, charges, open } = deps
  const { move, save } = lifecycle
  const { withOpen } = open
  const { announceCharge } = createNotices(deps)
  return { renew }

  /** Announces the next charge, or makes it, as far as the agreement still allows it. */
  async function renew(due: Subscription): Promise<void> {
    const { accountId, subscriptionId } = due
    const agreement = due.agreement && accountId ? await agreements().find(accountId, due.agreement.agreementId) : null
    if (agreement?.state !== 'active') return stopRenewing(due, agreement ?? undefined)
    const charge = await withOpen(subscriptionId, async (tx, current) => {
      if (current.agreement?.agreementId !== agreement.agreementId) return undefined
      const announced = await announce(tx, current)
      return isPast(announced.chargeDueAt, clock.now()) && isChargeable(announced)
        ? takeCharge(tx, announced)
        : undefined
    })
    if (charge) await charges.charge(charge, agreement)
  }

  async function announce(tx: Db, current: Subscription): Promise<Subscription> {
    if (!isPast(noticeAt(current), clock.now())) return current
    if (!isPast(current.chargeDueAt, clock.now())) await announceCharge(tx, current)
    return save(tx, { ...current, noticedCycle: current.lastCycle + 1 }, clock.now())
  }

  /** Puts the next request for the charge off. @returns undefined while the account is being closed, or a cycle refunded */
  async function takeCharge(tx: Db, current: Chargeable): Promise<Chargeable | undefined> {
    const subscriber = await findSubscriber(tx, current.accountId)
    const chargeDueAt = clock.now().add(REPEAT)
    await save(tx, { ...current, chargeDueAt }, clock.now())
    return subscriber?.closesAt || (await isRefunding(tx, current)) ? undefined : current
  }

  /** The agreement no longer allows a charge: it was cancelled, and that was not recorded, or it ended at the provider. */
  async function stopRenewing({ subscriptionId }: Subscription, agreement: Agreement | undefined): Promise<void> {
    const at = clock.now()
    await withOpen(subscriptionId, async (tx, current) => {
      if (agreement && current.agreement?.agreementId !== agreement.agreementId) return
      const isPaid = Temporal.Instant.compare(at, current.paidUntil) < 0
      const event = current.state === 'pending' ? 'chargeFailed' : isPaid ? 'cancelledInTime' : 'cancelledLate'
      await move(tx, current, { event, at, reason: 'no agreement' })
    })
  }
}

type OpenSubscriptions = ReturnType<typeof createOpenSubscriptions>

/** Transactions on single subscriptions that have not ended. */
function createOpenSubscriptions({
  db,
  clock,
  lifecycle,
}: Pick<SubscriptionsDeps, 'db' | 'clock'> & { lifecycle: Lifecycle }) {
  const { catchUp } = lifecycle
  return { withOpen }

  /** Works on a subscription as it is at this moment, unless it has ended. */
  async function withOpen<T>(
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
