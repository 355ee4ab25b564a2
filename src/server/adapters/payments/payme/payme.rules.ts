import type { Creation, PaymentReport, RefundReport } from '#server/domains/payments/ports.ts'
import type { Terminal } from '#contract/payments.ts'
import { decimalOf } from '#server/kit/decimal-amounts.ts'
import type { PaymeBody, PaymeResponse } from './payme-client.ts'

/** Minutes that a payer has to pay. */
export const LIFETIME_MINUTES = 30

/** Cents as PayMe's number of dollars. A number of two decimals is written, and read back, as just these decimals. */
export const toPaymeAmount = (amountCents: number): number => Number(decimalOf(amountCents))

/** PayMe's dollars as cents, from the decimals that were sent. @returns undefined for what is no amount with at most two decimals */
export function toCents(value: number | string | undefined): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(String(value))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}

const reasonOf = (response: PaymeResponse | undefined): string =>
  response ? `PayMe: HTTP ${response.status} ${response.body.errors?.[0]?.errorCode ?? ''}`.trim() : 'PayMe: no answer'

/** @returns undefined for no response, and for one that says nothing about the request itself */
export const answered = (response: PaymeResponse | undefined): PaymeResponse | undefined =>
  response && ([401, 403, 408, 429].includes(response.status) || response.status >= 500) ? undefined : response

/** What a payment request answers: the app's link on a phone; else the link whose QR code (PayCode) the app scans. */
export function creationOf(response: PaymeResponse | undefined, terminal: Terminal): Creation {
  const answer = answered(response)
  if (!answer) return { outcome: 'unknown', reason: reasonOf(response) }
  const { paymentRequestId, webLink, appLink } = answer.body
  if (answer.status >= 300) return { outcome: 'refused', reason: reasonOf(response) }
  const accepted = { outcome: 'accepted', lifetimeSeconds: LIFETIME_MINUTES * 60 } as const
  if (paymentRequestId === undefined || webLink === undefined)
    return { outcome: 'unknown', reason: 'PayMe: nowhere to pay' }
  const action =
    terminal === 'wap'
      ? ({ type: 'app', url: appLink ?? webLink } as const)
      : ({ type: 'qr', qrText: webLink, url: webLink } as const)
  return { ...accepted, providerReference: paymentRequestId, action }
}

/** A payment request by a query. */
export function reportOfQuery(response: PaymeResponse | undefined, orderId: string): PaymentReport {
  if (response?.status === 404) return { state: 'absent' }
  const { body } = response ?? {}
  if (!body || response?.status !== 200 || body.merchantData?.orderId !== orderId || !body.statusCode)
    return { state: 'unknown' }
  switch (body.statusCode) {
    case 'PR005':
      return reportOfPaid(body)
    case 'PR004':
      return { state: 'failed' }
    case 'PR007':
      return { state: 'closed' }
    default:
      // PR001, and whatever else is not known to be an end: it is cancelled when its time is over.
      return { state: 'open' }
  }
}

function reportOfPaid({ totalAmount, currencyCode, transactions }: PaymeBody): PaymentReport {
  const amountCents = toCents(totalAmount)
  const first = transactions?.[0]
  const paymentReference = typeof first === 'string' ? first : first?.transactionId
  if (amountCents === undefined || currencyCode === undefined || !paymentReference) return { state: 'unknown' }
  return { state: 'succeeded', amountCents, currency: currencyCode, paymentReference }
}

/** A refund: carried out at once. */
export function reportOfRefund(response: PaymeResponse | undefined): RefundReport {
  const answer = answered(response)
  if (!answer) return { state: 'unknown', reason: reasonOf(response) }
  const { refundId, transactionId = null } = answer.body
  return answer.status < 300
    ? { state: 'succeeded', providerReference: refundId ?? transactionId }
    : { state: 'refused', reason: reasonOf(response) }
}

/**
 * Our refund among those of its transaction; PayMe has no idempotency keys, so that each carries our id in its reason.
 * @returns undefined when it is not there and may be asked for again
 */
export function reportOfTransaction(response: PaymeResponse | undefined, refundId: string): RefundReport | undefined {
  const refunds = response?.status === 200 ? response.body.refunds : undefined
  if (!Array.isArray(refunds)) return { state: 'unknown', reason: `${reasonOf(response)}, refunds not listed` }
  const ours = refunds.find(({ reasonMessage }) => reasonMessage === refundId)
  return ours && { state: 'succeeded', providerReference: ours.refundId ?? null }
}
