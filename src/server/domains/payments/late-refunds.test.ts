import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPaymentsWorld, type PaymentsWorld } from '../../../../test/support/payments.ts'

/** Refunds that an operator settled as refused. */
let world: PaymentsWorld
beforeAll(async () => {
  world = await createPaymentsWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

async function settled(amountCents?: number) {
  const { orderId } = await world.start({ kind: 'alipay' })
  world.alipay.approve(orderId)
  await world.payments.returned({ accountId: world.accountId, orderId })
  world.alipay.refundsPend = true
  await world.payments.refund({ orderId, amountCents, reason: 'asked', actor: 'test' })
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

test('what was carried out late cannot be refunded again, also once its case is dismissed', async () => {
  const { orderId } = await settled()
  world.alipay.refundsPend = false
  world.clock.advance('PT24H')
  await world.runDue()
  const again = () => world.payments.refund({ orderId, reason: 'asked again', actor: 'test' })
  expect(await again()).toEqual({ outcome: 'too much', maxCents: 0 })
  const [{ problem } = { problem: null }] = await late()
  expect(await world.payments.dismissListed(problem!)).toBe(true)
  expect(await again()).toEqual({ outcome: 'too much', maxCents: 0 })
})

test('with a part that was carried out late the rest is the whole: the product is told, the books and the lists count both', async () => {
  const { orderId } = await settled(2_000)
  world.alipay.refundsPend = false
  world.clock.advance('PT24H')
  await world.runDue()
  expect(world.booked.map(({ way, amountCents }) => `${way} ${amountCents}`)).toEqual(['in 5000', 'late 2000'])
  const status = () => world.payments.status({ accountId: world.accountId, language: 'en_US', orderId })
  expect(await status()).toMatchObject({ status: 'paid', refundedCents: 2_000 })
  world.alipay.refundRequests.length = 0
  expect(await world.payments.refund({ orderId, reason: 'rest', actor: 'test' })).toMatchObject({
    outcome: 'requested',
    refund: { amountCents: 3_000 },
  })
  await world.runDue()
  // What the provider has refunded of the payment, by which one of them tells refunds apart.
  expect(world.alipay.refundRequests).toMatchObject([{ amountCents: 3_000, refundedCents: 2_000 }])
  expect((await world.orderRow(orderId)).state).toBe('refunded')
  expect(world.product.returnedWhole).toEqual([orderId])
  expect(world.booked.map(({ way, amountCents }) => `${way} ${amountCents}`).at(-1)).toBe('out 3000')
  expect(await status()).toMatchObject({ status: 'refunded', refundedCents: 5_000 })
  const paid = await world.payments.list({ accountId: world.accountId, language: 'en_US', page: 1, pageSize: 10 })
  expect(paid.list).toMatchObject([{ orderId, refundedCents: 5_000 }])
})

test('of what was never delivered a late refund is booked as a refund: the money was owed', async () => {
  world.product.undeliverable = 'sold out'
  const { orderId } = await settled()
  world.alipay.refundsPend = false
  world.clock.advance('PT24H')
  await world.runDue()
  expect(await late()).toMatchObject([{ orderId, amountCents: 5_000 }])
  expect(world.booked.map(({ way, amountCents }) => `${way} ${amountCents}`)).toEqual(['in 5000', 'out 5000'])
})

/** A refund of 50 dollars to be claimed, of a purchase that is only refunded whole, 91 days later. */
async function unclaimed(cents: number) {
  const claims = (world.alipay.claims = { cents: new Map<string, number>(), closed: false })
  const { orderId } = await world.start({ kind: 'alipay' })
  world.alipay.approve(orderId)
  await world.payments.returned({ accountId: world.accountId, orderId })
  await world.payments.refund({ orderId, reason: 'asked', actor: 'test' })
  await world.runDue()
  world.product.unspentCents = 0
  const { provider_reference: reference } = await world.db
    .selectFrom('payment_refund')
    .select('provider_reference')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const claim = async (claimed: number) => {
    claims.cents.set(reference!, claimed)
    world.clock.advance('PT24H')
    await world.runDue()
  }
  await claim(cents)
  world.clock.advance('PT2184H')
  await world.runDue()
  const settle = (as: 'refused' | 'refunded') => world.payments.settleRefund({ orderId, as, reason: 'in the portal' })
  return { orderId, claim, settle }
}

test('parts that are claimed after a refund was settled as refused are cases, and are not refunded again', async () => {
  const { orderId, claim, settle } = await unclaimed(0)
  expect(await settle('refused')).toBe(true)
  world.product.unspentCents = undefined
  world.alipay.refundRequests.length = 0
  await world.runDue()
  expect(world.alipay.refundRequests.map(({ isQueryOnly }) => isQueryOnly)).toEqual([true])
  await claim(2_000)
  await claim(2_000)
  world.clock.advance('PT24H')
  await claim(3_500)
  expect((await late()).map(({ amountCents }) => amountCents)).toEqual([2_000, 1_500])
  expect(await world.payments.refund({ orderId, amountCents: 1_501, reason: 'rest', actor: 'test' })).toEqual({
    outcome: 'too much',
    maxCents: 1_500,
  })
})

test('a refund of which a part is claimed was not refused', async () => {
  const { orderId, settle } = await unclaimed(2_000)
  await expect(settle('refused')).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await world.orderRow(orderId)).state).toBe('refunding')
  expect(await settle('refunded')).toBe(true)
  expect((await world.orderRow(orderId)).state).toBe('refunded')
})
