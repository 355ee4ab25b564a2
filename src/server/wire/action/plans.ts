import * as endpoints from '#contract/plans.ts'
import { bind } from '../bind.ts'
import { renews, toButtonResponse, toPlanResponse } from './plans.presenter.ts'

/** The plans on sale, and the entry that leads to them. */
export const plans = bind(endpoints, ({ payments, plans }) => ({
  getSubscribableMonthlyPlanWeb: async (viewer, { offer }) => {
    const { kinds } = payments
    const found = await plans.subscribable(viewer, { offer, canRenew: renews(kinds) })
    return { planList: found.map((one) => toPlanResponse(one, { language: viewer.language, kinds })) }
  },

  getSubscriptionButton: async (viewer) => toButtonResponse(await plans.hasPlan(viewer), viewer.language),
}))
