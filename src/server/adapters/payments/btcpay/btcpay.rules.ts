import type { NewProviderOrder, PaymentReport, RefundReport } from '#server/domains/payments/ports.ts'
import { decimalOf } from '#server/kit/decimal-amounts.ts'
import type { Invoice, PaymentMethod, Payout, PullPayment } from './btcpay-client.ts'

export const LIFETIME_MINUTES = 30
/** After which an unclaimed refund is ours again. */
export const CLAIM_DAYS = 90

/** A rate gives amounts more than two digits. */
export function toCents(decimal: string | undefined): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d+))?$/.exec(decimal ?? '')
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').slice(0, 2).padEnd(2, '0')) : undefined
}

const CHECKOUT_LANGUAGE = { zh_HK: 'zh-TW', en_US: 'en-US' } as const

export const invoiceBody = ({
  orderId,
  amountCents,
  currency,
  description,
  continueUrl,
  language,
}: NewProviderOrder) => ({
  amount: decimalOf(amountCents),
  currency,
  metadata: { orderId, itemDesc: description },
  checkout: {
    expirationMinutes: LIFETIME_MINUTES,
    paymentTolerance: 0,
    redirectURL: continueUrl,
    redirectAutomatically: true,
    defaultLanguage: CHECKOUT_LANGUAGE[language],
  },
})

/** Of several invoices of an order: paid, then payable, then over. */
export function invoiceOf(invoices: readonly Invoice[], orderId: string): Invoice | undefined {
  const own = invoices.filter(({ metadata }) => metadata?.orderId === orderId)
  const rank = (invoice: Invoice) => (hasMoney(invoice) ? 0 : invoice.status === 'New' ? 1 : 2)
  return own.toSorted((one, other) => rank(one) - rank(other))[0]
}

const hasMoney = ({ status, additionalStatus, paidAmount }: Invoice): boolean =>
  status === 'Settled' ||
  status === 'Processing' ||
  (additionalStatus?.startsWith('Paid') ?? false) ||
  (toCents(paidAmount) ?? 0) > 0

export const isUntouched = (invoice: Invoice): boolean => invoice.status === 'New' && !hasMoney(invoice)

/** It is over and holds money: only its payments tell whether that is confirmed. */
export const needsPayments = (invoice: Invoice): boolean =>
  (invoice.status === 'Expired' || invoice.status === 'Invalid') && hasMoney(invoice)

/** An amount that is too small or too late counts once it is confirmed: the order is reviewed, or paid after all. */
export function reportOfInvoice(invoice: Invoice, methods: readonly PaymentMethod[] = []): PaymentReport {
  switch (invoice.status) {
    case 'New':
    case 'Processing':
      return { state: 'open' }
    case 'Settled':
      return reportOfSettled(invoice)
    case 'Expired':
    case 'Invalid':
      return needsPayments(invoice) ? reportOfPayments(invoice, methods) : { state: 'closed' }
    default:
      return { state: 'unknown' }
  }
}

/** `Marked`: settled by an operator; only what came counts. */
function reportOfSettled(invoice: Invoice): PaymentReport {
  const { additionalStatus = 'None', amount, paidAmount } = invoice
  const paid = toCents(paidAmount)
  const isWhole = additionalStatus === 'None' || additionalStatus === 'PaidOver' || additionalStatus === 'PaidLate'
  if (isWhole) return succeeded(invoice, Math.max(toCents(amount) ?? 0, paid ?? 0))
  return paid === 0 ? { state: 'failed' } : succeeded(invoice, paid)
}

function reportOfPayments(invoice: Invoice, methods: readonly PaymentMethod[]): PaymentReport {
  const payments = methods.flatMap((method) => method.payments ?? [])
  const isUnderWay = payments.some(({ status }) => status === 'Processing')
  const isConfirmed = payments.some(({ status }) => status === 'Settled')
  if (isUnderWay) return { state: 'open' }
  return isConfirmed ? succeeded(invoice, toCents(invoice.paidAmount)) : { state: 'failed' }
}

function succeeded({ id, currency }: Invoice, amountCents: number | undefined): PaymentReport {
  if (!amountCents || id === undefined || currency === undefined) return { state: 'unknown' }
  return { state: 'succeeded', amountCents, currency, paymentReference: id }
}

/** The payout method of what was paid by: an LNURL is paid, and paid out, by Lightning. */
export const payoutMethodOf = (methods: readonly PaymentMethod[]): string | undefined =>
  methods
    .find(({ payments = [] }) => payments.some(({ status }) => status === 'Settled'))
    ?.paymentMethodId?.replace(/-LNURL$/, '-LN')

/** Finds a refund at BTCPay Server before it is requested again. */
export const refundName = (refundId: string): string => `Refund ${refundId}`

interface Claim {
  readonly amountCents: number
  readonly claimedCents: number
  readonly requestedAt: Temporal.Instant
  readonly at: Temporal.Instant
}

/** The unclaimed rest of a claim link. `expired`: it is to be closed. */
export function reportOfClaim(
  { id, viewLink, archived }: PullPayment,
  payouts: readonly Payout[],
  { amountCents, claimedCents, requestedAt, at }: Claim,
): RefundReport | 'expired' {
  if (id === undefined) return { state: 'unknown', reason: 'BTCPay: no pull payment' }
  const sumOf = (states: (state: string) => boolean) =>
    payouts
      .filter(({ state = '' }) => states(state))
      .reduce((sum, { originalAmount }) => sum + (toCents(originalAmount) ?? 0), -claimedCents)
  const completed = sumOf((state) => state === 'Completed')
  if (completed >= amountCents) return { state: 'succeeded', providerReference: id }
  const claimed = sumOf((state) => state !== 'Cancelled')
  if (claimed >= amountCents) return { state: 'pending', providerReference: id }
  if (claimed <= 0 && archived) return { state: 'returned', reason: 'BTCPay: the claim link was closed' }
  const isLate = at.since(requestedAt).total('days') >= CLAIM_DAYS
  if (claimed <= 0 && isLate) return 'expired'
  const part = completed > 0 && { claimedCents: completed }
  return { state: 'awaiting_claim', providerReference: id, claimUrl: viewLink, ...part }
}
