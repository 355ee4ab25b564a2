import { getSubscribableMonthlyPlanWeb, type Plan } from '#contract/plans.ts'
import { useCall } from '#web/kit/use-call.ts'

export function usePlanOffer({ enabled = true }: { enabled?: boolean } = {}): Plan | undefined {
  const answer = useCall(getSubscribableMonthlyPlanWeb, {}, { enabled })
  return enabled ? answer.data?.planList.find(({ eligible, providers }) => eligible && providers.length > 0) : undefined
}
