import type { QueryClient } from '@tanstack/react-query'
import { getSubscribableMonthlyPlanWeb, getSubscriptionButton } from '#contract/plans.ts'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { queriesOf } from '#web/kit/query-cache.ts'
import { refreshAfterPurchase } from '#web/viewer/rentals/rental-cache.ts'

const PLANS = [subscriptionDetail, getSubscribableMonthlyPlanWeb, getSubscriptionButton]

export function refreshAfterPlanChange(queries: QueryClient): void {
  for (const endpoint of PLANS) void queries.invalidateQueries(queriesOf(endpoint))
  refreshAfterPurchase(queries)
}
