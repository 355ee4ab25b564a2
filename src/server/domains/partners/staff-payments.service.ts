import type { Db } from '#server/kit/db.ts'
import type { Delivery, PaidOrder, Product, Quote, Refund, Wanted } from '../payments/index.ts'
import type { PartnersDeps } from './partners-deps.ts'
import { addRefunded, endPlan, findCheck, findTaken, insertPlan, isFreeNumber, lockFreeNumber } from './staff.repo.ts'

/** Months of staff plans that have a price: a prepaid month, for the number whose check the order names. */
export function createStaffPayments({ db, clock, plans, subscriptions }: PartnersDeps) {
  const { prepaidMonth } = subscriptions
  const product: Product = { ...prepaidMonth, name: 'staff', quote, onSettled, refunded, chargedBack }
  return { product }

  /** The price of the plan that a token was used for. */
  async function quote({ accountId, purposeId: checkId }: Wanted): Promise<Quote | undefined> {
    const check = await findCheck(db, checkId)
    if (check?.accountId !== accountId || check.planVersionId === null) return undefined
    const at = clock.now()
    const isOver = Temporal.Instant.compare(check.expiresAt, at) <= 0
    if (isOver || !(await isFreeNumber(db, { numberHash: check.numberHash, at }))) return undefined
    const plan = await plans.version(check.planVersionId)
    if (!plan) return undefined
    const { planVersionId, name, amountCents, currency } = plan
    return { amountCents, currency, item: { template: 'plan', params: { planVersionId, name } } }
  }

  /** A second payment for one number is refunded. */
  async function onSettled(tx: Db, order: PaidOrder & { readonly accountId: string }): Promise<Delivery> {
    const { accountId, orderId, purposeId: checkId, paidAt: takenAt } = order
    const check = await findCheck(tx, checkId)
    if (check?.planVersionId === undefined || check.planVersionId === null)
      return { delivered: false, reason: 'the staff number is not known' }
    if (await findTaken(tx, checkId)) return { delivered: false, reason: 'the check was used' }
    const { numberHash, planVersionId } = check
    if (!(await lockFreeNumber(tx, { numberHash, at: takenAt })))
      return { delivered: false, reason: 'the staff number has its plan' }
    const delivery = await prepaidMonth.onSettled(tx, order)
    if (!delivery.delivered) return delivery
    const heldUntil = (await subscriptions.paidUntil(tx, accountId)) ?? takenAt.add({ hours: 1 })
    await insertPlan(tx, { checkId, numberHash, planVersionId, accountId, orderId, takenAt, heldUntil })
    return delivery
  }

  async function refunded(tx: Db, order: PaidOrder, refund: Refund): Promise<void> {
    await prepaidMonth.refunded(tx, order, refund)
    const { orderId, paidCents } = order
    await addRefunded(tx, { orderId, cents: refund.amountCents, paidCents, at: clock.now() })
  }

  async function chargedBack(tx: Db, order: PaidOrder): Promise<void> {
    await prepaidMonth.chargedBack(tx, order)
    await endPlan(tx, { orderId: order.orderId, at: clock.now() })
  }
}
