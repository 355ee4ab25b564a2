import { createDisputes } from './disputes.service.ts'
import { isOpen } from './payment-orders.rules.ts'
import { findOrder, findReferenced } from './payment-orders.repo.ts'
import { createUnsignedCallbacks } from './unsigned-callbacks.service.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import type { PaymentCallbacks } from './ports.ts'
import type { Queries } from './queries.service.ts'
import { hastenRefund } from './refunds.repo.ts'
import type { Settlement } from './settlement.service.ts'

/** Applies what providers call back, once it is verified and stored (webhooks). */
export function createCallbacks(deps: PaymentsDeps & { queries: Queries; settlement: Settlement }) {
  const { db, clock, queries, settlement } = deps
  const { dispute } = createDisputes(deps)
  const { handleUnsignedCallback } = createUnsignedCallbacks(deps)
  return { handleCallback, handleUnsignedCallback }

  /** Applies a verified callback. Rejects to be repeated. */
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
      if (said.of === 'dispute') await dispute(order.orderId, said)
      else await hastenRefund(db, { orderId: order.orderId }, clock.now())
      return
    }
    const order = said.orderId
      ? await findOrder(db, said.orderId)
      : said.providerReference && (await findReferenced(db, { kinds: own, providerReference: said.providerReference }))
    if (!order || !own.includes(order.kind)) throw new Error('callback of an unknown order')
    // A success of a paid order is the same payment, or a second one.
    if (order.paidAt) {
      if (said.report?.state === 'succeeded') await settlement.apply(order.orderId, said.report, 'callback')
      return
    }
    // What is said of a closed order is confirmed: it may be older than the cancellation.
    if (said.report && isOpen(order.state)) {
      await settlement.apply(order.orderId, said.report, 'callback')
      return
    }
    const { answered } = await queries.check(order, 'callback')
    if (!answered) throw new Error('the provider does not answer')
  }
}
