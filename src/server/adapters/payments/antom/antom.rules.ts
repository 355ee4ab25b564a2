import type { Creation, PaymentReport, RefundReport } from '#server/domains/payments/ports.ts'
import type { Terminal } from '#contract/payments.ts'
import type { AntomAmount, AntomBody } from './antom-client.ts'

/** Minutes that a payer has to pay. */
export const LIFETIME_MINUTES = 30

export const toAntomAmount = (amountCents: number, currency: string): AntomAmount => ({
  currency,
  value: String(amountCents),
})

const toCents = (value: string | undefined): number | undefined =>
  /^\d{1,12}$/.test(value ?? '') ? Number(value) : undefined

/** What a successful `pay` offers: an app link on a phone; else the QR code, or Antom's page where there is none. */
export function creationOf(body: AntomBody | undefined, terminal: Terminal): Creation {
  const { result, paymentId = null, normalUrl, schemeUrl, applinkUrl, orderCodeForm } = body ?? {}
  const reason = `Antom: ${result?.resultCode ?? 'no answer'}`
  if (result?.resultStatus === 'F') return { outcome: 'refused', reason }
  if (result?.resultCode !== 'PAYMENT_IN_PROCESS') return { outcome: 'unknown', reason }
  const accepted = {
    outcome: 'accepted',
    providerReference: paymentId,
    lifetimeSeconds: LIFETIME_MINUTES * 60,
  } as const
  const app = applinkUrl ?? schemeUrl
  if (terminal === 'wap' && app !== undefined) return { ...accepted, action: { type: 'app', url: app } }
  const qrText = orderCodeForm?.codeDetails?.find(({ displayType }) => displayType === 'TEXT')?.codeValue
  if (terminal === 'web' && qrText !== undefined)
    return { ...accepted, action: { type: 'qr', qrText, url: normalUrl ?? '' } }
  if (normalUrl !== undefined) return { ...accepted, action: { type: 'redirect', url: normalUrl } }
  return { outcome: 'unknown', reason: 'Antom: nowhere to pay' }
}

/** A payment by `inquiryPayment`. */
export function reportOfInquiry(body: AntomBody | undefined, orderId: string): PaymentReport {
  const { result, paymentStatus, paymentRequestId } = body ?? {}
  if (result?.resultCode === 'ORDER_NOT_EXIST') return { state: 'absent' }
  if (result?.resultStatus !== 'S' || paymentRequestId !== orderId) return { state: 'unknown' }
  switch (paymentStatus) {
    case 'SUCCESS':
      return reportOfPaid(body)
    case 'FAIL':
      return { state: 'failed' }
    case 'CANCELLED':
      return { state: 'closed' }
    case 'PROCESSING':
    case 'PENDING':
      return { state: 'open' }
    default:
      return { state: 'unknown' }
  }
}

/** A payment by the notification PAYMENT_RESULT. */
export function reportOfNotification(body: AntomBody): PaymentReport {
  switch (body.result?.resultStatus) {
    case 'S':
      return reportOfPaid(body)
    case 'F':
      return { state: 'failed' }
    default:
      return { state: 'open' }
  }
}

function reportOfPaid({ paymentAmount, paymentId }: AntomBody = {}): PaymentReport {
  const amountCents = toCents(paymentAmount?.value)
  if (amountCents === undefined || !paymentAmount || paymentId === undefined) return { state: 'unknown' }
  return { state: 'succeeded', amountCents, currency: paymentAmount.currency, paymentReference: paymentId }
}

/** Refusals that another request with the same id may not meet. */
const TRANSIENT = new Set(['REQUEST_TRAFFIC_EXCEED_LIMIT', 'PROCESS_FAIL', 'UNKNOWN_EXCEPTION', 'INVALID_SIGNATURE'])

/** A refund by `refund`. */
export function reportOfRefund(body: AntomBody | undefined): RefundReport {
  const { result, refundId = null } = body ?? {}
  const reason = `Antom: ${result?.resultCode ?? 'no answer'}`
  if (result?.resultStatus === 'S') return { state: 'succeeded', providerReference: refundId }
  if (result?.resultCode === 'REFUND_IN_PROCESS') return { state: 'pending', providerReference: refundId }
  const isFinal = result?.resultStatus === 'F' && !TRANSIENT.has(result.resultCode ?? '')
  return { state: isFinal ? 'refused' : 'unknown', reason }
}

/** A refund by `inquiryRefund`. */
export function reportOfRefundInquiry(body: AntomBody | undefined): RefundReport {
  const { result, refundStatus, refundId = null } = body ?? {}
  if (result?.resultStatus !== 'S') return { state: 'unknown', reason: `Antom: ${result?.resultCode ?? 'no answer'}` }
  if (refundStatus === 'SUCCESS') return { state: 'succeeded', providerReference: refundId }
  if (refundStatus === 'FAIL') return { state: 'refused', reason: 'Antom: refund FAIL' }
  return { state: 'pending', providerReference: refundId }
}

/**
 * A refund to an Octopus: it was taken on, and the payer of a card has to claim it. One that fails then has gone back to the merchant.
 */
export const reportOfClaim = (report: RefundReport): RefundReport =>
  report.state === 'refused' ? { ...report, state: 'returned' } : report
