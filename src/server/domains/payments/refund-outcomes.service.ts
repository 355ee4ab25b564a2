import type { Db } from '#server/kit/db.ts'
import { noteNumberOf, receiptNumberOf } from './payment-ids.rules.ts'
import { nextState, sumOfRefunds } from './payment-orders.rules.ts'
import { type PaymentsDeps, productOf } from './payments-deps.ts'
import type { PaidOrder, Refund } from './payments-model.ts'
import { moveByRefund } from './refund-requests.service.ts'
import { findRefunds, updateRefund } from './refunds.repo.ts'

type Success = { order: PaidOrder; refund: Refund; reference: string | null }

/** The money has reached the payer. */
export async function succeed(deps: PaymentsDeps, tx: Db, { order, refund, reference }: Success): Promise<void> {
  const { clock, money, messages } = deps
  const { orderId, accountId, kind, item } = order
  const { refundId, amountCents, currency, ordinal } = refund
  const at = clock.now()
  const note_number = noteNumberOf(receiptNumberOf(orderId, order.paidAt), ordinal)
  const finished = { finished_at: at, query_due_at: null, provider_reference: reference, claim_url: null }
  const done = await updateRefund(tx, refundId, { ...finished, state: 'succeeded', note_number })
  const isWhole = sumOfRefunds(await findRefunds(tx, orderId)) === order.paidCents
  const event = isWhole ? 'refundedWhole' : 'refundedInPart'
  const to = nextState(order.state, event, order.previousState)
  if (to) await moveByRefund(tx, order, { event, to, at })
  if (order.deliveredAt) await productOf(deps, order.purpose).refunded(tx, order, done)
  await money.returned(tx, { orderId, refundId, accountId, kind, amountCents, currency, at })
  if (accountId) await messages.post(tx, { accountId, template: 'paymentRefunded', params: { item, amountCents } })
}

type Failure = { order: PaidOrder; refund: Refund; to: 'failed' | 'returned'; problem: string }

/** The provider refused it, or the money came back: what was taken back for it is given again. */
export async function fail(deps: PaymentsDeps, tx: Db, { order, refund, to, problem }: Failure): Promise<void> {
  const { clock, log } = deps
  const at = clock.now()
  const { refundId, orderId } = refund
  const finished = { finished_at: at, query_due_at: null }
  const failed = await updateRefund(tx, refundId, { ...finished, state: to, problem, claim_url: null })
  const next = nextState(order.state, 'refundFailed', order.previousState)
  if (next) await moveByRefund(tx, order, { event: 'refundFailed', to: next, at })
  if (order.deliveredAt) await productOf(deps, order.purpose).refundFailed(tx, order, failed)
  log.error(
    { orderId, refundId, problem },
    to === 'failed' ? 'the provider refused a refund' : 'a refund was not claimed',
  )
}
