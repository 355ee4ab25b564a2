import { type Amount, centsOf, failed, succeeded } from './antom-results.ts'
import { type Context, findPayment, newProviderId, queueCallback } from './context.ts'
import type { SandboxPayment, SandboxRefund } from './sandbox-model.ts'

const DAY_MS = 24 * 3_600_000
/** Days after its payment in which a refund can be asked for. */
const REFUND_DAYS = { OCTOPUS: 90, ALIPAY_HK: 365 } as const

const isOctopus = ({ method }: SandboxPayment) => method === 'OCTOPUS'

interface RefundRequest {
  refundRequestId?: string
  paymentId?: string
  refundAmount?: Amount
}

/** A refund to AlipayHK is carried out at once; one to an Octopus on the next day, if it is claimed. */
export function refund(context: Context, { paymentId, refundRequestId, refundAmount }: RefundRequest): object {
  const payment = findPayment(context, 'antom', { id: paymentId ?? '' })
  if (!payment || payment.state !== 'paid' || !refundRequestId) return failed('ORDER_NOT_EXIST')
  const known = payment.refunds.find((one) => one.requestId === refundRequestId)
  const problem = known ? undefined : problemOf(context, payment, refundAmount)
  if (problem) return failed(problem)
  const made = known ?? {
    id: newProviderId(24),
    requestId: refundRequestId,
    amountCents: centsOf(refundAmount)!,
    at: context.now(),
  }
  if (!known) payment.refunds.push(made)
  const result = isOctopus(payment)
    ? { result: { resultStatus: 'U', resultCode: 'REFUND_IN_PROCESS', resultMessage: 'refund in process' } }
    : succeeded()
  return { ...result, refundRequestId, refundId: made.id, paymentId: payment.id, refundAmount }
}

function problemOf({ now }: Context, payment: SandboxPayment, amount: Amount | undefined): string | undefined {
  const days = REFUND_DAYS[isOctopus(payment) ? 'OCTOPUS' : 'ALIPAY_HK']
  if (now() - payment.createdAt > days * DAY_MS) return 'REFUND_WINDOW_EXCEED'
  const amountCents = centsOf(amount)
  if (!amountCents || (isOctopus(payment) && amountCents % 10 !== 0)) return 'PARAM_ILLEGAL'
  const rest = payment.refunds.reduce((sum, one) => sum - one.amountCents, payment.paidCents)
  return amountCents > rest ? 'REFUND_AMOUNT_EXCEED' : undefined
}

export function inquireRefund(context: Context, { refundRequestId }: { refundRequestId?: string }): object {
  for (const payment of antomPayments(context)) {
    const made = payment.refunds.find((one) => one.requestId === refundRequestId)
    if (made)
      return { ...succeeded(), refundRequestId, refundId: made.id, refundStatus: statusOf(context, payment, made) }
  }
  return failed('REFUND_NOT_EXIST')
}

const antomPayments = ({ state }: Context) => state.payments.filter(({ provider }) => provider === 'antom')

function statusOf({ now }: Context, payment: SandboxPayment, { at = 0 }: SandboxRefund): string {
  if (isOctopus(payment) && now() - at < DAY_MS) return 'PROCESSING'
  return payment.scenario === 'unclaimed' ? 'FAIL' : 'SUCCESS'
}

/** Tells once of each refund to an Octopus that has ended. */
export function tellRefunds(context: Context): void {
  for (const payment of antomPayments(context).filter(isOctopus)) {
    for (const made of payment.refunds) {
      const status = statusOf(context, payment, made)
      if (made.isTold || status === 'PROCESSING') continue
      made.isTold = true
      const body = {
        notifyType: 'REFUND_RESULT',
        result: { resultStatus: status === 'SUCCESS' ? 'S' : 'F', resultCode: status, resultMessage: '' },
        refundStatus: status,
        refundRequestId: made.requestId,
        refundId: made.id,
        refundAmount: { currency: payment.currency, value: String(made.amountCents) },
        refundTime: Temporal.Instant.fromEpochMilliseconds(context.now()).toString({ smallestUnit: 'second' }),
      }
      queueCallback(context, payment, { body: JSON.stringify(body) })
    }
  }
}
