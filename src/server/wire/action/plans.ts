import type { Language } from '#contract/languages.ts'
import * as endpoints from '#contract/plans.ts'
import { plans as enUS } from '#text/en_US/plans.ts'
import { plans as zhHK, type PlansText } from '#text/zh_HK/plans.ts'
import { bind } from '../bind.ts'
import { toPlanResponse } from './plans.presenter.ts'

const TEXT: Readonly<Record<Language, PlansText>> = { zh_HK: zhHK, en_US: enUS }

/** The plans on sale, and the entry that leads to them. */
export const plans = bind(endpoints, ({ payments, plans }) => ({
  getSubscribableMonthlyPlanWeb: async (viewer, { offer }) => {
    const found = await plans.subscribable(viewer, offer)
    const shared = { language: viewer.language, kinds: payments.kinds }
    return { planList: found.map((one) => toPlanResponse(one, shared)) }
  },

  /** Hidden for whoever has a plan (SPEC section 6). */
  getSubscriptionButton: async (viewer) => {
    const hasPlan = await plans.hasPlan(viewer)
    const action = hasPlan ? ('manage' as const) : ('subscribe' as const)
    return { button: { text: TEXT[viewer.language][action], action, visible: !hasPlan } }
  },
}))
