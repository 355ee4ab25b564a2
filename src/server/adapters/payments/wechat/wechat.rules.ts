import type { CallbackReport, Creation, PaymentReport, RefundReport } from '#server/domains/payments/ports.ts'
import type { WechatBody, WechatResponse } from './wechat-client.ts'

/** Minutes that a payer has to pay. */
export const LIFETIME_MINUTES = 30

const reasonOf = (response: WechatResponse | undefined): string =>
  response ? `WeChat Pay: HTTP ${response.status} ${response.body.code ?? ''}`.trim() : 'WeChat Pay: no answer'

/** Errors that say nothing about the request itself, by code. Others of HTTP 4xx are final. */
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

/** Our own account holds too little to return it. Nothing is repeated: an operator has to know. */
const FINAL = new Set(['NOT_ENOUGH', 'NOTENOUGH'])

const isTransient = ({ status, body }: WechatResponse): boolean =>
  !FINAL.has(body.code ?? '') &&
  (status === 401 ||
    status === 403 ||
    status === 408 ||
    status === 429 ||
    status >= 500 ||
    TRANSIENT.has(body.code ?? ''))

/** What an order answers: the text of a QR code. The number exists already: it is queried. */
export function creationOf(response: WechatResponse | undefined): Creation {
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
    // There is no page: on a phone, too, the code is scanned.
    action: { type: 'qr', qrText, url: '' },
    lifetimeSeconds: LIFETIME_MINUTES * 60,
  }
}

const ABSENT = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'])

export const isAbsent = (response: WechatResponse | undefined): boolean => ABSENT.has(response?.body.code ?? '')

interface Ours {
  readonly mchId: string
  readonly orderId: string
}

/** A payment by a query. */
export function reportOfQuery(response: WechatResponse | undefined, ours: Ours): PaymentReport {
  if (isAbsent(response)) return { state: 'absent' }
  return response?.status === 200 ? reportOfTransaction(response.body, ours) : { state: 'unknown' }
}

/** A payment as a query or a notification shows it. */
export function reportOfTransaction(body: Partial<WechatBody>, { mchId, orderId }: Ours): PaymentReport {
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

/**
 * A request to close.
 * @returns undefined when the order is to be queried instead: it is paid, or too young (five minutes)
 */
export function reportOfClose(response: WechatResponse | undefined): PaymentReport | undefined {
  if (!response || isTransient(response)) return { state: 'unknown' }
  const { code = '' } = response.body
  if (response.status < 300 || CLOSED.has(code) || ABSENT.has(code)) return { state: 'closed' }
  return undefined
}

const CLOSED = new Set(['ORDER_CLOSED', 'ORDERCLOSED'])

/** A refund by `refunds`: it is carried out later. */
export function reportOfRefund(response: WechatResponse | undefined): RefundReport {
  if (!response || isTransient(response)) return { state: 'unknown', reason: reasonOf(response) }
  if (response.status >= 300) return { state: 'refused', reason: reasonOf(response) }
  const { id, refund_id } = response.body
  return { state: 'pending', providerReference: refund_id ?? id ?? null }
}

/**
 * A refund by a query. What the payer's bank does not take (`ABNORMAL`, `CHANGE`) is returned in WeChat Pay's merchant platform by hand:
 * it stays pending until then.
 */
export function reportOfRefundQuery(response: WechatResponse | undefined): RefundReport {
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

/** What an opened notification says. @returns undefined for one that is not about an order of ours */
export function reportOfNotification(
  type: string,
  resource: Partial<WechatBody>,
  mchId: string,
): CallbackReport | undefined {
  const { out_trade_no: orderId, transaction_id, out_refund_no: refundId } = resource
  if (resource.mchid !== mchId || !isOrderId(orderId)) return undefined
  if (type === 'TRANSACTION.SUCCESS')
    return { of: 'payment', orderId, report: reportOfTransaction(resource, { mchId, orderId }) }
  if (!type.startsWith('REFUND.')) return undefined
  if (isOrderId(refundId)) return { of: 'refund', refundId }
  // One that was made in the merchant platform. `id` is the refund's own number: only the payment's finds the order.
  return transaction_id === undefined ? undefined : { of: 'refund', paymentReference: transaction_id }
}
