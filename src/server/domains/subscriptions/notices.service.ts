import type { Db } from '#server/kit/db.ts'
import type { PlanVersion } from '../plans/index.ts'
import { nextChargeAt, nextPlanOf } from './schedule.rules.ts'
import type { Notice, GivenCycle, Subscription } from './subscription.rules.ts'
import type { SubscriptionsDeps } from './ports.ts'
import { hongKongDay } from '#server/kit/instants.ts'

type Instant = Temporal.Instant

type Told = { subscription: Subscription; notice: Notice; given?: GivenCycle | undefined }

export async function postNotice(
  { messages, plans }: SubscriptionsDeps,
  tx: Db,
  { subscription, notice, given }: Told,
): Promise<void> {
  const { accountId, agreement, byPartner, paidUntil, chargeDueAt, entitledUntil, endedAt } = subscription
  if (!accountId) return
  const version = await requireVersion(plans, tx, given?.planVersionId ?? planOf(notice, subscription))
  const { name: plan, amountCents, creditsPerCycle } = version
  const credits = byPartner ? 0 : creditsPerCycle
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
    case 'renewalFailed': {
      const nextTry = chargeDueAt && { nextTry: dayOf(chargeDueAt) }
      return post(notice, { plan, amountCents, until: dayBefore(entitledUntil), ...nextTry })
    }
    case 'planCancelled':
      return post(notice, { plan, until })
    case 'planResumed':
      return post(notice, { plan, until })
    case 'planEnded':
      return post(notice, { plan, day: dayOf(endedAt ?? paidUntil) })
  }
}

export async function announceCharge(
  { messages, plans }: SubscriptionsDeps,
  tx: Db,
  subscription: Subscription,
): Promise<void> {
  const { accountId } = subscription
  const chargeAt = nextChargeAt(subscription)
  if (!accountId || !chargeAt) return
  const { name: plan, amountCents } = await requireVersion(plans, tx, nextPlanOf(subscription))
  const params = { plan, amountCents, day: dayOf(chargeAt) }
  await messages.post(tx, { accountId, template: 'renewalNotice', params })
}

async function requireVersion(plans: SubscriptionsDeps['plans'], tx: Db, planVersionId: string): Promise<PlanVersion> {
  const version = await plans.version(planVersionId, tx)
  if (!version) throw new Error(`no version ${planVersionId}`)
  return version
}

const planOf = (notice: Notice, subscription: Subscription): string =>
  notice === 'renewalFailed' || notice === 'planResumed' ? nextPlanOf(subscription) : subscription.planVersionId

const dayOf = (at: Instant): string => hongKongDay(at).toString()

const dayBefore = (end: Instant): string => dayOf(end.subtract({ nanoseconds: 1 }))
