import { useState } from 'react'
import { type PaymentKind, setupPaypal } from '#contract/payments.ts'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { type OpenStep, useProceed } from '#web/viewer/payments/use-proceed.ts'

export interface PaymentRequest {
  packId: string
  /** Cents. */
  amount: number
  provider: PaymentKind
  /** The title or screening that the credits are for. */
  programId: string | undefined
  slotId: string | undefined
}

/** A payment that is made beside this page. */
export interface OpenPayment extends PaymentRequest {
  outTradeNo: string
  step: OpenStep
}

/** Where the provider sends the browser back to. The order is read from this tab, and its state from the server. */
const returnAddress = (): string => `${location.origin}/#${PATHS.payPoint}?return=1`

/** Starts a payment and goes where it is made: to the provider's page, or to a dialog with its QR code or app link. */
export function useStartPayment() {
  const text = useText('payments')
  const [open, setOpen] = useState<OpenPayment>()
  const { proceed, isLeaving } = useProceed()
  const { submit, pending, refusal } = useSubmit(setupPaypal)

  async function start(request: PaymentRequest): Promise<void> {
    if (isLeaving) return
    const { packId, amount, provider, programId, slotId } = request
    const address = returnAddress()
    const answer = await submit({
      amount,
      provider,
      purpose: 'credits',
      purposeId: packId,
      continueURL: address,
      cancelURL: address,
      terminal: isMobileDevice() ? 'wap' : 'web',
    })
    if (answer.result !== 'SUCCESS') return
    const { outTradeNo, status, nextAction } = answer
    const started = { outTradeNo, programId, slotId }
    rememberPayment(started)
    const step = proceed(status === 'pending' ? nextAction : undefined, paths.paymentResult(started))
    if (step) setOpen({ ...request, outTradeNo, step })
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
