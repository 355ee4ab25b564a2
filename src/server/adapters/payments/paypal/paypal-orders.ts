import type {
  Creation,
  NewProviderOrder,
  PaymentProvider,
  PaymentReport,
  ProviderOrder,
  ProviderRefund,
  RefundReport,
} from '#server/domains/payments/ports.ts'
import {
  isTransient,
  issueOf,
  LOCALE,
  type PaypalBody,
  type PaypalCapture,
  type PaypalClient,
  type PaypalOptions,
  type PaypalRequest,
  reasonOf,
  toCents,
  toPaypalAmount,
} from './paypal-client.ts'
import { listDisputes, listTransactions, type Period } from './paypal-listing.ts'

/** PayPal's limit for approval. */
const LIFETIME_SECONDS = 3 * 3_600
const DESCRIPTION_MAX = 127

/** Orders v2, intent CAPTURE; refunds of captures and of sales. */
export function createPaypalPayments(options: PaypalOptions, send: PaypalClient): PaymentProvider {
  async function create(order: NewProviderOrder): Promise<Creation> {
    const { orderId } = order
    const body = orderBody(order, options.brand())
    const response = await send({ method: 'POST', path: '/v2/checkout/orders', requestId: orderId, body })
    if (!response || isTransient(response.status)) return { outcome: 'unknown', reason: reasonOf(response) }
    const { id, links = [] } = response.body
    const link = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
    if (response.status >= 300 || id === undefined || !link) return { outcome: 'refused', reason: reasonOf(response) }
    return {
      outcome: 'accepted',
      providerReference: id,
      action: { type: 'redirect', url: link.href },
      lifetimeSeconds: LIFETIME_SECONDS,
    }
  }

  /** An order whose id we never received cannot be approved. */
  async function query({ orderId, providerReference }: ProviderOrder): Promise<PaymentReport> {
    if (providerReference === null) return { state: 'absent' }
    const response = await send({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(providerReference)}` })
    if (response?.status === 404) return { state: 'absent' }
    return response?.status === 200 ? reportOfOrder(response.body, orderId) : { state: 'unknown' }
  }

  async function capture(order: ProviderOrder): Promise<PaymentReport> {
    const { orderId, providerReference } = order
    if (providerReference === null) return { state: 'absent' }
    const path = `/v2/checkout/orders/${encodeURIComponent(providerReference)}/capture`
    const response = await send({ method: 'POST', path, requestId: `${orderId}-c`, body: {} })
    if (response && response.status < 300) return reportOfOrder(response.body, orderId)
    switch (issueOf(response)) {
      case 'ORDER_ALREADY_CAPTURED':
        return query(order)
      case 'ORDER_NOT_APPROVED':
        return { state: 'open' }
      case 'INSTRUMENT_DECLINED':
      case 'PAYER_CANNOT_PAY':
        return { state: 'failed' }
      default:
        return { state: 'unknown' }
    }
  }

  /** Orders cannot be cancelled; without our capture they take no money. */
  async function cancel(order: ProviderOrder): Promise<PaymentReport> {
    const { orderId, providerReference } = order
    if (providerReference === null) return { state: 'closed' }
    const response = await send({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(providerReference)}` })
    if (response?.status === 404) return { state: 'closed' }
    if (response?.status !== 200) return { state: 'unknown' }
    const report = reportOfOrder(response.body, orderId)
    const isUncaptured = report.state === 'approved' || (report.state === 'open' && !isCapturePending(response.body))
    return isUncaptured ? { state: 'closed' } : report
  }

  const list = (period: Period) => listTransactions(send, period)
  const disputes = (since: Temporal.Instant) => listDisputes(send, since)

  async function refund(request: ProviderRefund): Promise<RefundReport> {
    if (request.isQueryOnly && request.providerReference === null)
      return { state: 'unknown', reason: 'PayPal: the refund has no name there' }
    return refundReport(await send(refundRequest(request)))
  }

  return {
    kind: 'paypal',
    sandbox: options.sandbox,
    create,
    query,
    capture,
    cancel,
    refund,
    queriesRefunds: true,
    list,
    disputes,
  }
}

function refundReport(response: Awaited<ReturnType<PaypalClient>>): RefundReport {
  if (!response || isTransient(response.status)) return { state: 'unknown', reason: reasonOf(response) }
  const { id = null, state } = response.body
  const status = response.body.status ?? state?.toUpperCase()
  if (response.status >= 300) return { state: 'refused', reason: reasonOf(response) }
  if (status === 'COMPLETED') return { state: 'succeeded', providerReference: id }
  if (status === 'PENDING') return { state: 'pending', providerReference: id }
  return { state: 'refused', reason: `PayPal: refund ${status}` }
}

/** A query once PayPal has named the refund. */
function refundRequest(refund: ProviderRefund): PaypalRequest {
  const { refundId, amountCents, currency, paymentReference, providerReference } = refund
  if (refund.isRenewal) return saleRefundRequest(refund)
  if (providerReference !== null)
    return { method: 'GET', path: `/v2/payments/refunds/${encodeURIComponent(providerReference)}` }
  return {
    method: 'POST',
    path: `/v2/payments/captures/${encodeURIComponent(paymentReference)}/refund`,
    requestId: refundId,
    body: { amount: toPaypalAmount(amountCents, currency), invoice_id: refundId },
  }
}

/** A charge of a subscription is a sale, of v1. */
function saleRefundRequest({ refundId, amountCents, currency, paymentReference, providerReference }: ProviderRefund) {
  if (providerReference !== null)
    return { method: 'GET', path: `/v1/payments/refund/${encodeURIComponent(providerReference)}` } as const
  const { value: total } = toPaypalAmount(amountCents, currency)
  return {
    method: 'POST',
    path: `/v1/payments/sale/${encodeURIComponent(paymentReference)}/refund`,
    requestId: refundId,
    body: { amount: { total, currency }, invoice_number: refundId },
  } as const
}

const orderBody = (order: NewProviderOrder, brand: string): object => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: order.orderId,
      invoice_id: order.orderId,
      description: order.description.slice(0, DESCRIPTION_MAX),
      amount: toPaypalAmount(order.amountCents, order.currency),
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        brand_name: brand,
        locale: LOCALE[order.language],
        shipping_preference: 'NO_SHIPPING',
        user_action: 'PAY_NOW',
        payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
        return_url: order.continueUrl,
        cancel_url: order.cancelUrl,
      },
    },
  },
})

/** A COMPLETED order is paid only if its capture is. */
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

export function reportOfCaptures(captures: readonly PaypalCapture[]): PaymentReport {
  const paid = captures.find(({ status }) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED')
  if (paid) return reportOfPaid(paid)
  return { state: captures.some(({ status }) => status === 'PENDING') ? 'open' : 'failed' }
}

function reportOfPaid({ id, amount }: PaypalCapture): PaymentReport {
  const amountCents = toCents(amount.value)
  if (amountCents === undefined) return { state: 'unknown' }
  return { state: 'succeeded', amountCents, currency: amount.currency_code, paymentReference: id }
}

/** Paid, and held back by PayPal. */
export const isCapturePending = ({ purchase_units }: PaypalBody): boolean =>
  purchase_units?.[0]?.payments?.captures?.some(({ status }) => status === 'PENDING') ?? false
