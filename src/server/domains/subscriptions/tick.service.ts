import type { Db } from '#server/kit/db.ts'
import type { Charges } from './charges.service.ts'
import { createClosing } from './closing.service.ts'
import { findLeftOrders } from './cycles.repo.ts'
import type { Lifecycle } from './lifecycle.service.ts'
import { createOpenSubscriptions } from './open-subscriptions.service.ts'
import { createRenewals } from './renewals.service.ts'
import { isPast, noticeAt } from './schedule.rules.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import type { Subscription } from './subscriptions-model.ts'
import { deferTick, leaseDue, lockSubscription } from './subscriptions.repo.ts'

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
