import type { CallbackReport, PaymentReport } from '#server/domains/payments/ports.ts'
import { parseObject } from '#server/kit/provider-request.ts'
import { decimalOf } from '#server/kit/decimal-amounts.ts'
import type { PaypalAmount, PaypalBody, PaypalCapture } from './paypal-client.ts'

/** Cents as PayPal's decimal: 8800 → `"88.00"`. */
export const toPaypalAmount = (amountCents: number, currency: string): PaypalAmount => ({
  currency_code: currency,
  value: decimalOf(amountCents),
})

/** PayPal's decimal as cents. @returns undefined for what is no amount with at most two decimals */
export function toCents(value: string | undefined): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(value ?? '')
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}

/** How an order stands. An order that is COMPLETED is paid only if its capture is. */
export function reportOfOrder({ status, purchase_units }: PaypalBody, orderId: string): PaymentReport {
  const unit = purchase_units?.[0]
  if (unit?.custom_id !== orderId) return { state: 'unknown' }
  const captures = unit.payments?.captures ?? []
  if (captures.length > 0) return reportOfCaptures(captures)
  switch (status) {
    case 'APPROVED':
      return { state: 'approved' }
    case 'CREATED':
    case 'SAVED':
    case 'PAYER_ACTION_REQUIRED':
      return { state: 'open' }
    case 'VOIDED':
      return { state: 'closed' }
    default:
      return { state: 'unknown' }
  }
}

function reportOfCaptures(captures: readonly PaypalCapture[]): PaymentReport {
  const paid = captures.find(({ status }) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED')
  if (paid) return reportOfPaid(paid)
  return { state: captures.some(({ status }) => status === 'PENDING') ? 'open' : 'failed' }
}

function reportOfPaid({ id, amount }: PaypalCapture): PaymentReport {
  const amountCents = toCents(amount.value)
  if (amountCents === undefined) return { state: 'unknown' }
  return { state: 'succeeded', amountCents, currency: amount.currency_code, paymentReference: id }
}

/** A capture that PayPal holds back: paid, and not yet ours. */
export const isCapturePending = ({ purchase_units }: PaypalBody): boolean =>
  purchase_units?.[0]?.payments?.captures?.some(({ status }) => status === 'PENDING') ?? false

interface Event {
  readonly id: string
  readonly event_type: string
  readonly resource: PaypalBody &
    Partial<PaypalCapture> & {
      readonly custom_id?: string
      /** Of a refund of a sale. */
      readonly sale_id?: string
      readonly dispute_id?: string
      readonly disputed_transactions?: readonly { seller_transaction_id?: string }[]
      readonly dispute_outcome?: { outcome_code?: string }
    }
}

/** The id of an event. @returns undefined for a body without one */
export const eventIdOf = (body: Buffer): string | undefined => parseObject<Event>(body.toString())?.id

const isOrderId = (text: string | undefined): text is string => /^[0-9a-f]{32}$/.test(text ?? '')

/** What an event says. @returns undefined for one that is not about a payment of ours */
export function readPaypalEvent(body: Buffer): CallbackReport | undefined {
  const { event_type = '', resource } = parseObject<Event>(body.toString()) ?? {}
  if (!resource) return undefined
  if (event_type.startsWith('CUSTOMER.DISPUTE.')) return readDispute(event_type, resource)
  switch (event_type) {
    case 'CHECKOUT.ORDER.APPROVED':
    case 'CHECKOUT.ORDER.COMPLETED':
      return resource.id === undefined ? undefined : { of: 'payment', providerReference: resource.id }
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.PENDING':
    case 'PAYMENT.CAPTURE.DECLINED':
    case 'PAYMENT.CAPTURE.DENIED':
      return readCapture(resource)
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.CAPTURE.REVERSED': {
      const paymentReference = captureAbove(resource)
      if (paymentReference === undefined) return undefined
      if (event_type === 'PAYMENT.CAPTURE.REFUNDED') return { of: 'refund', paymentReference }
      return { of: 'dispute', paymentReference, event: 'disputeLost' }
    }
    case 'PAYMENT.SALE.REFUNDED':
    case 'PAYMENT.SALE.REVERSED': {
      const isRefund = event_type === 'PAYMENT.SALE.REFUNDED'
      const paymentReference = resource.sale_id ?? (isRefund ? undefined : resource.id)
      if (paymentReference === undefined) return undefined
      if (isRefund) return { of: 'refund', paymentReference }
      return { of: 'dispute', paymentReference, event: 'disputeLost' }
    }
    default:
      return undefined
  }
}

function readCapture({ id, status, amount, custom_id }: Event['resource']): CallbackReport | undefined {
  if (!isOrderId(custom_id) || id === undefined || status === undefined || amount === undefined) return undefined
  return { of: 'payment', orderId: custom_id, report: reportOfCaptures([{ id, status, amount }]) }
}

function readDispute(type: string, { dispute_id, disputed_transactions, dispute_outcome }: Event['resource']) {
  const paymentReference = disputed_transactions?.[0]?.seller_transaction_id
  if (paymentReference === undefined) return undefined
  const dispute = { of: 'dispute', paymentReference, disputeId: dispute_id } as const
  if (type === 'CUSTOMER.DISPUTE.CREATED') return { ...dispute, event: 'disputeOpened' } as const
  if (type !== 'CUSTOMER.DISPUTE.RESOLVED') return undefined
  const isLost = dispute_outcome?.outcome_code === 'RESOLVED_BUYER_FAVOUR'
  return { ...dispute, event: isLost ? 'disputeLost' : 'disputeWon' } as const
}

/** The capture that a refund belongs to: its link `up`. */
function captureAbove({ links = [] }: PaypalBody): string | undefined {
  const href = links.find(({ rel }) => rel === 'up')?.href ?? ''
  return /\/v2\/payments\/captures\/([\w-]+)$/.exec(href)?.[1]
}
