import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPaymentsWorld, type PaymentsWorld } from '../../../../test/support/payments.ts'

/** Refunds that an operator settled as refused. */
let world: PaymentsWorld
beforeAll(async () => {
  world = await createPaymentsWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

async function settled() {
  const { orderId } = await world.start({ kind: 'alipay' })
  world.alipay.approve(orderId)
  await world.payments.returned({ accountId: world.accountId, orderId })
  world.alipay.refundsPend = true
  await world.payments.refund({ orderId, reason: 'asked', actor: 'test' })
  await world.runDue()
  world.clock.advance('PT72H')
  await world.runDue()
  expect(await world.payments.settleRefund({ orderId, as: 'refused', reason: 'seen in the portal' })).toBe(true)
  world.alipay.refundRequests.length = 0
  const { refundId, paymentReference } = await world.db
    .selectFrom('payment_refund')
    .innerJoin('payment_order', 'payment_order.order_id', 'payment_refund.order_id')
    .select(['refund_id as refundId', 'payment_reference as paymentReference'])
    .where('payment_refund.order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { orderId, refundId, paymentReference: paymentReference! }
}
const late = async () => (await world.payments.cases()).filter(({ cause }) => cause === 'refunded late')

test.each(['its own', 'its payment’s'])(
  'carried out later it is a case once: the provider tells it by %s reference',
  async (whose) => {
    const { orderId, refundId, paymentReference } = await settled()
    world.alipay.refundsPend = false
    const told = whose === 'its own' ? { refundId } : { paymentReference }
    expect(await world.callback({ of: 'refund', ...told } as never)).toBe(200)
    await world.runDue()
    expect(await late()).toMatchObject([{ orderId, amountCents: 5_000 }])
    await world.callback({ of: 'refund', ...told, nonce: 2 } as never)
    await world.runDue()
    expect(await late()).toHaveLength(1)
    expect(await world.product.of(orderId)).toEqual(['delivered 5000', 'held 5000', 'released 5000'])
  },
)

test('carried out later it is found without a notice; it is never requested again', async () => {
  const { orderId } = await settled()
  await world.runDue()
  expect(world.alipay.refundRequests).toEqual([])
  world.clock.advance('PT24H')
  await world.runDue()
  expect(await late()).toEqual([])
  world.alipay.refundsPend = false
  world.clock.advance('PT48H')
  await world.runDue()
  expect(await late()).toMatchObject([{ orderId }])
  world.clock.advance('PT4800H')
  await world.runDue()
  expect(world.alipay.refundRequests.map(({ isQueryOnly }) => isQueryOnly)).toEqual([true, true])
})
