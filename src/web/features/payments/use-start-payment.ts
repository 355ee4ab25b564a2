import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type PaymentKind, setupPaypal } from '#contract/payments.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { isMobile } from '#web/kit/device-capabilities.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { PATHS, paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { type PaymentStep, paymentStep } from './next-action.rules.ts'
import { postForm } from './post-form.ts'
import { rememberPayment } from './started-payment.ts'
import { usePaymentsText } from './payments-text.ts'

export interface PaymentRequest {
  packId: string
  /** Cents. */
  amount: number
  provider: PaymentKind
  /** The title that the credits are for. */
  programId: string | undefined
}

/** A payment that is made beside this page: by a QR code or in an app. */
export interface OpenPayment extends PaymentRequest {
  outTradeNo: string
  step: Extract<PaymentStep, { kind: 'qr' | 'app' }>
}

/** Where the provider sends the browser back to. The order is read from this tab, and its state from the server. */
const returnAddress = (): string => `${location.origin}/#${PATHS.payPoint}?return=1`

/** Starts a payment and goes where it is made: to the provider's page, or to a dialog with its QR code or app link. */
export function useStartPayment() {
  const text = usePaymentsText()
  const navigate = useNavigate()
  const [open, setOpen] = useState<OpenPayment>()
  const [isLeaving, setLeaving] = useState(false)
  const { submit, pending, refusal } = useSubmit(setupPaypal)

  async function start(request: PaymentRequest): Promise<void> {
    const { packId, amount, provider } = request
    const isPhone = isMobile()
    const address = returnAddress()
    const answer = await submit({
      amount,
      provider,
      purpose: 'credits',
      purposeId: packId,
      continueURL: address,
      cancelURL: address,
      terminal: isPhone ? 'wap' : 'web',
    })
    if (answer.result === 'SUCCESS') proceed(request, answer, isPhone)
  }

  function proceed(
    request: PaymentRequest,
    { outTradeNo, status, nextAction }: OutputOf<typeof setupPaypal>,
    isPhone: boolean,
  ): void {
    const { programId } = request
    rememberPayment({ outTradeNo, programId })
    const step = paymentStep(status === 'pending' ? nextAction : undefined, { isPhone })
    if (step.kind === 'qr' || step.kind === 'app') return setOpen({ ...request, outTradeNo, step })
    if (step.kind === 'none') return void navigate(routerPath(paths.paymentResult({ outTradeNo, programId })))
    setLeaving(true)
    if (step.kind === 'leave') location.assign(step.url)
    else postForm(step.url, step.fields)
  }

  return {
    start,
    /** Also while the browser is on its way to the provider's page. */
    pending: pending || isLeaving,
    /** SPEC 8's sentence, with the server's reason where it has another one. */
    error: refusal && [...new Set([text.topUp.notStarted, refusal.message])].join(' '),
    open,
    close: () => setOpen(undefined),
  }
}
