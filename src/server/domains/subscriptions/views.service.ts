import type { Language } from '#contract/languages.ts'
import type { PlanVersion } from '../plans/index.ts'
import { findCycles } from './cycles.repo.ts'
import { canCancel, canUndo, nextChargeAt } from './schedule.rules.ts'
import { isLive, type Subscription } from './subscription.rules.ts'
import type { SubscriptionsDeps } from './ports.ts'
import { findAll, findLast } from './subscriptions.repo.ts'

export type SubscriptionView = Awaited<ReturnType<ReturnType<typeof createViews>['view']>>

export function createViews({ db, clock, plans, ledger, agreements }: SubscriptionsDeps) {
  return { detail, view, collect }

  /** The running plan, else the last one. */
  async function detail(accountId: string): Promise<SubscriptionView | null> {
    const last = await findLast(db, accountId)
    return last ? view(accountId, last) : null
  }

  async function view(accountId: string, subscription: Subscription) {
    const { planVersionId, nextPlanVersionId, agreement: link, cycle, lastCycle } = subscription
    const [version, next, balance, agreement] = await Promise.all([
      requireVersion(planVersionId),
      nextPlanVersionId === null ? undefined : requireVersion(nextPlanVersionId),
      ledger.balance(accountId),
      link ? agreements.find(accountId, link.agreementId) : undefined,
    ])
    const monthly = balance.spendable.filter(({ bucket }) => bucket === 'monthly')
    const chargeAt = nextChargeAt(subscription)
    return {
      subscription,
      version,
      next,
      creditsLeft: isLive(subscription.state) ? monthly.reduce((sum, { amount }) => sum + amount, 0) : 0,
      nextChargeAt: chargeAt,
      canCancel: canCancel(subscription),
      canUndo: canUndo(subscription, agreement, clock.now()),
      queuedMonths: isLive(subscription.state) ? lastCycle - cycle : 0,
    }
  }

  async function requireVersion(planVersionId: string): Promise<PlanVersion> {
    const version = await plans.version(planVersionId)
    if (!version) throw new Error(`no version ${planVersionId}`)
    return version
  }

  async function collect({ accountId }: { accountId: string }, language: Language): Promise<unknown> {
    const held = await findAll(db, accountId)
    return {
      subscriptions: await Promise.all(
        held.map(async ({ subscriptionId, planVersionId, state, startedAt, endedAt, endReason }) => ({
          plan: (await requireVersion(planVersionId)).name[language],
          state,
          startedAt,
          endedAt,
          endReason,
          cycles: (await findCycles(db, subscriptionId)).map(({ kind, startsAt, endsAt, orderId }) => ({
            kind,
            startsAt,
            endsAt,
            orderId,
          })),
        })),
      ),
    }
  }
}
