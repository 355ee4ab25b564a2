import { isBefore } from '#server/kit/instants.ts'
import { applyDispute } from './disputes.service.ts'
import { findOrder, findReferenced } from './payment-orders.repo.ts'
import { isOpen } from './payment-orders.rules.ts'
import { hastenQuery } from './payment-work.repo.ts'
import type { PaymentCallbacks, PaymentsDeps } from './ports.ts'
import { checkOrder } from './reconcile.service.ts'
import { hastenRefund } from './refunds.repo.ts'
import { applyReport } from './settlement.service.ts'

/** Anybody may send unsigned callbacks: an order is queried once in this time. */
const ONCE_IN = { minutes: 1 } as const
const QUERIED_MAX = 1_000

export function createCallbacks(deps: PaymentsDeps) {
  const { db, clock } = deps
  const queriedAt = new Map<string, Temporal.Instant>()
  return { handleCallback, handleUnsignedCallback }

  /** Rejects to be repeated. */
  async function handleCallback({ kinds: own, read }: PaymentCallbacks, body: Buffer): Promise<void> {
    const said = read(body)
    if (!said) return
    if ('refundId' in said) {
      if (!(await hastenRefund(db, { refundId: said.refundId }, clock.now())))
        throw new Error('callback of an unknown refund')
      return
    }
    if (said.of !== 'payment') {
      const order = await findReferenced(db, { kinds: own, paymentReference: said.paymentReference })
      if (!order) throw new Error(`${said.of} of an unknown payment`)
      if (said.of === 'dispute') await applyDispute(deps, order.orderId, said)
      else await hastenRefund(db, { orderId: order.orderId }, clock.now())
      return
    }
    const order = said.orderId
      ? await findOrder(db, said.orderId)
      : said.providerReference && (await findReferenced(db, { kinds: own, providerReference: said.providerReference }))
    if (!order || !own.includes(order.kind)) throw new Error('callback of an unknown order')
    const { orderId } = order
    const { report } = said
    // A success of a paid order is the same payment, or a second one.
    if (order.paidAt) {
      if (report?.state === 'succeeded') await applyReport(deps, { orderId, report, source: 'callback' })
      return
    }
    // A report of a closed order is confirmed: it may be older than the cancellation.
    if (report && isOpen(order.state)) {
      await applyReport(deps, { orderId, report, source: 'callback' })
      return
    }
    const { answered } = await checkOrder(deps, order, 'callback')
    if (!answered) throw new Error('the provider does not answer')
  }

  async function handleUnsignedCallback({ kinds, read }: PaymentCallbacks, body: Buffer): Promise<void> {
    const said = read(body)
    const { orderId = null, providerReference = null } = said?.of === 'payment' ? said : {}
    const reference = orderId ?? providerReference
    const at = reference === null ? undefined : nextOf(reference)
    if (reference === null || !at) return
    if (!(await hastenQuery(db, { kinds, orderId, providerReference, at }))) return
    if (queriedAt.size >= QUERIED_MAX) dropOld()
    queriedAt.set(reference, at)
  }

  /** @returns undefined when the query is due already */
  function nextOf(reference: string): Temporal.Instant | undefined {
    const now = clock.now()
    const last = queriedAt.get(reference)
    if (!last) return now
    if (isBefore(now, last)) return undefined
    const next = last.add(ONCE_IN)
    return isBefore(now, next) ? next : now
  }

  function dropOld(): void {
    const before = clock.now().subtract(ONCE_IN)
    for (const [reference, at] of queriedAt) if (isBefore(at, before)) queriedAt.delete(reference)
  }
}
