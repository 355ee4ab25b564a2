import type { Language } from '#contract/languages.ts'
import type { PaymentKind } from '#contract/payments.ts'
import type { Plan } from '#contract/plans.ts'
import type { SubscribablePlan } from '#server/domains/plans/index.ts'
import { wireInstant } from '../instants.ts'

/** A plan with what its reader would agree to. */
export function toPlanResponse(
  { plan, terms }: SubscribablePlan,
  { language, kinds }: { language: Language; kinds: readonly PaymentKind[] },
): Plan {
  return {
    planId: plan.planId,
    name: plan.name[language],
    description: plan.description[language],
    amount: plan.amountCents,
    currency: plan.currency,
    trialMonths: terms.trialMonths,
    extraCredits: plan.creditsPerCycle,
    providers: [...kinds],
    firstChargeDate: terms.firstChargeDate.toString(),
    firstCycleEndsAt: wireInstant(terms.firstCycleEndsAt),
    eligible: terms.eligible,
    ...(terms.reason && { reason: terms.reason }),
  }
}
