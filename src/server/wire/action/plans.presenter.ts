import type { Language } from '#contract/languages.ts'
import type { PaymentKind } from '#contract/payments.ts'
import { type Plan, RENEWING_KINDS, type RenewingKind } from '#contract/plans.ts'
import type { PlanButton, SubscribablePlan } from '#server/domains/plans/index.ts'
import { plans as enUS } from '#text/en_US/plans.ts'
import { formatHkd } from '#text/zh_HK/payments.ts'
import { plans as zhHK, type PlansText } from '#text/zh_HK/plans.ts'
import { formatMoment, wireInstant } from '../instants.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

const TEXT: Readonly<Record<Language, PlansText>> = { zh_HK: zhHK, en_US: enUS }

export const planKinds = (kinds: readonly PaymentKind[], renewing: readonly RenewingKind[]): PaymentKind[] =>
  kinds.filter((kind) => {
    const renewingKind = RENEWING_KINDS.find((one) => one === kind)
    return renewingKind === undefined || renewing.includes(renewingKind)
  })

interface Shared {
  readonly language: Language
  readonly kinds: readonly PaymentKind[]
  readonly renewing: readonly RenewingKind[]
}

export function toPlanResponse(subscribable: SubscribablePlan, { language, kinds, renewing }: Shared): Plan {
  const { plan, terms } = subscribable
  return {
    planId: plan.planId,
    name: plan.name[language],
    description: plan.description[language],
    amount: plan.amountCents,
    currency: plan.currency,
    trialMonths: terms.trialMonths,
    extraCredits: terms.credits,
    providers: [...kinds],
    firstChargeDate: inHongKong(terms.firstChargeAt).toPlainDate().toString(),
    firstChargeAt: wireInstant(terms.firstChargeAt),
    firstCycleEndsAt: wireInstant(terms.firstCycleEndsAt),
    ...sentencesOf(subscribable, language, renewing.length > 0),
    eligible: terms.eligible,
    ...(terms.reason && { reason: terms.reason }),
  }
}

const inHongKong = (at: Temporal.Instant) => at.toZonedDateTimeISO(HONG_KONG)

function sentencesOf({ plan, terms, at }: SubscribablePlan, language: Language, canRenew: boolean) {
  const text = TEXT[language]
  const price = formatHkd(plan.amountCents)
  const isTrial = terms.trialMonths > 0
  const isFree = plan.amountCents === 0
  const formatPrice = isFree
    ? text.price.free
    : isTrial
      ? text.price.trial
      : canRenew
        ? text.price.monthly
        : text.price.once
  const sentences = [
    terms.isChargedLater ? text.firstCharge(formatMoment(terms.firstChargeAt, language, at)) : '',
    terms.credits > 0 ? text.credits(terms.credits) : plan.creditsPerCycle > 0 ? text.noCredits : '',
    canRenew ? text.cancel : text.once,
  ]
  return { priceText: formatPrice(price), termsText: sentences.join('') }
}

/** Hidden for an account that has a plan (SPEC section 6). */
export function toButtonResponse({ action, visible }: PlanButton, language: Language) {
  return { button: { text: TEXT[language][action], action, visible } }
}
