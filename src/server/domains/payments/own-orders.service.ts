import { AppError } from '#contract/errors.ts'
import { findFirstCharge, findOwnOrder } from './payment-orders.repo.ts'
import type { PaymentsDeps } from './payments-deps.ts'
import type { Order } from './payments-model.ts'
import type { Queries } from './queries.service.ts'

/** How a payer's own orders stand. */
export function createOwnOrders({ db, queries }: Pick<PaymentsDeps, 'db'> & { queries: Queries }) {
  return { orderOf, firstRenewalOf, returned }

  type OwnOrder = { accountId: string } & ({ orderId: string } | { providerReference: string })

  /** An order of this account. @throws NOT_FOUND */
  async function orderOf(own: OwnOrder): Promise<Order> {
    const order = await findOwnOrder(db, own)
    if (!order) throw new AppError('NOT_FOUND')
    return order
  }

  /** How the first charge for a subject of renewals stands: its last attempt. */
  function firstRenewalOf(accountId: string, subject: string): Promise<Order | undefined> {
    return findFirstCharge(db, { accountId, purpose: 'renewal', subject })
  }

  /** The payer's browser is back: asks the provider, unless the order is settled. @throws NOT_FOUND */
  async function returned(own: OwnOrder): Promise<Order> {
    const order = await orderOf(own)
    return order.paidAt ? order : (await queries.check(order, 'browser')).order
  }
}
