import * as endpoints from '#contract/plans.ts'
import { bind } from '../bind.ts'
import { planKinds, toButtonResponse, toPlanResponse } from './plans.presenter.ts'

export const plans = bind(endpoints, ({ agreements, payments, plans }) => ({
  getSubscribableMonthlyPlanWeb: async (viewer, { offer, withoutTrial }) => {
    const { kinds: renewing } = agreements
    const found = await plans.subscribable(viewer, { offer, canRenew: renewing.length > 0, withoutTrial })
    const { language } = viewer
    const toResponse = (one: (typeof found)[number]) =>
      toPlanResponse(one, { language, renewing, kinds: planKinds(payments.kindsFor(one.plan.amountCents), renewing) })
    return { planList: found.map(toResponse) }
  },

  getSubscriptionButton: async (viewer) => toButtonResponse(await plans.button(viewer), viewer.language),
}))
