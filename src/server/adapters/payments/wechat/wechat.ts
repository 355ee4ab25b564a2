import type {
  CallbackReport,
  NewProviderOrder,
  PaymentCallbacks,
  PaymentProvider,
  PaymentReport,
  ProviderOrder,
  ProviderRefund,
  RefundReport,
  Creation,
} from '#server/domains/payments/ports.ts'
import type { Verification, WebhookRequest } from '#server/domains/webhooks/ports.ts'
import { parseObject } from '#server/kit/provider-request.ts'
import {
  createWechatClient,
  readKeys,
  readPlatformKeys,
  type WechatBody,
  type WechatNotification,
  type WechatOptions,
  genuinenessOf,
  openResource,
  type WechatResponse,
} from './wechat-client.ts'
import * as z from 'zod'
import { readableSetting, urlSetting } from '#server/kit/setting-fields.ts'
import { readPrivateKey, definePaymentAdapter } from '../payment-adapter.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

export const wechat = definePaymentAdapter({
  name: 'wechat',
  kinds: ['wechat'],
  required: {
    WECHAT_APP_ID: z.string(),
    WECHAT_MCH_ID: z.string(),
    WECHAT_MCC: z.string().regex(/^\d{4}$/, { error: 'four digits' }),
    WECHAT_CERT_SERIAL: z.string(),
    WECHAT_PRIVATE_KEY: readableSetting(readPrivateKey, 'a private key (PKCS #8)'),
    WECHAT_API_KEY: z.string().regex(/^[\x21-\x7e]{32}$/, { error: '32 characters' }),
    WECHAT_PLATFORM_KEYS: readableSetting(
      readPlatformKeys,
      'serial=key of public keys or certificates in base64, separated by commas',
    ),
  },
  optional: { WECHAT_API_BASE: urlSetting.default('https://apihk.mch.weixin.qq.com') },
  needsPublicUrl: true,
  open: (settings, { notifyUrl, sandbox }) => {
    const { payments, callbacks } = createWechat({
      appId: settings.WECHAT_APP_ID,
      mchId: settings.WECHAT_MCH_ID,
      mcc: settings.WECHAT_MCC,
      serial: settings.WECHAT_CERT_SERIAL,
      privateKey: settings.WECHAT_PRIVATE_KEY,
      apiKey: settings.WECHAT_API_KEY,
      platformKeys: settings.WECHAT_PLATFORM_KEYS,
      apiBase: settings.WECHAT_API_BASE,
      notifyUrl,
      sandbox,
    })
    return { providers: [payments], callbacks }
  },
})

export interface Wechat {
  readonly payments: PaymentProvider
  readonly callbacks: PaymentCallbacks
}

const DESCRIPTION_MAX = 127

/** WeChat Pay (API v3, global): payment by QR code (Native), refunds, notifications. @throws for invalid keys */
export function createWechat(options: WechatOptions): Wechat {
  const { mchId, appId } = options
  const keys = readKeys(options)
  const send = createWechatClient(options, keys)
  const transaction = (orderId: string) => `/v3/global/transactions/out-trade-no/${encodeURIComponent(orderId)}`
  const find = (orderId: string) =>
    send({ method: 'GET', path: `${transaction(orderId)}?mchid=${encodeURIComponent(mchId)}` })

  const create = async (order: NewProviderOrder) =>
    creationOf(await send({ method: 'POST', path: '/v3/global/transactions/native', body: orderBody(order, options) }))

  const query = async ({ orderId }: ProviderOrder): Promise<PaymentReport> =>
    reportOfQuery(await find(orderId), { mchId, orderId })

  /** WeChat Pay refuses this in the first five minutes: the order is then still open, and closed by a later request. */
  async function cancel(order: ProviderOrder): Promise<PaymentReport> {
    const { orderId } = order
    const report = reportOfClose(
      await send({ method: 'POST', path: `${transaction(orderId)}/close`, body: { mchid: mchId } }),
    )
    return report ?? query(order)
  }

  async function refund(request: ProviderRefund): Promise<RefundReport> {
    const { refundId, orderId, amountCents, currency, paymentReference, providerReference, isQueryOnly } = request
    if (providerReference !== null || isQueryOnly) {
      const path = `/v3/global/refunds/out-refund-no/${refundId}?mchid=${encodeURIComponent(mchId)}`
      return reportOfRefundQuery(await send({ method: 'GET', path }))
    }
    // A refund repeats the paid amount, which may differ from the price.
    const found = await find(orderId)
    const paid = reportOfQuery(found, { mchId, orderId })
    if (paid.state !== 'succeeded')
      return { state: isAbsent(found) ? 'refused' : 'unknown', reason: `WeChat Pay: payment ${paid.state}` }
    const body = {
      appid: appId,
      mchid: mchId,
      transaction_id: paymentReference,
      out_refund_no: refundId,
      amount: { refund: amountCents, total: paid.amountCents, currency },
      ...(options.notifyUrl !== undefined && { notify_url: options.notifyUrl }),
    }
    return reportOfRefund(await send({ method: 'POST', path: '/v3/global/refunds', body }))
  }

  function verify({ headers, body }: WebhookRequest, now: Temporal.Instant): Verification {
    const text = body.toString()
    const seconds = Math.floor(now.epochMilliseconds / 1000)
    const genuineness = genuinenessOf((name) => headers[name], text, { keys: keys.platform, now: seconds })
    // WeChat Pay has changed its key: it repeats the notification until the settings have it.
    if (genuineness === 'unknownKey') return { outcome: 'unavailable' }
    if (genuineness === 'forged') return { outcome: 'forged' }
    const { id: dedupKey, resource } = parseObject<WechatNotification>(text) ?? {}
    // Sealed with another APIv3 key: acknowledged, it would be lost.
    if (resource && openResource(resource, options.apiKey) === undefined) return { outcome: 'unavailable' }
    return dedupKey !== undefined && read(body) ? { outcome: 'verified', dedupKey } : { outcome: 'ignored' }
  }

  function read(body: Buffer): CallbackReport | undefined {
    const { event_type, resource } = parseObject<WechatNotification>(body.toString()) ?? {}
    const opened = resource && openResource(resource, options.apiKey)
    const fields = opened === undefined ? undefined : parseObject<WechatBody>(opened)
    return fields && reportOfNotification(event_type ?? '', fields, mchId)
  }

  const acknowledgement = { status: 200, contentType: 'application/json', body: '{"code":"SUCCESS"}' } as const
  return {
    // Money is taken when the payer agrees: capturing is querying.
    payments: {
      kind: 'wechat',
      sandbox: options.sandbox,
      create,
      query,
      capture: query,
      cancel,
      refund,
      queriesRefunds: true,
    },
    callbacks: { kinds: ['wechat'], provider: { name: 'wechat', acknowledgement, verify }, read },
  }
}

/** `out_trade_no` has at most 32 characters, as our ids have. */
function orderBody(order: NewProviderOrder, { appId, mchId, mcc, notifyUrl }: WechatOptions): object {
  const { orderId, amountCents, currency, description, at } = order
  return {
    appid: appId,
    mchid: mchId,
    description: description.slice(0, DESCRIPTION_MAX),
    out_trade_no: orderId,
    // With an offset in digits, as WeChat Pay's documents have it.
    time_expire: at.add({ minutes: LIFETIME_MINUTES }).toString({ smallestUnit: 'second', timeZone: HONG_KONG }),
    trade_type: 'NATIVE',
    merchant_category_code: mcc,
    amount: { total: amountCents, currency },
    ...(notifyUrl !== undefined && { notify_url: notifyUrl }),
  }
}

const LIFETIME_MINUTES = 30

const reasonOf = (response: WechatResponse | undefined): string =>
  response ? `WeChat Pay: HTTP ${response.status} ${response.body.code ?? ''}`.trim() : 'WeChat Pay: no answer'

const TRANSIENT = new Set([
  'SYSTEM_ERROR',
  'SYSTEMERROR',
  'BANKERROR',
  'BANK_ERROR',
  'BIZERR_NEED_RETRY',
  'FREQUENCY_LIMITED',
  'FREQUENCY_LIMIT_EXCEED',
  'RATELIMIT_EXCEEDED',
  'SIGN_ERROR',
  'SIGNERROR',
])

/** Our account holds too little: an operator has to know. */
const FINAL = new Set(['NOT_ENOUGH', 'NOTENOUGH'])

const isTransient = ({ status, body }: WechatResponse): boolean =>
  !FINAL.has(body.code ?? '') &&
  (status === 401 ||
    status === 403 ||
    status === 408 ||
    status === 429 ||
    status >= 500 ||
    TRANSIENT.has(body.code ?? ''))

/** The text of a QR code. An order that exists is queried. */
function creationOf(response: WechatResponse | undefined): Creation {
  const qrText = response?.body.code_url
  if (!response || isTransient(response)) return { outcome: 'unknown', reason: reasonOf(response) }
  if (response.status >= 300) {
    const outcome = response.body.code === 'OUT_TRADE_NO_USED' ? 'unknown' : 'refused'
    return { outcome, reason: reasonOf(response) }
  }
  if (qrText === undefined) return { outcome: 'unknown', reason: 'WeChat Pay: no QR code' }
  return {
    outcome: 'accepted',
    providerReference: null,
    action: { type: 'qr', qrText, url: '' },
    lifetimeSeconds: LIFETIME_MINUTES * 60,
  }
}

const ABSENT = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'])

const isAbsent = (response: WechatResponse | undefined): boolean => ABSENT.has(response?.body.code ?? '')

interface Ours {
  readonly mchId: string
  readonly orderId: string
}

function reportOfQuery(response: WechatResponse | undefined, ours: Ours): PaymentReport {
  if (isAbsent(response)) return { state: 'absent' }
  return response?.status === 200 ? reportOfTransaction(response.body, ours) : { state: 'unknown' }
}

function reportOfTransaction(body: Partial<WechatBody>, { mchId, orderId }: Ours): PaymentReport {
  const { mchid, out_trade_no, trade_state } = body
  if (out_trade_no !== orderId || mchid !== mchId) return { state: 'unknown' }
  switch (trade_state) {
    case 'SUCCESS':
      return reportOfPaid(body)
    case 'REFUND':
      return reportOfPaid(body, { isReturned: true })
    case 'NOTPAY':
    case 'USERPAYING':
    case 'ACCEPT':
      return { state: 'open' }
    case 'CLOSED':
    case 'REVOKED':
      return { state: 'closed' }
    case 'PAYERROR':
      return { state: 'failed' }
    default:
      return { state: 'unknown' }
  }
}

function reportOfPaid(
  { id, transaction_id, amount }: Partial<WechatBody>,
  more: { isReturned?: boolean } = {},
): PaymentReport {
  const paymentReference = id ?? transaction_id
  const { total, currency } = amount ?? {}
  if (paymentReference === undefined || !isCents(total) || currency === undefined) return { state: 'unknown' }
  return { state: 'succeeded', amountCents: total, currency, paymentReference, ...more }
}

const isCents = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** @returns undefined when the order is to be queried instead: it is paid, or too young (five minutes) */
function reportOfClose(response: WechatResponse | undefined): PaymentReport | undefined {
  if (!response || isTransient(response)) return { state: 'unknown' }
  const { code = '' } = response.body
  if (response.status < 300 || CLOSED.has(code) || ABSENT.has(code)) return { state: 'closed' }
  return undefined
}

const CLOSED = new Set(['ORDER_CLOSED', 'ORDERCLOSED'])

function reportOfRefund(response: WechatResponse | undefined): RefundReport {
  if (!response || isTransient(response)) return { state: 'unknown', reason: reasonOf(response) }
  if (response.status >= 300) return { state: 'refused', reason: reasonOf(response) }
  const { id, refund_id } = response.body
  return { state: 'pending', providerReference: refund_id ?? id ?? null }
}

/** `ABNORMAL`, `CHANGE`: the bank refused it, and it is returned by hand in the merchant platform: pending until then. */
function reportOfRefundQuery(response: WechatResponse | undefined): RefundReport {
  const unknown = { state: 'unknown', reason: reasonOf(response) } as const
  if (response?.status !== 200) return unknown
  const { id, refund_id, status, refund_status } = response.body
  const providerReference = refund_id ?? id ?? null
  switch (status ?? refund_status) {
    case 'SUCCESS':
      return { state: 'succeeded', providerReference }
    case 'PROCESSING':
    case 'ABNORMAL':
    case 'CHANGE':
      return { state: 'pending', providerReference }
    case 'CLOSED':
    case 'REFUNDCLOSE':
      return { state: 'refused', reason: 'WeChat Pay: refund closed' }
    default:
      return unknown
  }
}

const isOrderId = (text: string | undefined): text is string => /^[0-9a-f]{32}$/.test(text ?? '')

/** @returns undefined for a notification that is not about an order of ours */
function reportOfNotification(type: string, resource: Partial<WechatBody>, mchId: string): CallbackReport | undefined {
  const { out_trade_no: orderId, transaction_id, out_refund_no: refundId } = resource
  if (resource.mchid !== mchId || !isOrderId(orderId)) return undefined
  if (type === 'TRANSACTION.SUCCESS')
    return { of: 'payment', orderId, report: reportOfTransaction(resource, { mchId, orderId }) }
  if (!type.startsWith('REFUND.')) return undefined
  if (isOrderId(refundId)) return { of: 'refund', refundId }
  // Made in the merchant platform. `id` is the refund's own number: only that of the payment finds the order.
  return transaction_id === undefined ? undefined : { of: 'refund', paymentReference: transaction_id }
}
