import type { PaymentKind } from '#contract/payments.ts'
import * as endpoints from '#contract/staff.ts'
import type { SubscribablePlan } from '#server/domains/plans/index.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import { bind } from '../bind.ts'
import type { CallInfo } from '../handle.ts'
import { wireInstant } from '../instants.ts'
import { toNextAction } from './payments.presenter.ts'
import { toPlanResponse } from './plans.presenter.ts'

/** None of these plans renews. */
export const staff = bind(endpoints, ({ partners, payments, plans }) => {
  const toPlans = (found: readonly SubscribablePlan[], { language }: Viewer) =>
    found.map((one) =>
      toPlanResponse(one, { language, renewing: [], kinds: kindsFor(one, payments.kindsFor(one.plan.amountCents)) }),
    )

  const check = async (viewer: Viewer, entry: StaffEntry, { address }: CallInfo) => {
    const { staffToken, plans: found } = await partners.staff.check(viewer, { ...entry, address })
    return { staffToken, planList: toPlans(found, viewer) }
  }

  return {
    checkStaffPlan: check,
    getStaffSubscribableMonthlyPlan: check,

    saveStaffPlanStatus: async (viewer, input, { address }) => {
      const { staffToken, planId, provider, terminal, continueURL, cancelURL } = input
      const { accountId, language } = viewer
      const pages = { continueUrl: continueURL ?? '', cancelUrl: cancelURL ?? '' }
      const request = { accountId, language, staffToken, planId, kind: provider, terminal, address, ...pages }
      const taken = await partners.staff.take(request)
      if ('planEnd' in taken) return { planEnd: wireInstant(taken.planEnd) }
      return { outTradeNo: taken.order.orderId, ...toNextAction(taken.order) }
    },

    getGiftsSubscribableMonthlyPlan: async (viewer) => ({
      planList: toPlans(await plans.subscribable(viewer, { offer: 'gift', canRenew: false }), viewer),
    }),
  }
})

type StaffEntry = { companyName: string; staffNumber: string }

const kindsFor = ({ plan }: SubscribablePlan, kinds: readonly PaymentKind[]) => (plan.amountCents > 0 ? kinds : [])
