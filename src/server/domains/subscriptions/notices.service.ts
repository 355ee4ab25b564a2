import type { Db } from '#server/kit/db.ts'
import type { PlanVersion } from '../plans/index.ts'
import { TIME_ZONE } from './cycles.rules.ts'
import { nextChargeAt } from './schedule.rules.ts'
import type { Notice } from './subscription.rules.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import type { GivenCycle, Subscription } from './subscriptions-model.ts'

type Instant = Temporal.Instant

/** The messages of a plan to its member. Days are those of Hong Kong. */
export function createNotices({ messages, plans }: Pick<SubscriptionsDeps, 'messages' | 'plans'>) {
  return { postNotice, announceCharge }

  async function postNotice(
    tx: Db,
    subscription: Subscription,
    { notice, given }: { notice: Notice; given?: GivenCycle | undefined },
  ): Promise<void> {
    const { accountId, agreement, paidUntil, chargeDueAt, entitledUntil, endedAt } = subscription
    if (!accountId) return
    const version = await versionOf(tx, given?.planVersionId ?? planOf(notice, subscription))
    const { name: plan, amountCents, creditsPerCycle } = version
    const credits = subscription.byPartner ? 0 : creditsPerCycle
    const until = dayBefore(paidUntil)
    const post = <T extends Notice>(template: T, params: Parameters<typeof messages.post<T>>[1]['params']) =>
      messages.post(tx, { accountId, template, params })
    switch (notice) {
      case 'trialStarted':
        return post(notice, { plan, credits, amountCents, until })
      case 'planStarted':
        return post(notice, { plan, credits, until, renews: agreement !== null })
      case 'renewalPaid':
        return post(notice, { plan, amountCents: given?.amountCents ?? amountCents, until })
      case 'renewalFailed':
        return post(notice, {
          plan,
          amountCents,
          until: dayBefore(entitledUntil),
          ...(chargeDueAt && { nextTry: dayOf(chargeDueAt) }),
        })
      case 'planCancelled':
        return post(notice, { plan, until })
      case 'planResumed':
        return post(notice, { plan, until })
      case 'planEnded':
        return post(notice, { plan, day: dayOf(endedAt ?? paidUntil) })
    }
  }

  /** Tells of the next charge. */
  async function announceCharge(tx: Db, subscription: Subscription): Promise<void> {
    const { accountId } = subscription
    const chargeAt = nextChargeAt(subscription)
    if (!accountId || !chargeAt) return
    const { name: plan, amountCents } = await versionOf(tx, nextPlanOf(subscription))
    const params = { plan, amountCents, day: dayOf(chargeAt) }
    await messages.post(tx, { accountId, template: 'renewalNotice', params })
  }

  async function versionOf(tx: Db, planVersionId: string): Promise<PlanVersion> {
    const version = await plans.version(planVersionId, tx)
    if (!version) throw new Error(`no version ${planVersionId}`)
    return version
  }
}

/** What the next cycle brings. */
const nextPlanOf = ({ planVersionId, nextPlanVersionId }: Subscription): string => nextPlanVersionId ?? planVersionId

/** The plan that a message is about: the one that is charged next, or the one that runs. */
const planOf = (notice: Notice, subscription: Subscription): string =>
  notice === 'renewalFailed' || notice === 'planResumed' ? nextPlanOf(subscription) : subscription.planVersionId

const dayOf = (at: Instant): string => at.toZonedDateTimeISO(TIME_ZONE).toPlainDate().toString()

/** The last day before an end, which is not included in it. */
const dayBefore = (end: Instant): string => dayOf(end.subtract({ nanoseconds: 1 }))
