import { sql } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { OperatorsWorld } from './operators.ts'

const anOrder = async ({ orders }: OperatorsWorld) => ({ outTradeNo: (await orders.aTopUp()).orderNumber })

const aReview = async ({ orders }: OperatorsWorld) => ({
  outTradeNo: (await orders.aTopUp({ paidCents: 4_000 })).orderId,
})

async function aRefundInDoubt({ orders }: OperatorsWorld) {
  const { orderId } = await orders.aTopUp()
  orders.alipay.isDoubtful = true
  await orders.payments.refund({ orderId, reason: 'bought twice', actor: 'operator:ida' })
  await orders.runPayments()
  orders.alipay.isDoubtful = false
  return { outTradeNo: orderId }
}

const aPaymentReference = async ({ orders, db }: OperatorsWorld) => {
  const { orderId } = await orders.aTopUp()
  const found = db.selectFrom('payment_order').select('payment_reference').where('order_id', '=', orderId)
  return (await found.executeTakeFirstOrThrow()).payment_reference
}

async function aFailedEvent({ db, clock }: OperatorsWorld): Promise<string> {
  const [eventId, at] = [newId(), clock.now()]
  await sql`
    insert into webhook_event (event_id, provider, dedup_key, body, state, attempts, due_at, received_at)
    values (${eventId}, 'bank', ${eventId}, ${Buffer.from('sealed')}, 'failed', 8, ${at}, ${at})`.execute(db)
  return eventId
}

/** Inputs of the calls about orders, payments and callbacks. */
export const ORDER_EXAMPLES = {
  '/orders/list': () => ({}),
  '/orders/export': () => ({}),
  '/orders/show': anOrder,
  '/orders/tryRefund': anOrder,
  '/orders/refund': async (w: OperatorsWorld) => ({ ...(await anOrder(w)), reason: 'bought twice' }),
  '/orders/evidence': async (w: OperatorsWorld) => {
    const { orderId } = await w.orders.aTopUp()
    await w.orders.dispute(orderId)
    return { outTradeNo: orderId, reason: 'the bank asks' }
  },
  '/payments/cases': () => ({}),
  '/payments/accept': async (w: OperatorsWorld) => ({ ...(await aReview(w)), reason: 'the rest was paid in cash' }),
  '/payments/dismiss': async (w: OperatorsWorld) => ({
    reference: await aPaymentReference(w),
    reason: 'listed by mistake',
  }),
  '/payments/settleRefund': async (w: OperatorsWorld) => ({
    ...(await aRefundInDoubt(w)),
    as: 'refunded',
    reason: 'seen in the portal',
  }),
  '/payments/reconcile': (w: OperatorsWorld) => ({
    since: w.clock.now().toString(),
    reason: `a restored backup ${newId()}`,
  }),
  '/payments/endMandate': () => ({ subscription: `I-${newId()}`, agreementId: newId(), reason: 'a restored backup' }),
  '/payments/mandateTerminations': () => ({}),
  '/webhooks/list': () => ({}),
  '/webhooks/retry': async (w: OperatorsWorld) => ({ eventId: await aFailedEvent(w) }),
}
