import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPaymentsWorld, type PaymentsWorld } from '../../../../test/support/payments.ts'

let world: PaymentsWorld
beforeAll(async () => {
  world = await createPaymentsWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

/** An order that is paid. @returns its id, and the payer's second payment of it */
async function paidTwice() {
  const { orderId } = await world.start({ kind: 'alipay' })
  world.alipay.approve(orderId)
  await world.callback({ of: 'payment', orderId, report: world.alipay.report(orderId) })
  return { orderId, second: world.alipay.payAgain(orderId)! }
}

const seconds = () => world.db.selectFrom('payment_order').selectAll().where('second_of', 'is not', null).execute()
const inbox = async () =>
  (await world.messages.list({ accountId: world.accountId, language: 'en_US', page: 1, pageSize: 10 })).list.map(
    ({ title }) => title,
  )
const tell = (orderId: string, payment: object, nonce = 1) =>
  world.callback({ of: 'payment', orderId, report: { state: 'succeeded', ...payment } as never, nonce })

test('a second payment that its provider confirms is returned once, by its own reference, and its payer is told', async () => {
  world.alipay.takeTwice()
  const { orderId, second } = await paidTwice()
  world.clock.advance('PT1S')
  for (const nonce of [1, 2]) await tell(orderId, second, nonce)
  await Promise.all([world.runDue(), world.runDue()])
  await world.runDue()
  const [order] = await seconds()
  expect(await seconds()).toHaveLength(1)
  expect(order).toMatchObject({ second_of: orderId, state: 'refunded', payment_reference: second.paymentReference })
  expect(world.alipay.refundRequests.map(({ orderId: id, paymentReference }) => [id, paymentReference])).toEqual([
    [orderId, second.paymentReference],
  ])
  expect(world.alipay.balanceCents).toBe(5_000)
  expect(world.booked.map(({ way, orderId: id }) => [way, id === orderId])).toEqual([
    ['in', true],
    ['in', false],
    ['out', false],
  ])
  expect(await world.product.of(orderId)).toEqual(['delivered 5000'])
  expect((await inbox()).toSorted()).toEqual([
    'Payment received',
    'Payment refunded',
    'Welcome to Harbour',
    'You paid twice',
  ])
  expect(await world.payments.cases()).toEqual([])
  const own = { accountId: world.accountId, language: 'en_US', page: 1, pageSize: 10 } as const
  const { list } = await world.payments.list(own)
  expect(list.map(({ status, refundedCents }) => [status, refundedCents])).toEqual([
    ['refunded', 5_000],
    ['paid', 0],
  ])
})

test('a second payment whose callback never comes is found an hour after the page has lapsed', async () => {
  world.alipay.takeTwice()
  const { orderId } = await paidTwice()
  world.clock.advance('PT1H59M')
  await world.runDue()
  expect(await seconds()).toEqual([])
  world.clock.advance('PT1M')
  await world.runDue()
  expect(await seconds()).toMatchObject([{ second_of: orderId, state: 'refunded' }])
  expect((await world.orderRow(orderId)).query_due_at).toBeNull()
})

test('a repeated callback of the first payment does not put the query off', async () => {
  world.alipay.takeTwice()
  const { orderId } = await paidTwice()
  const due = (await world.orderRow(orderId)).query_due_at
  await tell(orderId, { amountCents: 5_000, currency: 'HKD', paymentReference: `paid-${orderId}` })
  expect((await world.orderRow(orderId)).query_due_at).toEqual(due)
})

test('a provider that does not answer is queried again', async () => {
  world.alipay.takeTwice()
  const { orderId, second } = await paidTwice()
  await tell(orderId, second)
  world.alipay.troubles = ['request lost']
  await world.runDue()
  expect(await seconds()).toEqual([])
  world.clock.advance('PT1H')
  await world.runDue()
  expect(await seconds()).toMatchObject([{ state: 'refunded' }])
})

test('a payment that the provider does not list beside the first is an operator’s case, and nothing is returned', async () => {
  world.alipay.takeTwice()
  const { orderId } = await world.start({ kind: 'alipay' })
  world.alipay.approve(orderId)
  await tell(orderId, { amountCents: 5_000, currency: 'HKD', paymentReference: `paid-${orderId}` })
  // The same payment under another name.
  await tell(orderId, { amountCents: 5_000, currency: 'HKD', paymentReference: 'named otherwise' })
  await world.runDue()
  expect(await seconds()).toEqual([])
  expect(world.alipay.refundRequests).toEqual([])
  expect(await world.payments.cases()).toMatchObject([{ orderId, cause: 'paid again', problem: 'named otherwise' }])
  expect(await world.payments.dismissListed('named otherwise')).toBe(true)
  expect(await world.payments.cases()).toEqual([])
})

test('nothing is returned where the provider lists the second payment and not the order’s own', async () => {
  world.alipay.takeTwice()
  const { orderId } = await world.start({ kind: 'alipay' })
  world.alipay.approve(orderId)
  await tell(orderId, { amountCents: 5_000, currency: 'HKD', paymentReference: 'named otherwise' })
  await tell(orderId, { amountCents: 5_000, currency: 'HKD', paymentReference: `paid-${orderId}` })
  await world.runDue()
  expect(await seconds()).toEqual([])
  expect(await world.payments.cases()).toMatchObject([{ orderId, cause: 'paid again' }])
})

test('a second payment of another amount, and of an order that was refunded, is returned as it came', async () => {
  world.alipay.takeTwice()
  const { orderId, second } = await paidTwice()
  await world.payments.refund({ orderId, reason: 'asked', actor: 'test' })
  await world.runDue()
  const other = { ...second, amountCents: 4_000 }
  world.alipay.again.set(orderId, [other])
  await tell(orderId, other)
  await world.runDue()
  expect(await seconds()).toMatchObject([{ state: 'refunded', paid_cents: 4_000 }])
  expect((await world.orderRow(orderId)).state).toBe('refunded')
})

test('a refund waits for the earlier one of the other payment, which the provider tells apart by the sum only', async () => {
  world.alipay.takeTwice()
  const { orderId, second } = await paidTwice()
  world.alipay.refundsPend = true
  await world.payments.refund({ orderId, reason: 'asked', actor: 'test' })
  await world.runDue()
  world.clock.advance('PT1S')
  await tell(orderId, second)
  await world.runDue()
  expect(world.alipay.refunds.size).toBe(1)
  for (const refund of world.alipay.refunds.values()) refund.state = 'succeeded'
  world.alipay.refundsPend = false
  for (let times = 0; times < 3; times++) {
    world.clock.advance('PT10M')
    await world.runDue()
  }
  expect(world.alipay.refunds.size).toBe(2)
  expect(await seconds()).toMatchObject([{ state: 'refunded' }])
  expect(world.alipay.refundRequests.at(-1)).toMatchObject({ orderId, refundedCents: 5_000 })
})

test('without a list of payments a second one is recorded once, and an operator’s case until it is dealt with', async () => {
  const { orderId, second } = await paidTwice()
  for (const nonce of [1, 2]) await tell(orderId, second, nonce)
  await world.runDue()
  const problem = second.paymentReference
  const { order_number: orderNumber } = await world.orderRow(orderId)
  expect(await world.payments.cases()).toEqual([
    { orderId, orderNumber, cause: 'paid again', amountCents: 5_000, currency: 'HKD', problem },
  ])
  expect(await world.product.of(orderId)).toEqual(['delivered 5000'])
  expect(world.booked).toHaveLength(1)
  expect(await world.payments.dismissListed(problem)).toBe(true)
  expect(await world.payments.cases()).toEqual([])
})
