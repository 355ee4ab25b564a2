import { useState } from 'react'
import type { giftCardValues } from '#contract/codes.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { GiftCardDesign } from '#contract/gift-card-designs.ts'
import { type PaymentKind, setupPaypal } from '#contract/payments.ts'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { type OpenStep, useProceed } from '#web/viewer/payments/use-proceed.ts'
import { type RecipientForm, recipientOf } from './recipient.rules.ts'

export type GiftCardValue = OutputOf<typeof giftCardValues>['list'][number]

export interface GiftCardPurchase {
  value: GiftCardValue
  design: GiftCardDesign
  provider: PaymentKind
  to: RecipientForm
}

/** A payment that is made beside this page. */
export interface OpenGiftCardPayment {
  outTradeNo: string
  provider: PaymentKind
  /** Cents. */
  amount: number
  step: OpenStep
}

/** Where the provider sends the browser back to. The order is read from this tab, and its state from the server. */
const returnAddress = (): string => `${location.origin}/#${PATHS.giftCard}?return=1`

/** Starts the payment of a gift card and goes where it is made. */
export function useBuyGiftCard() {
  const { buy: text } = useText('giftCards')
  const [open, setOpen] = useState<OpenGiftCardPayment>()
  const { proceed, isLeaving } = useProceed()
  const { submit, pending, refusal, clear } = useSubmit(setupPaypal)

  /** @returns the message for the recipient's field, when that was refused */
  async function start({ value, design, provider, to }: GiftCardPurchase): Promise<string | undefined> {
    const address = returnAddress()
    const { giftCardValueId, amount } = value
    const answer = await submit({
      amount,
      provider,
      purpose: 'giftcard',
      purposeId: giftCardValueId,
      design,
      continueURL: address,
      cancelURL: address,
      terminal: isMobileDevice() ? 'wap' : 'web',
      ...recipientOf(to),
    })
    if (answer.result !== 'SUCCESS') return answer.fields?.['recipient']
    const { outTradeNo, status, nextAction } = answer
    rememberPayment({ outTradeNo })
    const step = proceed(status === 'pending' ? nextAction : undefined, paths.paymentResult({ outTradeNo }))
    if (step) setOpen({ outTradeNo, provider, amount, step })
    return undefined
  }

  return {
    start,
    /** Also while the browser is on its way to the provider's page. */
    pending: pending || isLeaving,
    /** SPEC 8's sentence, with the server's reason where it has another one. */
    error: refusal && [...new Set([text.notStarted, refusal.message])].join(' '),
    clear,
    open,
    close: () => setOpen(undefined),
  }
}
