import { AppError } from '#contract/errors.ts'
import type { ParsedInputOf, HandlerOutputOf } from '#contract/endpoint.ts'
import * as endpoints from '#contract/subscriptions.ts'
import type { queryAutoDebitTransaction, SubscriptionState, subscriptionDetail } from '#contract/subscriptions.ts'
import { PARTNERS } from '#server/domains/accounts/index.ts'
import { statusOf } from '#server/domains/payments/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { bind } from '../bind.ts'
import { wireInstant } from '../instants.ts'
import { toNextAction } from './payments.presenter.ts'
import type { Language } from '#contract/languages.ts'
import type { Agreement } from '#server/domains/agreements/index.ts'
import type { PlanVersion } from '#server/domains/plans/index.ts'
import type { Progress, SubscriptionView } from '#server/domains/subscriptions/index.ts'
import { subscriptions as enUS } from '#text/en_US/plans.ts'
import { subscriptions as zhHK, type SubscriptionsText } from '#text/zh_HK/plans.ts'

type StartInput = ParsedInputOf<typeof endpoints.createRecurringPaymentsProfile>

export const subscriptions = bind(endpoints, ({ accounts, payments, plans, subscriptions }) => {
  const start = async (
    { accountId, language }: MemberViewer,
    { provider: kind, continueURL: continueUrl, cancelURL: cancelUrl, amount, dueToday, trial, ...wanted }: StartInput,
    { isPartnerCall = false } = {},
  ) => {
    const shown = { amountCents: amount, dueCents: dueToday, trial }
    const request = { accountId, language, kind, continueUrl, cancelUrl, shown, isPartnerCall, ...wanted }
    return toStarted(await subscriptions.starts.start(request))
  }

  const startClp = async (viewer: MemberViewer, input: StartInput) => {
    const { account } = await accounts.customers.details(viewer)
    if (account.partner !== PARTNERS.clp) throw new AppError('NOT_ALLOWED')
    return start(viewer, input, { isPartnerCall: true })
  }

  return {
    subscriptionDetail: async ({ accountId, language }) => {
      const held = await subscriptions.views.detail(accountId)
      return { subscription: held && toSubscriptionResponse(held, language) }
    },

    createRecurringPaymentsProfile: (viewer, input) => start(viewer, input),
    setupPaymentAuthorization: (viewer, input) => start(viewer, input),
    autoDebitBinding: (viewer, input) => start(viewer, input),
    createRecurringPaymentsProfileCLP: startClp,
    setupPaymentAuthorizationCLP: startClp,

    confirmAutoDebitAgreement: async ({ accountId }, { merchantAgreementId }) => ({
      outTradeNo: (await subscriptions.progress.confirm(accountId, merchantAgreementId)).agreementId,
    }),

    queryAutoDebitTransaction: async ({ accountId, language }, { outTradeNo }) => {
      const progress = await subscriptions.progress.progressOf(accountId, outTradeNo)
      const { orderId, planVersionId } = progress
      const [held, plan, payment] = await Promise.all([
        subscriptions.views.detail(accountId),
        plans.version(planVersionId),
        orderId && payments.status({ accountId, language, orderId }),
      ])
      return toProgressResponse(progress, { outTradeNo, language, held, plan, payment: payment || undefined })
    },

    terminateRecurringPayment: async ({ accountId, language }, { merchantAgreementId: agreementId, undo }) => {
      const own = { accountId, agreementId }
      const subscription = await (undo ? subscriptions.changes.undo(own) : subscriptions.changes.cancel(own))
      const held = await subscriptions.views.view(accountId, subscription)
      return {
        endsAt: wireInstant(subscription.entitledUntil),
        voidedCredits: undo ? 0 : held.creditsLeft,
        subscription: toSubscriptionResponse(held, language),
      }
    },

    retryRenewal: async ({ accountId, language }) => {
      const { state } = await subscriptions.changes.retry(accountId)
      const held = await subscriptions.views.detail(accountId)
      if (!held) throw new AppError('NOT_FOUND')
      return { status: statusOf(state), subscription: toSubscriptionResponse(held, language) }
    },
  }
})

const TEXT: Readonly<Record<Language, SubscriptionsText>> = { zh_HK: zhHK, en_US: enUS }

type SubscriptionResponse = NonNullable<HandlerOutputOf<typeof subscriptionDetail>['subscription']>

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

const toStarted = (agreement: Agreement) => ({
  merchantAgreementId: agreement.agreementId,
  outTradeNo: agreement.agreementId,
  nextAction: toNextAction(agreement).nextAction!,
})

interface ProgressContext {
  readonly outTradeNo: string
  readonly language: Language
  readonly held: SubscriptionView | null
  readonly plan: PlanVersion | undefined
  /** Its first charge. */
  readonly payment: { readonly orderNumber: string; readonly receiptNumber: string | undefined } | undefined
}

function toProgressResponse(
  { agreement, status, amountCents, returnsCharge }: Progress,
  { outTradeNo, language, held, plan, payment }: ProgressContext,
): HandlerOutputOf<typeof queryAutoDebitTransaction> {
  const { currency, kind, trial } = agreement
  const isFailed = status === 'failed'
  // Approved, but the payer's bank declined the first charge.
  const failure = agreement.failure ?? (isFailed ? 'DECLINED' : undefined)
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
    ...toNextAction(agreement),
    ...(payment && { orderNumber: payment.orderNumber }),
    ...(payment?.receiptNumber && { receiptNumber: payment.receiptNumber }),
  }
}
