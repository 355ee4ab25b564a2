import { type Db, inSavepoint, inTransaction, type Tx } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { refundIdOf } from './payment-ids.rules.ts'
import {
  mayRefund,
  nextState,
  type OrderEvent,
  type OrderState,
  sumOfRefunds,
  type Order,
  type PaidOrder,
  type Refund,
} from './payment-orders.rules.ts'
import { insertEvidence } from './evidence.repo.ts'
import { lockOrder, updateOrder } from './payment-orders.repo.ts'
import { findUndeliverable, isPaused } from './payment-work.repo.ts'
import { type PaymentsDeps, providerOf, productOf, takes } from './ports.ts'
import { findRefunds, insertRefund } from './refunds.repo.ts'

export interface RefundRequest {
  readonly orderId: string
  readonly amountCents?: number | undefined
  readonly reason: string
  readonly actor: string
}

export type RefundOutcome =
  | { readonly outcome: 'requested'; readonly refund: Refund }
  | { readonly outcome: 'unknown order' }
  | { readonly outcome: 'wrong state'; readonly state: OrderState }
  | { readonly outcome: 'too much'; readonly maxCents: number }
  | { readonly outcome: 'wrong step'; readonly stepCents: number }

export function createRefundRequests(deps: PaymentsDeps) {
  const { db, clock, masterKey } = deps
  const key = deriveKey(masterKey, 'payments')
  return { refund, refundUndeliverable }

  /** Takes the purchase back and records the refund, which `refundDue` then carries out. Joins the transaction `on`. */
  function refund(request: RefundRequest, on: Db = db): Promise<RefundOutcome> {
    return inTransaction(on, (tx) =>
      inSavepoint(tx, () => requestIn(tx, request)).catch((error: unknown) => {
        if (error instanceof TooMuch) return { outcome: 'too much', maxCents: error.maxCents }
        throw error
      }),
    )
  }

  async function requestIn(tx: Tx, { orderId, amountCents, reason, actor }: RefundRequest): Promise<RefundOutcome> {
    const order = (await lockOrder(tx, orderId)) as PaidOrder | undefined
    if (!order) return { outcome: 'unknown order' }
    const to = nextState(order.state, 'refundRequested', order.previousState)
    if (!to) return { outcome: 'wrong state', state: order.state }
    const earlier = await findRefunds(tx, orderId)
    const sums = { paidCents: order.paidCents, refundedCents: sumOfRefunds(earlier) }
    const rest = sums.paidCents - sums.refundedCents
    const amount = amountCents ?? rest
    if (!mayRefund(amount, sums)) return { outcome: 'too much', maxCents: rest }
    const { stepCents = 1 } = providerOf(deps, order) ?? {}
    if (!takes({ stepCents }, amount)) return { outcome: 'wrong step', stepCents }
    const ordinal = earlier.length + 1
    const requested = await insertRefund(tx, {
      refund_id: refundIdOf(key, orderId, ordinal),
      order_id: orderId,
      ordinal,
      amount_cents: amount,
      currency: order.paidCurrency,
      reason,
      actor,
      requested_at: clock.now(),
    })
    const limit = order.deliveredAt && (await productOf(deps, order.purpose).beforeRefund(tx, order, requested))
    if (limit) throw new TooMuch(limit.maxCents)
    await moveByRefund(tx, order, { event: 'refundRequested', to, at: clock.now() })
    return { outcome: 'requested', refund: requested }
  }

  async function refundUndeliverable(): Promise<void> {
    if (await isPaused(db)) return
    for (const orderId of await findUndeliverable(db, 50)) {
      await refund({ orderId, reason: 'undeliverable', actor: 'system' })
    }
  }
}

type Move = { event: OrderEvent; to: OrderState; at: Temporal.Instant }

export async function moveByRefund(tx: Db, order: Order, { event, to, at }: Move): Promise<void> {
  const source = event === 'refundRequested' ? 'operator' : 'refund'
  await insertEvidence(tx, order.orderId, { source, event, from: order.state, to, at })
  await updateOrder(tx, order.orderId, { state: to, previous_state: to === 'refunding' ? order.state : null })
}

/** Undoes a request: less could be taken back than it asked for. */
class TooMuch extends Error {
  readonly maxCents: number

  constructor(maxCents: number) {
    super('too much')
    this.maxCents = maxCents
  }
}
