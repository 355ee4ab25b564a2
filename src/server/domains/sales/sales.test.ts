import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  A_LOCKER,
  A_SALE,
  A_ZONE,
  createSalesWorld,
  OVERSEAS,
  PICKUP,
  type SalesWorld,
  someGoods,
} from '../../../../test/support/sales.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'
import { deliveryInstants, expectBooksToAgree } from '../../../../test/support/books.ts'
import { refusedWith } from '../../../../test/support/refused-with.ts'

let world: SalesWorld
let serial = 0
/** Goods of this test, three units. */
let goodsId: string
beforeAll(async () => {
  world = await createSalesWorld()
  await world.put(A_SALE, A_LOCKER, A_ZONE)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set(hongKong('2026-11-20T14:00'))
  world.wechat.reset()
  world.paypal.reset()
  goodsId = `goods-${serial++}`
  await world.put(someGoods(goodsId, 3))
})
afterEach(() => expectBooksToAgree(world))

const some = (quantity: number) => [{ goodsId, quantity }]
const shownGoods = async () => (await world.sales.list())[0]!.goods.find((one) => one.goodsId === goodsId)!
/** The orders of this test. */
const own = async () => {
  const { list } = await world.sales.deliveries.ofAccount({ accountId: world.buyer, page: 1, pageSize: 100 })
  return list.filter(({ lines }) => lines.some((line) => line.goodsId === goodsId))
}
const refund = (orderId: string, amountCents?: number) =>
  world.payments.refund({ orderId, amountCents, reason: 'asked', actor: 'test' })
const by = (orderId: string) => ({ orderId, actor: 'operator:ann', reason: 'a test' })

describe('an order', () => {
  test('holds its units while its payment runs, and is delivered once it is paid', async () => {
    const orderId = await world.order(some(2))
    expect(await world.units(goodsId)).toEqual([3, 0, 2])
    expect(await shownGoods()).toMatchObject({ stock: 'available', available: 1 })
    expect(await own()).toEqual([])
    world.wechat.approve(orderId)
    for (let n = 0; n < 3; n++) await world.handleCallback({ of: 'payment', orderId })
    await world.pay(orderId)
    expect(await world.units(goodsId)).toEqual([3, 2, 0])
    expect(await world.state(orderId)).toBe('paid')
    expect(await world.books(orderId)).toEqual({ 'provider:wechat': 45_600, deferred_sales: -45_600 })
    expect(await own()).toMatchObject([{ orderId, state: 'paid', to: PICKUP, lines: [{ goodsId, quantity: 2 }] }])
    expect(await world.notices()).toContain('Payment received')
  })

  test.each(['declined', 'given up'])('gives its units back when its payment is %s', async (end) => {
    const orderId = await world.order(some(3))
    expect(await shownGoods()).toMatchObject({ stock: 'held', available: 0 })
    if (end === 'declined') world.wechat.decline(orderId)
    world.clock.advance(end === 'declined' ? 'PT2M' : 'PT26H')
    await world.runDue()
    expect(await world.state(orderId)).toBe('lapsed')
    expect(await world.units(goodsId)).toEqual([3, 0, 0])
    expect(await world.books(orderId)).toEqual({})
  })

  test('that cannot begin at its provider holds nothing', async () => {
    world.wechat.refuses.create = true
    await expect(world.order(some(3))).rejects.toMatchObject({ code: 'PAYMENT_NOT_STARTED' })
    expect(await world.units(goodsId)).toEqual([3, 0, 0])
  })

  test('is refused while others hold the units, with the time to try again', async () => {
    const other = await world.aMember()
    await world.order(some(3), { accountId: other })
    const refused = await world.order(some(1)).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'SELLING_FAST', details: { goodsId, available: 0 } })
    expect((refused as { details: { retryAfter: number } }).details.retryAfter).toBeLessThanOrEqual(3_600)
  })

  test('is refused without a time once the units are sold', async () => {
    await world.buy(some(3))
    const refused = await world.order(some(1)).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'SELLING_FAST', details: { goodsId, available: 0 } })
    expect(refused).not.toHaveProperty('details.retryAfter')
    expect(await shownGoods()).toMatchObject({ stock: 'soldOut' })
  })

  test('is the same when it is repeated, and another one replaces it', async () => {
    const orderId = await world.order(some(2))
    expect(await world.order(some(2))).toBe(orderId)
    expect(await world.units(goodsId)).toEqual([3, 0, 2])
    const other = await world.order(some(3))
    expect(other).not.toBe(orderId)
    expect(await world.state(orderId)).toBe('lapsed')
    expect(await world.units(goodsId)).toEqual([3, 0, 3])
    const elsewhere = await world.order(some(3), { to: { ...PICKUP, address: '旺角' } })
    expect(elsewhere).not.toBe(other)
    expect(await world.units(goodsId)).toEqual([3, 0, 3])
  })

  test('has the price that the server knows, with its freight', async () => {
    await expect(world.order(some(2), { amountCents: 100 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(world.order(some(2), { to: OVERSEAS })).rejects.toMatchObject({ code: 'CONFLICT' })
    const orderId = await world.order(some(2), { to: OVERSEAS, amountCents: 60_600 })
    await world.pay(orderId)
    expect((await own())[0]).toMatchObject({ freightCents: 15_000, paidCents: 60_600, to: OVERSEAS })
  })

  test.each([
    ['a locker that there is none of', { to: { ...PICKUP, lockerCode: 'H852-99' } }, 'INVALID_INPUT'],
    ['a country that is not shipped to', { to: { ...OVERSEAS, country: 'AQ' } }, 'INVALID_INPUT'],
  ])('is refused for %s', async (_, change, code) => {
    await expect(world.order(some(1), change)).rejects.toMatchObject({ code })
    expect(await world.units(goodsId)).toEqual([3, 0, 0])
  })

  test('is refused for goods that are not sold, and when the sale is over', async () => {
    await expect(world.order([{ goodsId: 'nothing', quantity: 1 }])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await world.put(someGoods(goodsId, 3, { withdrawn: true }))
    await expect(world.order(some(1))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await world.put(someGoods(goodsId, 3))
    world.clock.set(Temporal.Instant.from('2026-12-06T23:59:59+08:00'))
    await expect(world.order(some(1))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await world.sales.list()).toEqual([])
  })
})

describe('a payment that comes after it was given up', () => {
  const late = async () => {
    const orderId = await world.order(some(2))
    world.wechat.decline(orderId)
    world.clock.advance('PT2M')
    await world.runDue()
    expect(await world.state(orderId)).toBe('lapsed')
    return orderId
  }
  const comes = async (orderId: string) => {
    world.wechat.orders.get(orderId)!.state = 'open'
    world.wechat.approve(orderId)
    await world.handleCallback({ of: 'payment', orderId })
  }

  test('is delivered while there is stock', async () => {
    const orderId = await late()
    await comes(orderId)
    expect(await world.state(orderId)).toBe('paid')
    expect(await world.units(goodsId)).toEqual([3, 2, 0])
  })

  test('is returned whole when the units are gone', async () => {
    const orderId = await late()
    await world.buy(some(2), { accountId: await world.aMember() })
    await comes(orderId)
    await world.runDue()
    expect(await world.state(orderId)).toBe('lapsed')
    expect(await world.units(goodsId)).toEqual([3, 2, 0])
    expect(await world.books(orderId)).toEqual({})
    expect((await world.payments.orderOf({ accountId: world.buyer, orderId })).state).toBe('refunded')
  })
})

describe('a delivery', () => {
  test('is sent, which earns the money, and delivered; each once', async () => {
    const orderId = await world.buy(some(1))
    expect(await refusedWith(world.sales.deliveries.markDelivered(by(orderId)))).toContain('Only sent orders')
    await world.sales.deliveries.markSent({ ...by(orderId), reference: 'HX1' })
    expect(await world.books(orderId)).toEqual({ 'provider:wechat': 22_800, sale_revenue: -22_800 })
    expect(await refusedWith(world.sales.deliveries.markSent(by(orderId)))).toContain('Only paid orders')
    await world.sales.deliveries.markDelivered(by(orderId))
    expect((await own())[0]).toMatchObject({ state: 'delivered', reference: 'HX1' })
    expect(await world.notices()).toContain('Your order is on its way')
    const entries = world.db
      .selectFrom('audit_entry')
      .select('action')
      .where('subject', '=', `sale order:${orderId}`)
      .orderBy('audit_entry_id')
    expect((await entries.execute()).map(({ action }) => action)).toEqual(['send order', 'deliver order'])
  })

  test('of an order that was not paid is refused', async () => {
    const orderId = await world.order(some(1))
    expect(await refusedWith(world.sales.deliveries.markSent(by(orderId)))).toContain('no paid order')
    expect(await refusedWith(world.sales.deliveries.show(by(orderId)))).toContain('no paid order')
    expect(await refusedWith(world.sales.deliveries.restock(by(orderId)))).toContain('no paid order')
  })

  test('is listed for operators, whose reading of an address is recorded', async () => {
    const orderId = await world.buy(some(1))
    expect((await world.sales.deliveries.list()).map((order) => order.orderId)).toContain(orderId)
    expect(await world.sales.deliveries.show(by(orderId))).toMatchObject({ to: PICKUP })
    const read = world.db.selectFrom('audit_entry').select('actor').where('subject', '=', `sale order:${orderId}`)
    expect(await read.execute()).toEqual([{ actor: 'operator:ann' }])
  })
})

describe('a refund', () => {
  test('of the whole before sending cancels the order; its units come back by an operator only, once', async () => {
    const orderId = await world.buy(some(2))
    expect(await refusedWith(world.sales.deliveries.restock(by(orderId)))).toContain('Refund it first')
    expect(await refund(orderId)).toMatchObject({ outcome: 'requested' })
    expect(await refusedWith(world.sales.deliveries.markSent(by(orderId)))).toContain('being refunded')
    await world.runDue()
    expect(await world.state(orderId)).toBe('cancelled')
    expect(await world.books(orderId)).toEqual({})
    expect(await world.units(goodsId)).toEqual([3, 2, 0])
    await world.sales.deliveries.restock(by(orderId))
    expect(await world.units(goodsId)).toEqual([3, 0, 0])
    expect(await refusedWith(world.sales.deliveries.restock(by(orderId)))).toContain('already back')
    expect(await refusedWith(world.sales.deliveries.markSent(by(orderId)))).toContain('Only paid orders')
  })

  test('of a part leaves the order to be sent, and its rest to be earned', async () => {
    const orderId = await world.buy(some(2))
    await refund(orderId, 2_800)
    await world.runDue()
    expect(await world.state(orderId)).toBe('paid')
    await world.sales.deliveries.markSent(by(orderId))
    expect(await world.books(orderId)).toEqual({ 'provider:wechat': 42_800, sale_revenue: -42_800 })
    expect(await refund(orderId, 42_900)).toEqual({ outcome: 'too much', maxCents: 42_800 })
    await refund(orderId)
    await world.runDue()
    expect(await world.books(orderId)).toEqual({})
    expect((await own())[0]).toMatchObject({ state: 'sent', refundedCents: 45_600 })
  })

  test('that the provider refuses lets the order be sent', async () => {
    const orderId = await world.buy(some(1))
    world.wechat.refuses.refund = true
    await refund(orderId)
    await world.runDue()
    expect(await world.books(orderId)).toEqual({ 'provider:wechat': 22_800, deferred_sales: -22_800 })
    await world.sales.deliveries.markSent(by(orderId))
  })
})

test('a chargeback cancels what was not sent, is a loss, and stops the purchases of the buyer', async () => {
  const accountId = await world.aMember()
  const orderId = await world.buy(some(1), { accountId })
  await world.handleCallback({ of: 'dispute', paymentReference: `paid-${orderId}`, event: 'disputeLost' })
  expect(await world.state(orderId)).toBe('cancelled')
  expect(await world.books(orderId)).toEqual({})
  await expect(world.order(some(1), { accountId })).rejects.toMatchObject({ code: 'PURCHASES_BLOCKED' })
})

test('members who wait for goods are told once when they are in stock again', async () => {
  const accountId = await world.aMember()
  await world.buy(some(3))
  await world.sales.notify(accountId, { goodsId, wanted: true })
  await world.sales.notify(accountId, { goodsId, wanted: true })
  await world.runDue()
  expect(await world.notices(accountId)).not.toContain('Back in stock')
  await world.put(someGoods(goodsId, 4))
  for (let n = 0; n < 2; n++) await world.runDue()
  expect((await world.notices(accountId)).filter((title) => title === 'Back in stock')).toHaveLength(1)
  await expect(world.sales.notify(accountId, { goodsId: 'nothing', wanted: true })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('goods whose payment is accepted days later are booked at that time', async () => {
  const orderId = await world.order(some(1))
  world.wechat.approve(orderId, { amountCents: 100 })
  await world.payments.returned({ accountId: world.buyer, orderId })
  world.clock.advance('PT120H')
  await world.payments.acceptReview(orderId)
  expect(await deliveryInstants(world.db, orderId)).toEqual([world.clock.now().toString()])
})
