import type { Db } from '#server/kit/db.ts'
import '#server/domains/subscriptions/index.ts'

type State = 'pending' | 'trial' | 'active' | 'past_due' | 'cancelling' | 'ended'

interface GivenPlan {
  accountId: string
  now: Temporal.Instant
  state?: State
  /** Hours from now. */
  cycleEnds?: number
  paid?: number
  entitled?: number
  planVersionId?: string
  /** A provider renews it. */
  isRenewed?: boolean
}

let plans = 0

/** A row of a plan in a state, without payments or credits. The cycle began a day ago. */
export async function givePlan(db: Db, given: GivenPlan): Promise<string> {
  const { accountId, now, state = 'active', cycleEnds = 48, paid = cycleEnds, entitled = paid } = given
  const { planVersionId = 'entertainment-pass.1' } = given
  const subscriptionId = `given-plan-${plans++}`
  const hence = (hours: number) => now.add({ hours })
  const isPending = state === 'pending'
  const isEnded = state === 'ended'
  const isRenewed = given.isRenewed ?? isPending
  await db
    .insertInto('subscription')
    .values({
      subscription_id: subscriptionId,
      account_id: accountId,
      plan_version_id: planVersionId,
      next_plan_version_id: null,
      state,
      by_partner: false,
      agreement_id: isRenewed ? subscriptionId : null,
      agreement_kind: isRenewed ? 'paypal' : null,
      agreement_mode: isRenewed ? 'push' : null,
      anchor: hence(-24),
      cycle: isPending ? 0 : 1,
      cycle_starts_at: hence(-24),
      cycle_ends_at: hence(cycleEnds),
      last_cycle: isPending ? 0 : 1,
      paid_until: hence(paid),
      entitled_until: hence(entitled),
      charge_due_at: null,
      charge_attempts: 0,
      failed_at: null,
      noticed_cycle: null,
      closing_step: null,
      tick_due_at: null,
      started_at: hence(-24),
      ended_at: isEnded ? now : null,
      end_reason: isEnded ? 'cancelled' : null,
    })
    .execute()
  return subscriptionId
}
