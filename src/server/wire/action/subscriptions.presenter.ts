import type { Language } from '#contract/languages.ts'
import type { HandlerOutputOf } from '#contract/endpoint.ts'
import type { queryAutoDebitTransaction, SubscriptionState, subscriptionDetail } from '#contract/subscriptions.ts'
import type { Agreement } from '#server/domains/agreements/index.ts'
import type { PlanVersion } from '#server/domains/plans/index.ts'
import type { Progress, SubscriptionView } from '#server/domains/subscriptions/index.ts'
import { subscriptions as enUS } from '#text/en_US/subscriptions.ts'
import { subscriptions as zhHK, type SubscriptionsText } from '#text/zh_HK/subscriptions.ts'
import { wireInstant } from '../instants.ts'

const TEXT: Readonly<Record<Language, SubscriptionsText>> = { zh_HK: zhHK, en_US: enUS }

type SubscriptionResponse = NonNullable<HandlerOutputOf<typeof subscriptionDetail>['subscription']>

/** A plan that has begun, as its member sees it. */
export function toSubscriptionResponse(held: SubscriptionView, language: Language): SubscriptionResponse {
  const { subscription, version, next, creditsLeft, canCancel, canUndo, queuedMonths } = held
  const { agreement, failedAt, chargeAttempts, chargeDueAt, state } = subscription
  return {
    state: state as SubscriptionState,
    planId: version.planId,
    planName: version.name[language],
    startedAt: wireInstant(subscription.startedAt),
    cycleStartsAt: wireInstant(subscription.cycleStartsAt),
    cycleEndsAt: wireInstant(subscription.cycleEndsAt),
    entitledUntil: wireInstant(subscription.entitledUntil),
    amount: version.amountCents,
    currency: version.currency,
    extraCredits: subscription.byPartner ? 0 : version.creditsPerCycle,
    creditsLeft,
    ...(agreement && { provider: agreement.kind, merchantAgreementId: agreement.agreementId }),
    ...(held.nextChargeAt && { nextChargeAt: wireInstant(held.nextChargeAt) }),
    canCancel,
    canUndo,
    ...(state === 'past_due' &&
      failedAt &&
      chargeAttempts > 0 && {
        failure: {
          failedAt: wireInstant(failedAt),
          ...(chargeDueAt && { nextTryAt: wireInstant(chargeDueAt) }),
          endsAt: wireInstant(subscription.entitledUntil),
        },
      }),
    queuedMonths,
    ...(next && { nextPlan: { planId: next.planId, planName: next.name[language], amount: next.amountCents } }),
  }
}

/** An agreement that waits for its payer. */
export const toStarted = (agreement: Agreement) => ({
  merchantAgreementId: agreement.agreementId,
  outTradeNo: agreement.agreementId,
  nextAction: toNextAction(agreement)!,
})

function toNextAction({ nextAction, expiresAt }: Agreement) {
  if (!nextAction) return undefined
  const { type, url, qrText } = nextAction
  return { type, url, ...(qrText && { qrText }), expiresAt: wireInstant(expiresAt) }
}

interface ProgressContext {
  readonly outTradeNo: string
  readonly language: Language
  readonly held: SubscriptionView | null
  readonly plan: PlanVersion | undefined
  readonly receiptNumber: string | undefined
}

/** How an agreement, or a charge of it, stands. */
export function toProgressResponse(
  { agreement, status, amountCents, returnsCharge }: Progress,
  { outTradeNo, language, held, plan, receiptNumber }: ProgressContext,
): HandlerOutputOf<typeof queryAutoDebitTransaction> {
  const { currency, kind, trial } = agreement
  const isFailed = status === 'failed'
  // Approved, and its first charge failed: the payer's bank declined.
  const failure = agreement.failure ?? (isFailed ? 'DECLINED' : undefined)
  const nextAction = toNextAction(agreement)
  return {
    outTradeNo,
    status,
    amount: amountCents,
    currency,
    provider: kind,
    ...(plan && { planId: plan.planId }),
    planName: plan?.name[language] ?? '',
    isTrial: trial,
    ...(isFailed && failure && { failure, message: TEXT[language][returnsCharge ? 'returned' : 'failures'][failure] }),
    ...(returnsCharge && { returnsCharge }),
    subscription: held && toSubscriptionResponse(held, language),
    ...(nextAction && { nextAction }),
    ...(receiptNumber && { receiptNumber }),
  }
}
