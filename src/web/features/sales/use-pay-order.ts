import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentKind } from '#contract/payments.ts'
import { saleDetail, saleList, saleOrder } from '#contract/sales.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { formatNumber } from '#web/kit/format.ts'
import { queriesOf } from '#web/kit/query-cache.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { type OpenStep, useProceed } from '#web/viewer/payments/use-proceed.ts'
import { formatTime } from './format-time.ts'
import { type CartLine, type DeliveryForm, deliveryOf, wireLines } from './order.rules.ts'

/** An order whose payment begins. */
export interface OrderToPay {
  readonly saleId: string
  readonly lines: readonly CartLine[]
  readonly delivery: DeliveryForm
  readonly provider: PaymentKind
  /** Cents. */
  readonly amount: number
}

/** A payment that is made beside this page. */
export interface OpenOrderPayment {
  outTradeNo: string
  provider: PaymentKind
  /** Cents. */
  amount: number
  step: OpenStep
}

/** Where the provider sends the browser back to. The order is read from this tab, and its state from the server. */
const returnAddress = (saleId: string): string => `${location.origin}/${paths.footBill(saleId)}&return=1`

/** Begins the payment of an order of goods, and goes where it is made. */
export function usePayOrder() {
  const { bill: text } = useText('sales')
  const { language } = useCallContext()
  const [open, setOpen] = useState<OpenOrderPayment>()
  const [refused, setRefused] = useState<{ lines: readonly CartLine[]; at: number }>({ lines: [], at: 0 })
  const { proceed, isLeaving } = useProceed()
  const { submit, pending, refusal } = useSubmit(saleOrder)
  const queries = useQueryClient()

  async function pay({ saleId, lines: ordered, delivery, provider, amount }: OrderToPay): Promise<void> {
    const answer = await submit({
      saleId,
      lines: wireLines(ordered),
      ...deliveryOf(delivery),
      amount,
      provider,
      continueURL: returnAddress(saleId),
      cancelURL: returnAddress(saleId),
      terminal: isMobileDevice() ? 'wap' : 'web',
    })
    // Held units change what the others see, a refusal says that something here is old.
    for (const endpoint of [saleList, saleDetail]) void queries.invalidateQueries(queriesOf(endpoint))
    if (answer.result !== 'SUCCESS') return setRefused({ lines: ordered, at: Date.now() })
    const { outTradeNo, status, nextAction } = answer
    rememberPayment({ outTradeNo })
    const step = proceed(status === 'pending' ? nextAction : undefined, paths.paymentResult({ outTradeNo }))
    if (step) setOpen({ outTradeNo, provider, amount, step })
  }

  /** What a refusal means for whoever pays. */
  function problem(): string | undefined {
    if (!refusal) return undefined
    const { failure } = refusal
    if (failure.errorCode === 'SELLING_FAST') {
      const { goodsId, available, retryAfter } = failure
      if (retryAfter !== undefined) {
        const until = new Date(refused.at + 1000 * retryAfter).toISOString()
        return `${text.sellingFast} ${text.retryAt(formatTime(until, language))}`
      }
      if (available === undefined) return text.sellingFast
      const name = refused.lines.find(({ goods }) => goods.goodsId === goodsId)?.goods.title ?? ''
      return text.soldOut(name, formatNumber(available, language))
    }
    if (failure.errorCode === 'CONFLICT') return text.changed
    if (failure.errorCode === 'PAYMENT_NOT_STARTED') return [...new Set([text.notStarted, refusal.message])].join(' ')
    return [refusal.message, ...Object.values(refusal.fields ?? {})].filter(Boolean).join(' ')
  }

  return { pay, pending: pending || isLeaving, problem: problem(), open, close: () => setOpen(undefined) }
}
