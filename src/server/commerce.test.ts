import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { post } from '#server/domains/ledger/index.ts'
import { bookedCents } from '../../test/support/books.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../test/support/subscriptions.ts'
import { inTransaction } from '#server/kit/db.ts'

const PAGE = 'https://harbour.test/#/giftcard'

let world: SubscriptionsWorld
let buyer: string
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
beforeEach(async () => {
  world.wechat.reset()
  buyer = await world.aMember()
})
afterAll(() => world.close())

/** An order of a gift card of HK$50. */
const order = () =>
  world.node.payments.createOrder({
    accountId: buyer,
    language: 'en_US',
    purpose: 'giftcard',
    purposeId: 'credits-50',
    kind: 'wechat',
    amountCents: 5_000,
    continueUrl: PAGE,
    cancelUrl: PAGE,
    terminal: 'web',
  })

/** One that is paid. */
async function buy(): Promise<string> {
  const { orderId } = await order()
  world.wechat.approve(orderId)
  await world.node.payments.returned({ accountId: buyer, orderId })
  return orderId
}

const differences = () => world.node.payments.differences()

const books = (orderId: string) => bookedCents(world.db, orderId)

test('a second payment of an order is received and returned in the books, and the first stays as it is', async () => {
  world.wechat.takeTwice()
  const orderId = await buy()
  for (const _ of [1, 2]) {
    const second = world.wechat.payAgain(orderId)!
    await world.node.handleCallback('payments', { of: 'payment', orderId, report: { state: 'succeeded', ...second } })
  }
  expect(await differences()).toEqual([])
  await world.node.payments.runDue()
  expect(await differences()).toEqual([])
  // One refund of an order at a time.
  world.clock.advance('PT2M')
  await world.node.payments.runDue()
  const seconds = await world.db.selectFrom('payment_order').selectAll().where('second_of', '=', orderId).execute()
  expect(seconds.map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  for (const { order_id } of seconds) expect(await books(order_id)).toEqual({})
  expect(await books(orderId)).toEqual({ 'provider:wechat': 5_000, deferred_gift_cards: -5_000 })
  expect(world.wechat.balanceCents).toBe(5_000)
})

test('the check names an order whose payment is not booked as it is', async () => {
  const orderId = await buy()
  const book = (sign: 1 | -1) =>
    inTransaction(world.node.db, (tx) =>
      post(tx, {
        kind: 'test',
        entries: [
          { account: 'payments_received', commodity: 'HKD_CENT', amount: sign * 700 },
          { account: 'correction', commodity: 'HKD_CENT', amount: sign * -700 },
        ],
        idempotencyKey: `${orderId} ${sign}`,
        actor: 'test',
        subject: orderId,
        at: world.clock.now(),
      }),
    )
  expect(await differences()).toEqual([])
  await book(1)
  const query = world.db.selectFrom('payment_order').select('order_number').where('order_id', '=', orderId)
  const { order_number: number } = await query.executeTakeFirstOrThrow()
  expect(await differences()).toEqual([
    `order ${number} ${orderId} (paid): -700 cents are booked as received, 0 should be`,
  ])
  await book(-1)
  expect(await differences()).toEqual([])
})

test('a payment under review is owed to its payer until it is delivered or returned', async () => {
  const { orderId } = await order()
  world.wechat.approve(orderId, { amountCents: 4_000 })
  await world.node.payments.returned({ accountId: buyer, orderId })
  expect(await differences()).toEqual([])
  await world.node.payments.refund({ orderId, amountCents: 1_500, reason: 'asked', actor: 'test' })
  await world.node.payments.runDue()
  expect(await differences()).toEqual([])
  // No other process may find what is left of it.
  world.clock.advance('PT11M')
  expect(await world.node.payments.cases()).toMatchObject([{ orderId, cause: 'undelivered' }])
  await world.node.payments.refund({ orderId, reason: 'asked', actor: 'test' })
  await world.node.payments.runDue()
  expect(await differences()).toEqual([])
  expect(await books(orderId)).toEqual({})
})
