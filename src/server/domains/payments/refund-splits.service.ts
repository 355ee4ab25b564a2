import type { Db } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { refundIdOf } from './payment-ids.rules.ts'
import { nextRefundQuery, nextState } from './payment-orders.rules.ts'
import { lockOrder } from './payment-orders.repo.ts'
import { type PaymentsDeps, productOf } from './payments-deps.ts'
import type { PaidOrder, Refund } from './payments-model.ts'
import type { RefundReport } from './ports.ts'
import { succeed } from './refund-outcomes.service.ts'
import { moveByRefund } from './refund-requests.service.ts'
import { findRefund, findRefunds, insertRefund, type PaymentRefundTable, updateRefund } from './refunds.repo.ts'

type Awaiting = Extract<RefundReport, { state: 'awaiting_claim' }>

/**
 * Splits a refund of which the payer has claimed a part: that part is refunded, with a note of its own, and the rest waits on under the
 * same claim. What was revoked for the whole is restored, and revoked for each part.
 */
export function createRefundSplits(deps: PaymentsDeps) {
  const { db, clock, masterKey } = deps
  const key = deriveKey(masterKey, 'payments')
  return { split }

  /** @returns false when there is nothing to split, or what was bought is refunded whole only: it then waits until all is claimed */
  async function split(refundId: string, report: RefundReport): Promise<boolean> {
    if (report.state !== 'awaiting_claim' || !report.claimedCents) return false
    return db
      .transaction()
      .execute((tx) => splitIn(tx, refundId, report))
      .catch((error: unknown) => {
        if (error instanceof Indivisible) return false
        throw error
      })
  }

  async function splitIn(tx: Db, refundId: string, report: Awaiting): Promise<boolean> {
    const found = await findRefund(tx, refundId)
    const order = found && ((await lockOrder(tx, found.orderId)) as PaidOrder)
    const refund = await findRefund(tx, refundId)
    const { claimedCents = 0, providerReference, claimUrl } = report
    if (!order || !refund || refund.finishedAt || claimedCents >= refund.amountCents) return false
    const ordinal = (await findRefunds(tx, refund.orderId)).at(-1)!.ordinal + 1
    await restorePurchase(tx, order, refund)
    const carriedOut = {
      state: 'awaiting_claim',
      asked_at: refund.askedAt,
      provider_reference: providerReference,
    } as const
    const part = await requestPart(tx, { refund, ordinal, amountCents: claimedCents }, carriedOut)
    await succeed(deps, tx, { ...part, reference: providerReference })
    const rest = { refund, ordinal: ordinal + 1, amountCents: refund.amountCents - claimedCents }
    const query_due_at = nextRefundQuery(refund.queries, clock.now())
    await requestPart(tx, rest, { ...carriedOut, claim_url: claimUrl ?? null, queries: refund.queries, query_due_at })
    return true
  }

  async function restorePurchase(tx: Db, order: PaidOrder, { refundId }: Refund): Promise<void> {
    const at = clock.now()
    const finished = { state: 'returned', finished_at: at, query_due_at: null, claim_url: null } as const
    const whole = await updateRefund(tx, refundId, { ...finished, problem: 'claimed in part: it was split' })
    await moveByRefund(tx, order, {
      event: 'refundFailed',
      to: nextState(order.state, 'refundFailed', order.previousState)!,
      at,
    })
    if (order.deliveredAt) await productOf(deps, order.purpose).refundFailed(tx, order, whole)
  }

  type Part = { refund: Refund; ordinal: number; amountCents: number }

  async function requestPart(tx: Db, { refund, ordinal, amountCents }: Part, known: Partial<PaymentRefundTable>) {
    const { orderId, currency, reason, actor, requestedAt } = refund
    const order = (await lockOrder(tx, orderId)) as PaidOrder
    const part = await insertRefund(
      tx,
      {
        refund_id: refundIdOf(key, orderId, ordinal),
        order_id: orderId,
        ordinal,
        amount_cents: amountCents,
        currency,
        reason,
        actor,
        requested_at: requestedAt,
      },
      known,
    )
    if (order.deliveredAt && (await productOf(deps, order.purpose).beforeRefund(tx, order, part)))
      throw new Indivisible()
    const to = nextState(order.state, 'refundRequested', order.previousState)!
    await moveByRefund(tx, order, { event: 'refundRequested', to, at: clock.now() })
    return { order: (await lockOrder(tx, orderId)) as PaidOrder, refund: part }
  }
}

/** Undoes the transaction: only the whole can be taken back. */
class Indivisible extends Error {}
