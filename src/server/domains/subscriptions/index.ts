import type { Db } from '#server/kit/db.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import { createActivations } from './activations.service.ts'
import { createChanges } from './changes.service.ts'
import { findLeftOrders } from './cycles.repo.ts'
import { giveMonths, createStarts } from './starts.service.ts'
import { createLifecycle } from './lifecycle.service.ts'
import type { SubscriptionsDeps } from './ports.ts'
import { createProgress } from './progress.service.ts'
import { createReversals } from './reversals.service.ts'
import { createSettlements } from './settlements.service.ts'
import type { Subscription } from './subscription.rules.ts'
import { countAttention, lockOpenSubscriptions, SUBSCRIPTION_CHANNEL, unlinkAccount } from './subscriptions.repo.ts'
import { workOnDue } from './tick.service.ts'
import { createViews } from './views.service.ts'

/**
 * Subscriptions: the plans that accounts hold, their cycles, credits, renewals and ends. Owns the tables subscription,
 * subscription_cycle, subscription_removed_month, subscription_hold, trial_identity. Talks to no provider: agreements charge, payments
 * settle; both know this domain by its ports only.
 */
export type { SubscriptionsDeps } from './ports.ts'
export { findHeldPlan, type HeldPlan } from './subscriptions.repo.ts'
export type { Progress } from './progress.service.ts'
export type { SubscriptionView } from './views.service.ts'

export type Subscriptions = ReturnType<typeof createSubscriptions>

const DUE_EVERY_MS = 5_000
const LATE_MINUTES = 30

export function createSubscriptions(given: SubscriptionsDeps) {
  const { clock, log } = given
  const lifecycle = createLifecycle(given)
  const deps = { ...given, lifecycle }
  const starts = createStarts(deps)
  const changes = createChanges(deps)
  const progress = createProgress(deps)
  const views = createViews(deps)
  const settlements = createSettlements({ ...deps, reversal: createReversals(deps) })
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'subscriptions', everyMs: DUE_EVERY_MS, wakeOn: SUBSCRIPTION_CHANNEL, run: runDue }],
    personalData: { name: 'subscriptions', collect: views.collect, erase },
    gauges: [attentionGauge(deps)],
  }
  return {
    starts,
    changes,
    progress,
    views,
    settlements,
    give,
    hasPlan,
    paidUntil,
    owner: createActivations(deps),
    runDue,
    domainModule,
  }

  async function runDue(): Promise<void> {
    await workOnDue(deps)
  }

  async function give(tx: Db, gift: Parameters<typeof giveMonths>[2]) {
    return giveMonths(deps, tx, gift)
  }

  async function hasPlan(tx: Db, accountId: string): Promise<boolean> {
    return (await currentOf(tx, accountId)).length > 0
  }

  async function paidUntil(tx: Db, accountId: string): Promise<Temporal.Instant | undefined> {
    return (await currentOf(tx, accountId)).find(({ state }) => state !== 'pending')?.paidUntil
  }

  async function currentOf(tx: Db, accountId: string): Promise<Subscription[]> {
    const at = clock.now()
    const current: Subscription[] = []
    for (const one of await lockOpenSubscriptions(tx, accountId)) current.push(await lifecycle.catchUp(tx, one, at))
    return current.filter(({ state }) => state !== 'ended')
  }

  /**
   * Keeps the records without the person; keyed hashes still tell who has held a plan. Agreements end themselves.
   * @throws while months that never began are not being refunded: the erasure is repeated later
   */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    for (const subscription of await lockOpenSubscriptions(tx, accountId)) {
      await lifecycle.move(tx, subscription, { event: 'closed', at: clock.now(), change: { agreement: null } })
    }
    if ((await findLeftOrders(tx, { accountId, limit: 1 })).length > 0) {
      log.info({ accountId }, 'erasure waits for a refund')
      throw new Error('a month is not refunded')
    }
    await unlinkAccount(tx, accountId)
  }
}

const attentionGauge = ({ db, clock }: Pick<SubscriptionsDeps, 'db' | 'clock'>): Gauge => ({
  name: 'harbour_subscriptions',
  help: 'Plans that are past due, and plans whose work by the clock is late.',
  labels: ['state'],
  read: async () => {
    const { pastDue, overdue } = await countAttention(db, clock.now().subtract({ minutes: LATE_MINUTES }))
    return [
      { value: pastDue, labels: { state: 'past_due' } },
      { value: overdue, labels: { state: 'overdue' } },
    ]
  },
})
