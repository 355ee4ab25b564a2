import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CallbackReport, PaymentCallbacks } from '#server/domains/payments/ports.ts'
import type { Verification, WebhookRequest } from '#server/domains/webhooks/ports.ts'
import { parseObject } from '#server/kit/provider-request.ts'
import type { BtcpayOptions } from './btcpay-client.ts'

interface Delivery {
  /** The same for every repetition. */
  readonly originalDeliveryId: string
  readonly type: string
  readonly storeId: string
  readonly invoiceId: string
  readonly metadata: { readonly orderId?: string }
}

/** The events after which an invoice may stand otherwise. */
const EVENTS = new Set([
  'InvoiceReceivedPayment',
  'InvoicePaymentSettled',
  'InvoiceProcessing',
  'InvoiceExpired',
  'InvoiceExpiredPaidPartial',
  'InvoiceSettled',
  'InvoiceInvalid',
])

/** The value of the header BTCPay-Sig: HMAC-SHA256 over the exact bytes. */
export const signatureOf = (body: Buffer, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** BTCPay Server's webhook. It says which invoice changed; how it stands is asked. */
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

/** What an event says. @returns undefined for one that is not about an order of ours */
export function readBtcpayEvent(body: Buffer): CallbackReport | undefined {
  const { type = '', metadata } = parseObject<Delivery>(body.toString()) ?? {}
  const orderId = metadata?.orderId ?? ''
  return EVENTS.has(type) && /^[0-9a-f]{32}$/.test(orderId) ? { of: 'payment', orderId } : undefined
}
