import type {
  Creation,
  NewProviderOrder,
  PaymentCallbacks,
  PaymentProvider,
  PaymentReport,
  ProviderOrder,
} from '#server/domains/payments/ports.ts'
import {
  type BtcpayOptions,
  type BtcpayResponse,
  createBtcpayClient,
  type Invoice,
  isRefusal,
  listOf,
  objectOf,
  type PaymentMethod,
  reasonOf,
} from './btcpay-client.ts'
import {
  invoiceBody,
  invoiceOf,
  isUntouched,
  LIFETIME_MINUTES,
  needsPayments,
  reportOfInvoice,
} from './btcpay.rules.ts'
import { createRefund } from './btcpay-refunds.ts'
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

  return {
    // A payment is taken when the payer sends it: capturing is querying.
    crypto: {
      kind: 'crypto',
      sandbox: options.sandbox,
      create,
      query,
      capture: query,
      cancel,
      refund: createRefund({ send, store, methodsOf }),
    },
    callbacks: createBtcpayCallbacks(options),
  }
}

const failedCreation = (response: BtcpayResponse | undefined): Creation => ({
  outcome: isRefusal(response) ? 'refused' : 'unknown',
  reason: reasonOf(response),
})
