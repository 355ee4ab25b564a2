import { AppError } from '#contract/errors.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import * as endpoints from '#contract/subscriptions.ts'
import { PARTNERS } from '#server/domains/accounts/index.ts'
import { statusOf } from '#server/domains/payments/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { bind } from '../bind.ts'
import { wireInstant } from '../instants.ts'
import { toProgressResponse, toStarted, toSubscriptionResponse } from './subscriptions.presenter.ts'

type StartInput = ParsedInputOf<typeof endpoints.createRecurringPaymentsProfile>

/** The plan of an account: starting what renews it, how that stands, cancelling. */
export const subscriptions = bind(endpoints, ({ accounts, payments, plans, subscriptions }) => {
  const start = async (
    { accountId, language }: MemberViewer,
    { provider: kind, continueURL: continueUrl, cancelURL: cancelUrl, amount, dueToday, trial, ...wanted }: StartInput,
    { isPartnerCall = false } = {},
  ) => {
    const shown = { amountCents: amount, dueCents: dueToday, trial }
    const request = { accountId, language, kind, continueUrl, cancelUrl, shown, isPartnerCall, ...wanted }
    return toStarted(await subscriptions.start(request))
  }

  const startClp = async (viewer: MemberViewer, input: StartInput) => {
    const { account } = await accounts.customers.details(viewer)
    if (account.partner !== PARTNERS.clp) throw new AppError('NOT_ALLOWED')
    return start(viewer, input, { isPartnerCall: true })
  }

  return {
    subscriptionDetail: async ({ accountId, language }) => {
      const held = await subscriptions.detail(accountId)
      return { subscription: held && toSubscriptionResponse(held, language) }
    },

    createRecurringPaymentsProfile: (viewer, input) => start(viewer, input),
    setupPaymentAuthorization: (viewer, input) => start(viewer, input),
    autoDebitBinding: (viewer, input) => start(viewer, input),
    createRecurringPaymentsProfileCLP: startClp,
    setupPaymentAuthorizationCLP: startClp,

    confirmAutoDebitAgreement: async ({ accountId }, { merchantAgreementId }) => ({
      outTradeNo: (await subscriptions.confirm(accountId, merchantAgreementId)).agreementId,
    }),

    queryAutoDebitTransaction: async ({ accountId, language }, { outTradeNo }) => {
      const progress = await subscriptions.progressOf(accountId, outTradeNo)
      const { orderId, planVersionId } = progress
      const [held, plan, payment] = await Promise.all([
        subscriptions.detail(accountId),
        plans.version(planVersionId),
        orderId && payments.status({ accountId, language, orderId }),
      ])
      const receiptNumber = payment ? payment.receiptNumber : undefined
      return toProgressResponse(progress, { outTradeNo, language, held, plan, receiptNumber })
    },

    terminateRecurringPayment: async ({ accountId, language }, { merchantAgreementId: agreementId, undo }) => {
      const own = { accountId, agreementId }
      const subscription = await (undo ? subscriptions.undo(own) : subscriptions.cancel(own))
      const held = await subscriptions.view(accountId, subscription)
      return {
        endsAt: wireInstant(subscription.entitledUntil),
        voidedCredits: undo ? 0 : held.creditsLeft,
        subscription: toSubscriptionResponse(held, language),
      }
    },

    retryRenewal: async ({ accountId, language }) => {
      const { state } = await subscriptions.retry(accountId)
      const held = await subscriptions.detail(accountId)
      if (!held) throw new AppError('NOT_FOUND')
      return { status: statusOf(state), subscription: toSubscriptionResponse(held, language) }
    },
  }
})
