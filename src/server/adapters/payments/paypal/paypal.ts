import * as z from 'zod'
import type { PushProvider, MandateCallbacks } from '#server/domains/agreements/ports.ts'
import type { PaymentProvider, CallbackReport, PaymentCallbacks } from '#server/domains/payments/ports.ts'
import { urlSetting } from '#server/kit/setting-fields.ts'
import { definePaymentAdapter } from '../payment-adapter.ts'
import {
  createPaypalClient,
  type PaypalOptions,
  type PaypalBody,
  type PaypalCapture,
  type PaypalDispute,
} from './paypal-client.ts'
import { createPaypalPayments, reportOfCaptures } from './paypal-orders.ts'
import { createPaypalSubscriptions, readSubscriptionEvent } from './paypal-subscriptions.ts'
import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Verification, WebhookRequest } from '#server/domains/webhooks/ports.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import { parseObject, requestProvider } from '#server/kit/provider-request.ts'
import { reportOfDispute } from './paypal-listing.ts'

export const paypal = definePaymentAdapter({
  name: 'paypal',
  kinds: ['paypal'],
  required: {
    PAYPAL_CLIENT_ID: z.string(),
    PAYPAL_CLIENT_SECRET: z.string(),
    PAYPAL_WEBHOOK_ID: z.string(),
  },
  optional: {
    PAYPAL_API_BASE: urlSetting.default('https://api-m.paypal.com'),
    PAYPAL_CERT_BASE: urlSetting.default('https://api.paypal.com'),
  },
  open: (settings, { brand, sandbox }) => {
    const { payments, mandates } = createPaypal({
      clientId: settings.PAYPAL_CLIENT_ID,
      clientSecret: settings.PAYPAL_CLIENT_SECRET,
      apiBase: settings.PAYPAL_API_BASE,
      brand,
      sandbox,
    })
    const { PAYPAL_WEBHOOK_ID: webhookId, PAYPAL_CERT_BASE: certBase } = settings
    const { callbacks, mandateCallbacks } = createPaypalWebhook({ webhookId, certBase })
    return { providers: [payments], mandates, callbacks, mandateCallbacks }
  },
})

export interface Paypal {
  readonly payments: PaymentProvider
  readonly mandates: PushProvider
}

export function createPaypal(options: PaypalOptions): Paypal {
  const send = createPaypalClient(options)
  return { payments: createPaypalPayments(options, send), mandates: createPaypalSubscriptions(options, send) }
}

export interface PaypalWebhookOptions {
  readonly webhookId: string
  /** The only origin of certificates: `https://api.paypal.com`. */
  readonly certBase: string
}

interface PaypalWebhook {
  readonly callbacks: PaymentCallbacks
  readonly mandateCallbacks: MandateCallbacks
}

const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[\w.-]+$/
/** PayPal has one, and two while it changes. */
const CERTIFICATES_MAX = 8
const FETCHES_A_MINUTE = 10
const FETCHES_AT_ONCE = 20
/** PayPal repeats a callback for three days. */
const AGE_MAX = { hours: 7 * 24 } as const
const SKEW = { hours: 1 } as const
const CERTIFICATE_BYTES_MAX = 64 * 1024

/** `transmissionId|time|webhookId|crc32(body)`, signed with RSA and SHA-256. */
export function createPaypalWebhook({ webhookId, certBase }: PaypalWebhookOptions): PaypalWebhook {
  /** Those that have verified a callback. */
  const certificates = new Map<string, X509Certificate>()
  const fetchOne = createCertificateFetch()
  const origin = new URL(certBase).origin

  async function verifyEvent({ headers, body, address }: WebhookRequest, now: Temporal.Instant): Promise<Verification> {
    if (!isRecent(headers['paypal-transmission-time'], now)) return { outcome: 'forged' }
    const url = certificateUrl(headers['paypal-cert-url'], origin)
    if (url === undefined || headers['paypal-auth-algo'] !== 'SHA256withRSA') return { outcome: 'forged' }
    const certificate = certificates.get(url) ?? (await fetchOne(url, addressPrefixes(address).at(-1)!))
    if (!certificate) return { outcome: 'unavailable' }
    const signed = signedText({ headers, body }, webhookId)
    const signature = Buffer.from(headers['paypal-transmission-sig'] ?? '', 'base64')
    if (!isCurrent(certificate) || !verify('sha256', Buffer.from(signed), certificate.publicKey, signature))
      return { outcome: 'forged' }
    keep(url, certificate)
    const dedupKey = eventIdOf(body)
    const isOurs = readPaypalEvent(body) ?? readSubscriptionEvent(body)
    return dedupKey === undefined || !isOurs ? { outcome: 'ignored' } : { outcome: 'verified', dedupKey }
  }

  function keep(url: string, certificate: X509Certificate): void {
    certificates.delete(url)
    certificates.set(url, certificate)
    if (certificates.size > CERTIFICATES_MAX) certificates.delete(certificates.keys().next().value!)
  }

  const provider = { name: 'paypal', acknowledgement: { status: 200 }, verify: verifyEvent } as const
  return {
    callbacks: { kinds: ['paypal'], provider, read: readPaypalEvent },
    mandateCallbacks: { kind: 'paypal', provider, read: readSubscriptionEvent },
  }
}

/** @returns undefined for a URL that is not PayPal's */
function certificateUrl(text: string | undefined, origin: string): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isPaypals = url.origin === origin && CERTIFICATE_PATH.test(url.pathname) && url.username === ''
  return isPaypals ? url.origin + url.pathname : undefined
}

/** One fetch for concurrent callbacks, and few a minute of real time for each network. */
function createCertificateFetch() {
  const running = new Map<string, Promise<X509Certificate | undefined>>()
  const fetchesOf = new Map<string, number>()
  let startedMs = 0
  return (url: string, network: string): Promise<X509Certificate | undefined> => {
    const known = running.get(url)
    if (known) return known
    const nowMs = performance.now()
    if (nowMs - startedMs >= 60_000) {
      startedMs = nowMs
      fetchesOf.clear()
    }
    const fetches = (fetchesOf.get(network) ?? 0) + 1
    if (fetches > FETCHES_A_MINUTE || running.size >= FETCHES_AT_ONCE) return Promise.resolve(undefined)
    fetchesOf.set(network, fetches)
    const fetching = fetchCertificate(url).finally(() => running.delete(url))
    running.set(url, fetching)
    return fetching
  }
}

/** @returns undefined when it cannot be fetched, or is no certificate */
async function fetchCertificate(url: string): Promise<X509Certificate | undefined> {
  const response = await requestProvider(url, { method: 'GET' }, { bytesMax: CERTIFICATE_BYTES_MAX })
  if (response?.status !== 200) return undefined
  try {
    return new X509Certificate(response.text)
  } catch {
    return undefined
  }
}

/** An older callback is a recording. */
function isRecent(time: string | undefined, now: Temporal.Instant): boolean {
  try {
    const at = Temporal.Instant.from(time ?? '')
    const isOld = Temporal.Instant.compare(at, now.subtract(AGE_MAX)) < 0
    return !isOld && Temporal.Instant.compare(at, now.add(SKEW)) <= 0
  } catch {
    return false
  }
}

/** In real time, unlike the callback: the published examples are older than any certificate. */
function isCurrent({ validFromDate, validToDate }: X509Certificate): boolean {
  const now = Temporal.Now.instant().epochMilliseconds
  return validFromDate.getTime() <= now && now <= validToDate.getTime()
}

export const signedText = ({ headers, body }: Pick<WebhookRequest, 'headers' | 'body'>, webhookId: string): string =>
  [headers['paypal-transmission-id'], headers['paypal-transmission-time'], webhookId, crc32(body)].join('|')

interface Event {
  readonly id: string
  readonly event_type: string
  readonly resource: PaypalDispute &
    Partial<PaypalCapture> & {
      readonly custom_id?: string
      readonly sale_id?: string
    }
}

const eventIdOf = (body: Buffer): string | undefined => parseObject<Event>(body.toString())?.id

const isOrderId = (text: string | undefined): text is string => /^[0-9a-f]{32}$/.test(text ?? '')

/** @returns undefined for an event that is not about a payment of ours */
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

/** The event says what happened; its resource may be older. */
function readDispute(type: string, dispute: PaypalDispute): CallbackReport | undefined {
  if (type === 'CUSTOMER.DISPUTE.CREATED') return reportOfDispute({ ...dispute, status: 'OPEN' })
  // Another deadline, or none once we have answered. How it ended is told by its own event.
  if (type === 'CUSTOMER.DISPUTE.UPDATED') return dispute.status === 'RESOLVED' ? undefined : reportOfDispute(dispute)
  return type === 'CUSTOMER.DISPUTE.RESOLVED' ? reportOfDispute({ ...dispute, status: 'RESOLVED' }) : undefined
}

/** The link `up` of a refund. */
function captureAbove({ links = [] }: PaypalBody): string | undefined {
  const href = links.find(({ rel }) => rel === 'up')?.href ?? ''
  return /\/v2\/payments\/captures\/([\w-]+)$/.exec(href)?.[1]
}
