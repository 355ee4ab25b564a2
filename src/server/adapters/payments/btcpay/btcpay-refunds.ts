import type { ProviderRefund, RefundReport } from '#server/domains/payments/ports.ts'
import { decimalOf } from '#server/kit/decimal-amounts.ts'
import {
  type BtcpayClient,
  isRefusal,
  listOf,
  objectOf,
  type PaymentMethod,
  type Payout,
  type PullPayment,
  reasonOf,
} from './btcpay-client.ts'
import { paidMethodOf, refundName, reportOfClaim } from './btcpay.rules.ts'

interface RefundDeps {
  readonly send: BtcpayClient
  /** The path of the store. */
  readonly store: string
  readonly methodsOf: (invoiceId: string) => Promise<readonly PaymentMethod[] | undefined>
}

/** The server lists all claim links that the store ever had, and has no search: about half a kilobyte each. */
const ALL_CLAIMS_BYTES_MAX = 64 * 1024 * 1024

const UNANSWERED: RefundReport = { state: 'unknown', reason: 'BTCPay: no answer' }

/** Refunds by claim links (pull payments): the payer says where the money goes. */
export function createRefund({ send, store, methodsOf }: RefundDeps) {
  return refund

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
    const methods = await methodsOf(paymentReference)
    if (!methods) return UNANSWERED
    const paidMethod = paidMethodOf(methods)
    const response = await send({
      method: 'POST',
      path: `${store}/invoices/${encodeURIComponent(paymentReference)}/refund`,
      body: {
        name,
        ...(paidMethod !== undefined && { payoutMethods: [paidMethod] }),
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
    return response?.status === 200 ? { state: 'returned', reason: 'BTCPay: nobody claimed it' } : UNANSWERED
  }
}
