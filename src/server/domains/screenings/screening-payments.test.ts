import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { deliveryInstants } from '../../../../test/support/books.ts'
import { createScreeningsWorld, type ScreeningsWorld } from '../../../../test/support/screenings.ts'

let world: ScreeningsWorld
beforeAll(async () => {
  world = await createScreeningsWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  await sql`truncate screening_slot, screening, screening_seat, screening_playback`.execute(world.db)
})

const statusOf = async (orderId: string, accountId: string) =>
  (await world.payments.status({ accountId, orderId, language: 'en_US' })).status

test('the seats are held while the payment runs, and sold when it is paid', async () => {
  const start = await world.aSlot()
  const buyer = await world.aBuyer()
  const orderId = await world.order(buyer, start)
  expect(await world.seats(start)).toEqual([0, 5])
  expect(await world.screenings.ofAccount(buyer.accountId)).toEqual([])
  await world.settle(buyer, orderId)
  await world.settle(buyer, orderId)
  expect(await world.seats(start)).toEqual([5, 0])
  expect(await world.screenings.ofAccount(buyer.accountId)).toHaveLength(1)
  expect(await world.books(orderId)).toMatchObject({ screening_revenue: -12_800 })
})

test('a buyer who comes while the last seats are held is told when to try again; their buyer goes on', async () => {
  const start = await world.aSlot({ capacity: 5 })
  const [buyer, late] = [await world.aBuyer({ credits: 200 }), await world.aBuyer({ credits: 200 })]
  const orderId = await world.order(buyer, start)
  const seen = async (viewer: typeof buyer) => (await world.screenings.slots.list(viewer)).map(({ state }) => state)
  expect([await seen(buyer), await seen(late)]).toEqual([['few'], ['held']])
  await expect(world.quote(late, start)).rejects.toMatchObject({
    code: 'SELLING_FAST',
    details: { retryAfter: expect.any(Number) },
  })
  await expect(world.order(late, start)).rejects.toMatchObject({ code: 'SELLING_FAST' })
  expect(await world.order(buyer, start)).toBe(orderId)
})

test('a payment that ends without money frees its seats', async () => {
  const start = await world.aSlot()
  const buyer = await world.aBuyer()
  const orderId = await world.order(buyer, start)
  world.wechat.orders.get(orderId)!.state = 'closed'
  await world.payments.returned({ accountId: buyer.accountId, orderId })
  expect(await world.seats(start)).toEqual([0, 0])
  expect(await world.screenings.ofAccount(buyer.accountId)).toEqual([])
})

test('a late payment takes free seats; without any it is returned', async () => {
  const start = await world.aSlot({ capacity: 5 })
  const [buyer, late] = [await world.aBuyer(), await world.aBuyer()]
  const orders = [await world.order(buyer, start)]
  // Abandoned, and still paid.
  world.wechat.orders.get(orders[0]!)!.state = 'closed'
  await world.payments.returned({ accountId: buyer.accountId, orderId: orders[0]! })
  orders.push(await world.order(late, start))
  world.wechat.orders.get(orders[1]!)!.state = 'closed'
  await world.payments.returned({ accountId: late.accountId, orderId: orders[1]! })
  for (const orderId of orders) {
    world.wechat.orders.get(orderId)!.state = 'paid'
    await world.handleCallback({ of: 'payment', orderId })
  }
  expect(await world.seats(start)).toEqual([5, 0])
  expect(await world.screenings.ofAccount(buyer.accountId)).toHaveLength(1)
  expect(await world.screenings.ofAccount(late.accountId)).toEqual([])
  await world.runDue()
  await world.runDue()
  expect(await statusOf(orders[1]!, late.accountId)).toBe('refunded')
  expect(await statusOf(orders[0]!, buyer.accountId)).toBe('paid')
})

test('who bought it with credits meanwhile gets the money back, and the seats are free again', async () => {
  const start = await world.aSlot()
  const buyer = await world.aBuyer({ credits: 200 })
  const orderId = await world.order(buyer, start)
  await world.buy(buyer, start)
  expect(await world.seats(start)).toEqual([5, 0])
  // Closed, and still paid.
  world.wechat.orders.get(orderId)!.state = 'paid'
  await world.handleCallback({ of: 'payment', orderId })
  expect(await world.seats(start)).toEqual([5, 0])
  await world.runDue()
  await world.runDue()
  expect(await statusOf(orderId, buyer.accountId)).toBe('refunded')
  expect(await world.screenings.ofAccount(buyer.accountId)).toHaveLength(1)
})

test('the last seats, which the member’s own payment holds, can be had with credits instead', async () => {
  const start = await world.aSlot({ capacity: 5 })
  const buyer = await world.aBuyer({ credits: 200 })
  const orderId = await world.order(buyer, start)
  expect(await world.buy(buyer, start)).toMatchObject({ charged: 128, unit: 'credits' })
  expect(await world.seats(start)).toEqual([5, 0])
  expect(await statusOf(orderId, buyer.accountId)).toBe('expired')
})

test('a payment that turns out to be made is not followed by a purchase with credits', async () => {
  const start = await world.aSlot({ capacity: 5 })
  const buyer = await world.aBuyer({ credits: 200 })
  const quoted = await world.quote(buyer, start)
  const orderId = await world.order(buyer, start)
  world.wechat.approve(orderId)
  expect(await world.pay(buyer, start, quoted)).toMatchObject({ charged: 0 })
  expect(await world.credits(buyer)).toBe(200)
  expect(await statusOf(orderId, buyer.accountId)).toBe('paid')
})

test('a whole refund takes the screening back; a part of it does not', async () => {
  const start = await world.aSlot()
  const buyer = await world.aBuyer()
  const orderId = await world.order(buyer, start)
  await world.settle(buyer, orderId)
  const refund = async (amountCents?: number) => {
    await world.payments.refund({ orderId, amountCents, reason: 'asked for', actor: 'operator:ann' })
    await world.runDue()
  }
  await refund(2_800)
  expect(await world.screenings.ofAccount(buyer.accountId)).toHaveLength(1)
  await refund()
  expect(await world.screenings.ofAccount(buyer.accountId)).toEqual([])
  expect(await world.seats(start)).toEqual([0, 0])
  expect((await world.books(orderId)).screening_revenue).toBeUndefined()
  expect(await statusOf(orderId, buyer.accountId)).toBe('refunded')
})

test('money for a title that cannot be played is refunded automatically', async () => {
  const start = await world.aSlot()
  const buyer = await world.aBuyer()
  const orderId = await world.order(buyer, start)
  await world.settle(buyer, orderId)
  world.clock.advance('PT2H')
  await world.db.updateTable('title').set({ state: 'draft' }).where('program_id', '=', 'premium').execute()
  await world.runDue()
  await world.runDue()
  await world.db.updateTable('title').set({ state: 'published' }).where('program_id', '=', 'premium').execute()
  expect(await statusOf(orderId, buyer.accountId)).toBe('refunded')
})

test('a screening whose payment is accepted later is booked, and bought, at that time', async () => {
  const start = await world.aSlot()
  const buyer = await world.aBuyer()
  const orderId = await world.order(buyer, start)
  world.wechat.approve(orderId, { amountCents: 100 })
  await world.payments.returned({ accountId: buyer.accountId, orderId })
  world.clock.advance('PT5M')
  await world.payments.acceptReview(orderId)
  expect(await deliveryInstants(world.db, orderId)).toEqual([world.clock.now().toString()])
  const { rows } = await sql<{ boughtAt: Temporal.Instant }>`
    select bought_at as "boughtAt" from screening where order_id = ${orderId}`.execute(world.db)
  expect(rows.map(({ boughtAt }) => boughtAt.toString())).toEqual([world.clock.now().toString()])
})
