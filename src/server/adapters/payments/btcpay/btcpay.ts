import type {
  Creation,
  NewProviderOrder,
  PaymentCallbacks,
  PaymentProvider,
  PaymentReport,
  ProviderOrder,
  ProviderRefund,
  RefundReport,
  CallbackReport,
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
  type BtcpayClient,
  type Payout,
  type PullPayment,
} from './btcpay-client.ts'
import {
  invoiceBody,
  invoiceOf,
  isUntouched,
  LIFETIME_MINUTES,
  needsPayments,
  reportOfInvoice,
  payoutMethodOf,
  refundName,
  reportOfClaim,
} from './btcpay.rules.ts'
import { decimalOf } from '#server/kit/decimal-amounts.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Verification, WebhookRequest } from '#server/domains/webhooks/ports.ts'
import { parseObject } from '#server/kit/provider-request.ts'
import * as z from 'zod'
import { urlSetting } from '#server/kit/setting-fields.ts'
import { definePaymentAdapter } from '../payment-adapter.ts'

export const btcpay = definePaymentAdapter({
  name: 'btcpay',
  kinds: ['crypto'],
  required: {
    BTCPAY_URL: urlSetting,
    BTCPAY_API_KEY: z.string(),
    BTCPAY_STORE_ID: z.string(),
    BTCPAY_WEBHOOK_SECRET: z.string(),
  },
  optional: {},
  open: (settings, { sandbox }) => {
    const { crypto, callbacks } = createBtcpay({
      apiBase: settings.BTCPAY_URL,
      apiKey: settings.BTCPAY_API_KEY,
      storeId: settings.BTCPAY_STORE_ID,
      webhookSecret: settings.BTCPAY_WEBHOOK_SECRET,
      sandbox,
    })
    return { providers: [crypto], callbacks }
  },
})

export interface Btcpay {
  readonly crypto: PaymentProvider
  readonly callbacks: PaymentCallbacks
}

/** BTCPay Server by its Greenfield API: invoices, refunds by claim links, webhook. */
export function createBtcpay(options: BtcpayOptions): Btcpay {
  const send = createBtcpayClient(options)
  const store = `/stores/${encodeURIComponent(options.storeId)}`
  const invoicePath = (id: string) => `${store}/invoices/${encodeURIComponent(id)}`

  /** Without idempotency keys, an existing invoice of the order is used. */
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

  /** @returns null without an invoice, undefined where that is unknown */
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

  /** Only an invoice without any payment is closed. */
  async function cancel(order: ProviderOrder): Promise<PaymentReport> {
    const invoice = await find(order)
    if (!invoice) return { state: invoice === null ? 'closed' : 'unknown' }
    if (!isUntouched(invoice) || invoice.id === undefined) return report(invoice)
    const body = { status: 'Invalid' }
    const response = await send({ method: 'POST', path: `${invoicePath(invoice.id)}/status`, body })
    return response?.status === 200 ? { state: 'closed' } : query(order)
  }

  return {
    // Money is taken when the payer sends it: capturing is querying.
    crypto: {
      kind: 'crypto',
      sandbox: options.sandbox,
      create,
      query,
      capture: query,
      cancel,
      refund: createRefund({ send, store, methodsOf }),
      queriesRefunds: true,
    },
    callbacks: createBtcpayCallbacks(options),
  }
}

const failedCreation = (response: BtcpayResponse | undefined): Creation => ({
  outcome: isRefusal(response) ? 'refused' : 'unknown',
  reason: reasonOf(response),
})

interface RefundDeps {
  readonly send: BtcpayClient
  readonly store: string
  readonly methodsOf: (invoiceId: string) => Promise<readonly PaymentMethod[] | undefined>
}

/** The list of all claim links has no search: about half a kilobyte each. */
const ALL_CLAIMS_BYTES_MAX = 64 * 1024 * 1024

const UNANSWERED: RefundReport = { state: 'unknown', reason: 'BTCPay: no answer' }

/** By claim links (pull payments): the payer chooses where the money goes. */
function createRefund({ send, store, methodsOf }: RefundDeps) {
  return refund

  async function refund(request: ProviderRefund): Promise<RefundReport> {
    const claim =
      request.providerReference === null ? await openClaim(request) : await claimOf(request.providerReference)
    if ('state' in claim) return claim
    const path = `/pull-payments/${encodeURIComponent(claim.id ?? '')}/payouts`
    const payouts = listOf<Payout>(await send({ method: 'GET', path }))
    if (!payouts) return UNANSWERED
    const found = reportOfClaim(claim, payouts, request)
    if (found === 'expired') return closeClaim(claim)
    // It was settled as refused: nothing more of it is to be claimed.
    if (request.isQueryOnly && claim.archived !== true) await closeClaim(claim)
    return found
  }

  async function claimOf(id: string): Promise<PullPayment | RefundReport> {
    return (
      objectOf<PullPayment>(await send({ method: 'GET', path: `/pull-payments/${encodeURIComponent(id)}` })) ??
      UNANSWERED
    )
  }

  /** A claim link whose response was lost is found by its name. */
  async function openClaim(request: ProviderRefund): Promise<PullPayment | RefundReport> {
    const { refundId, paymentReference, amountCents, currency, isQueryOnly } = request
    const name = refundName(refundId)
    const all = listOf<PullPayment>(
      await send({
        method: 'GET',
        path: `${store}/pull-payments?includeArchived=true`,
        bytesMax: ALL_CLAIMS_BYTES_MAX,
      }),
    )
    if (!all) return UNANSWERED
    const known = all.find((one) => one.name === name)
    if (known) return known
    if (isQueryOnly) return { state: 'refused', reason: 'BTCPay: no claim link' }
    const methods = await methodsOf(paymentReference)
    if (!methods) return UNANSWERED
    const payoutMethod = payoutMethodOf(methods)
    const response = await send({
      method: 'POST',
      path: `${store}/invoices/${encodeURIComponent(paymentReference)}/refund`,
      body: {
        name,
        // Servers before 2.4 know the second only.
        ...(payoutMethod !== undefined && { payoutMethods: [payoutMethod], payoutMethodId: payoutMethod }),
        refundVariant: 'Custom',
        customAmount: decimalOf(amountCents),
        customCurrency: currency,
      },
    })
    if (isRefusal(response)) return { state: 'refused', reason: reasonOf(response) }
    return objectOf<PullPayment>(response) ?? { state: 'unknown', reason: reasonOf(response) }
  }

  async function closeClaim({ id = '' }: PullPayment): Promise<RefundReport> {
    const response = await send({ method: 'DELETE', path: `${store}/pull-payments/${encodeURIComponent(id)}` })
    return response?.status === 200 ? { state: 'returned', reason: 'BTCPay: not claimed' } : UNANSWERED
  }
}

interface Delivery {
  readonly originalDeliveryId: string
  readonly type: string
  readonly storeId: string
  readonly invoiceId: string
  readonly metadata: { readonly orderId?: string }
}

const EVENTS = new Set([
  'InvoiceReceivedPayment',
  'InvoicePaymentSettled',
  'InvoiceProcessing',
  'InvoiceExpired',
  'InvoiceExpiredPaidPartial',
  'InvoicePaidAfterExpiration',
  'InvoiceSettled',
  'InvoiceInvalid',
])

/** The header BTCPay-Sig: HMAC-SHA256 over the exact bytes. */
export const signatureOf = (body: Buffer, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** The webhook names the changed invoice; its state is queried. */
export function createBtcpayCallbacks({
  webhookSecret,
  storeId,
}: Pick<BtcpayOptions, 'webhookSecret' | 'storeId'>): PaymentCallbacks {
  function verify({ headers, body }: WebhookRequest): Verification {
    const expected = Buffer.from(signatureOf(body, webhookSecret))
    const given = Buffer.from(headers['btcpay-sig'] ?? '')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { outcome: 'forged' }
    const { originalDeliveryId: dedupKey, storeId: of } = parseObject<Delivery>(body.toString()) ?? {}
    if (dedupKey === undefined || of !== storeId || !readBtcpayEvent(body)) return { outcome: 'ignored' }
    return { outcome: 'verified', dedupKey }
  }

  return {
    kinds: ['crypto'],
    provider: { name: 'btcpay', acknowledgement: { status: 200 }, verify },
    read: readBtcpayEvent,
  }
}

export function readBtcpayEvent(body: Buffer): CallbackReport | undefined {
  const { type = '', metadata } = parseObject<Delivery>(body.toString()) ?? {}
  const orderId = metadata?.orderId ?? ''
  return EVENTS.has(type) && /^[0-9a-f]{32}$/.test(orderId) ? { of: 'payment', orderId } : undefined
}
