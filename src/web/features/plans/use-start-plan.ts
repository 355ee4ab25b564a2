import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { type PaymentKind, setupPaypal } from '#contract/payments.ts'
import type { Plan } from '#contract/plans.ts'
import { createRecurringPaymentsProfile } from '#contract/subscriptions.ts'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { type OpenStep, useProceed } from '#web/viewer/payments/use-proceed.ts'
import { refreshAfterPlanChange } from '#web/viewer/plans/plan-cache.ts'
import { isRenewing, type PlanTerms } from './plan-terms.rules.ts'

/** An agreement or a prepaid month whose payer is beside this page: at a QR code or in an app. */
export interface OpenPlanPayment {
  outTradeNo: string
  /** Of an agreement. */
  merchantAgreementId: string | undefined
  provider: PaymentKind
  plan: Plan
  step: OpenStep
  /** Where its result is. */
  result: string
}

export interface StartPlanOptions {
  /** The path of this screen, to which the provider sends the browser back. */
  path: string
  /** The title to return to. */
  programId: string | undefined
  startBy?: PaymentStart | undefined
}

/** The call that starts a payment: several do the same. */
export type PaymentStart = typeof setupPaypal

/** Starts an agreement that renews the plan, or the payment of one month, and goes where it is approved. */
export function useStartPlan({ path, programId, startBy = setupPaypal }: StartPlanOptions) {
  const { card: text } = useText('plans')
  const queries = useQueryClient()
  const [open, setOpen] = useState<OpenPlanPayment>()
  const { proceed, isLeaving } = useProceed()
  /** The plan that was shown is not what the server knows. */
  const onConflict = ({ message }: Failure) => {
    refreshAfterPlanChange(queries)
    return { message }
  }
  const agreement = useSubmit(createRecurringPaymentsProfile, { on: { CONFLICT: onConflict } })
  const payment = useSubmit(startBy, { on: { CONFLICT: onConflict } })
  const refusal = agreement.refusal ?? payment.refusal

  async function start(plan: Plan, provider: PaymentKind, { kind, dueToday }: PlanTerms): Promise<void> {
    if (isLeaving) return
    agreement.clear()
    payment.clear()
    const address = `${location.origin}/#${path}?return=1`
    const where = {
      continueURL: address,
      cancelURL: address,
      terminal: isMobileDevice() ? ('wap' as const) : ('web' as const),
    }
    const { planId, amount } = plan
    if (isRenewing(provider)) {
      const answer = await agreement.submit({ planId, provider, amount, dueToday, trial: kind === 'trial', ...where })
      if (answer.result === 'SUCCESS') continuePayment(plan, provider, answer)
      return
    }
    const answer = await payment.submit({ amount, provider, purpose: 'plan', purposeId: planId, ...where })
    if (answer.result !== 'SUCCESS') return
    const { outTradeNo, status, nextAction } = answer
    continuePayment(plan, provider, { outTradeNo, nextAction: status === 'pending' ? nextAction : undefined })
  }

  interface Started {
    outTradeNo: string
    merchantAgreementId?: string
    nextAction: Parameters<typeof proceed>[0]
  }

  function continuePayment(
    plan: Plan,
    provider: PaymentKind,
    { outTradeNo, merchantAgreementId, nextAction }: Started,
  ): void {
    const started = { outTradeNo, programId, type: merchantAgreementId ? provider : undefined }
    rememberPayment(started)
    const result = paths.paymentResult(started)
    const step = proceed(nextAction, result)
    if (step) setOpen({ outTradeNo, merchantAgreementId, provider, plan, step, result })
  }

  return {
    start,
    /** Also while the browser is on its way to the provider's page. */
    pending: agreement.pending || payment.pending || isLeaving,
    /** SPEC 8's sentence, with the server's reason where it has another one. */
    error: refusal && [...new Set([text.notStarted, refusal.message])].join(' '),
    open,
    close: () => setOpen(undefined),
  }
}
