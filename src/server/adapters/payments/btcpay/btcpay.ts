import type {
  Creation,
  NewProviderOrder,
  PaymentCallbacks,
  PaymentProvider,
  PaymentReport,
  ProviderOrder,
  ProviderRefund,
  RefundReport,
} from '#server/domains/payments/ports.ts'
import {
  type BtcpayOptions,
  type BtcpayResponse,
  createBtcpayClient,
  type Invoice,
  listOf,
  objectOf,
  type PaymentMethod,
  type Payout,
  type PullPayment,
} from './btcpay-client.ts'
import {
  invoiceBody,
  invoiceOf,
  isUntouched,
  LIFETIME_MINUTES,
  needsPayments,
  paidMethodOf,
  refundName,
  reportOfClaim,
  reportOfInvoice,
  toDecimal,
} from './btcpay.rules.ts'
import { createBtcpayCallbacks } from './btcpay-webhook.ts'

export interface Btcpay {
  readonly crypto: PaymentProvider
  readonly callbacks: PaymentCallbacks
}

/** BTCPay Server by its Greenfield API: invoices, refunds by claim links, and its webhook. */
export function createBtcpay(options: BtcpayOptions): Btcpay {
  const send = createBtcpayClient(options)
  const store = `/stores/${encodeURIComponent(options.storeId)}`
  const invoicePath = (id: string) => `${store}/invoices/${encodeURIComponent(id)}`

  /** There is no idempotency key: an invoice that the order has already is taken. */
  async function create(order: NewProviderOrder): Promise<Creation> {
    const invoices = await search(order.orderId)
    if (!invoices) return { outcome: 'unknown', reason: 'BTCPay: no answer' }
    const known = invoiceOf(invoices, order.orderId)
    if (known && known.status !== 'New') return { outcome: 'unknown', reason: `BTCPay: invoice ${known.status}` }
    const response = known
      ? undefined
      : await send({ method: 'POST', path: `${store}/invoices`, body: invoiceBody(order) })
    const { id, checkoutLink } = known ?? objectOf<Invoice>(response) ?? {}
    if (id === undefined || checkoutLink === undefined) return failedCreation(response)
    return {
      outcome: 'accepted',
      providerReference: id,
      action: { type: 'redirect', url: checkoutLink },
      lifetimeSeconds: LIFETIME_MINUTES * 60,
    }
  }

  const search = async (orderId: string) =>
    listOf<Invoice>(await send({ method: 'GET', path: `${store}/invoices?orderId=${encodeURIComponent(orderId)}` }))

  /** @returns null where the order has none, undefined where that is unknown */
  async function find({ orderId, providerReference }: ProviderOrder): Promise<Invoice | null | undefined> {
    if (providerReference === null) {
      const invoices = await search(orderId)
      return invoices && (invoiceOf(invoices, orderId) ?? null)
    }
    const response = await send({ method: 'GET', path: invoicePath(providerReference) })
    if (response?.status === 404) return null
    const invoice = objectOf<Invoice>(response)
    return invoice?.metadata?.orderId === orderId ? invoice : undefined
  }

  async function query(order: ProviderOrder): Promise<PaymentReport> {
    const invoice = await find(order)
    if (!invoice) return { state: invoice === null ? 'absent' : 'unknown' }
    return report(invoice)
  }

  async function report(invoice: Invoice): Promise<PaymentReport> {
    if (!needsPayments(invoice)) return reportOfInvoice(invoice)
    const methods = await methodsOf(invoice.id ?? '')
    return methods ? reportOfInvoice(invoice, methods) : { state: 'unknown' }
  }

  const methodsOf = async (invoiceId: string) =>
    listOf<PaymentMethod>(await send({ method: 'GET', path: `${invoicePath(invoiceId)}/payment-methods` }))

  /** Only an invoice to which nothing was sent is closed. */
  async function cancel(order: ProviderOrder): Promise<PaymentReport> {
    const invoice = await find(order)
    if (!invoice) return { state: invoice === null ? 'closed' : 'unknown' }
    if (!isUntouched(invoice) || invoice.id === undefined) return report(invoice)
    const body = { status: 'Invalid' }
    const response = await send({ method: 'POST', path: `${invoicePath(invoice.id)}/status`, body })
    return response?.status === 200 ? { state: 'closed' } : query(order)
  }

  async function refund(request: ProviderRefund): Promise<RefundReport> {
    const claim =
      request.providerReference === null ? await openClaim(request) : await claimOf(request.providerReference)
    if ('state' in claim) return claim
    const path = `/pull-payments/${encodeURIComponent(claim.id ?? '')}/payouts`
    const payouts = listOf<Payout>(await send({ method: 'GET', path }))
    if (!payouts) return UNANSWERED
    const found = reportOfClaim(claim, payouts, request)
    return found === 'expired' ? closeClaim(claim) : found
  }

  async function claimOf(id: string): Promise<PullPayment | RefundReport> {
    return (
      objectOf<PullPayment>(await send({ method: 'GET', path: `/pull-payments/${encodeURIComponent(id)}` })) ??
      UNANSWERED
    )
  }

  /** A claim link that was made and whose answer was lost is found by its name. */
  async function openClaim(request: ProviderRefund): Promise<PullPayment | RefundReport> {
    const { refundId, paymentReference, amountCents, currency } = request
    const name = refundName(refundId)
    const all = listOf<PullPayment>(await send({ method: 'GET', path: `${store}/pull-payments?includeArchived=true` }))
    if (!all) return UNANSWERED
    const known = all.find((one) => one.name === name)
    if (known) return known
    const methods = await methodsOf(paymentReference)
    if (!methods) return UNANSWERED
    const response = await send({
      method: 'POST',
      path: `${invoicePath(paymentReference)}/refund`,
      body: {
        name,
        payoutMethodId: paidMethodOf(methods),
        refundVariant: 'Custom',
        customAmount: toDecimal(amountCents),
        customCurrency: currency,
      },
    })
    if (isRefusal(response)) return { state: 'refused', reason: reasonOf(response) }
    return objectOf<PullPayment>(response) ?? { state: 'unknown', reason: reasonOf(response) }
  }

  async function closeClaim({ id = '' }: PullPayment): Promise<RefundReport> {
    const response = await send({ method: 'DELETE', path: `${store}/pull-payments/${encodeURIComponent(id)}` })
    return response?.status === 200 ? { state: 'returned', reason: 'BTCPay: nobody claimed it' } : UNANSWERED
  }

  return {
    // A payment is taken when the payer sends it: capturing is querying.
    crypto: { kind: 'crypto', sandbox: options.sandbox, create, query, capture: query, cancel, refund },
    callbacks: createBtcpayCallbacks(options),
  }
}

const UNANSWERED: RefundReport = { state: 'unknown', reason: 'BTCPay: no answer' }

/** Answers about the request itself: not about credentials, rates or faults of the server. */
const isRefusal = (response: BtcpayResponse | undefined): boolean =>
  response?.status === 400 || response?.status === 404 || response?.status === 422

const reasonOf = (response: BtcpayResponse | undefined): string =>
  response ? `BTCPay: HTTP ${response.status}` : 'BTCPay: no answer'

const failedCreation = (response: BtcpayResponse | undefined): Creation => ({
  outcome: isRefusal(response) ? 'refused' : 'unknown',
  reason: reasonOf(response),
})
