import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { A_LOCKER, A_SALE, createSalesWorld, type SalesWorld, someGoods } from '../../../../test/support/sales.ts'
import { findDeliveryPage } from './goods-orders.repo.ts'
import { plansOf } from '../../../../test/support/plans-of.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'
import { refusedWith } from '../../../../test/support/refused-with.ts'

let world: SalesWorld
let serial = 0
let goodsId: string
beforeAll(async () => {
  world = await createSalesWorld()
  await world.put(A_SALE, A_LOCKER)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set(hongKong('2026-11-20T14:00'))
  world.wechat.reset()
  goodsId = `goods-${serial++}`
  await world.put(someGoods(goodsId, 3))
})

const some = (quantity: number) => [{ goodsId, quantity }]
const by = (orderId: string) => ({ orderId, actor: 'operator:ann', reason: 'a test' })
const refused = (lines: { goodsId: string; quantity: number }[]) => world.order(lines).catch((error: unknown) => error)

test('the units of a payment that was reviewed and refunded are free again', async () => {
  const orderId = await world.order(some(2))
  world.wechat.approve(orderId, { amountCents: 100 })
  await world.payments.returned({ accountId: world.buyer, orderId })
  await world.runDue()
  expect(await world.units(goodsId)).toEqual([3, 0, 2])
  await world.payments.refund({ orderId, reason: 'short', actor: 'test' })
  for (let n = 0; n < 2; n++) await world.runDue()
  expect(await world.state(orderId)).toBe('lapsed')
  expect(await world.units(goodsId)).toEqual([3, 0, 0])
  expect(await world.books(orderId)).toEqual({})
})

test('a payment whose address is erased is returned, and holds nothing', async () => {
  const orderId = await world.order(some(3))
  await sql`update sale_order set sealed = null where order_id = ${orderId}`.execute(world.db)
  await world.pay(orderId)
  for (let n = 0; n < 2; n++) await world.runDue()
  expect(await world.units(goodsId)).toEqual([3, 0, 0])
  expect((await world.payments.orderOf({ accountId: world.buyer, orderId })).state).toBe('refunded')
})

test('while the end of a payment is not known, one tries again a minute later', async () => {
  await world.order(some(3), { accountId: await world.aMember() })
  world.clock.advance('PT2H')
  expect(await refused(some(1))).toMatchObject({ code: 'SELLING_FAST', details: { retryAfter: 60 } })
  const [sale] = await world.sales.list()
  const shown = sale!.goods.find((one) => one.goodsId === goodsId)!
  expect(world.clock.now().until(shown.retryAt!).total('seconds')).toBe(60)
})

test('payments that hold units are found by an index of their own, not among all orders', async () => {
  const plan = await world.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql<{ 'QUERY PLAN': string }>`explain select order_id from sale_order where state = 'held'`.execute(tx)
  })
  expect(plan.rows.map((row) => row['QUERY PLAN']).join(' ')).toContain('sale_order_held')
})

test('deliveries of one state are listed by an index of states', async () => {
  const plans = await plansOf(world.db, (db) =>
    findDeliveryPage(db, { filter: { state: 'delivered' }, sort: '-paidAt', limit: 50 }),
  )
  expect(plans.find((plan) => plan.includes('Limit'))).toMatch(/sale_order_by_state[^\n]*\n\s+Index Cond: \(+state = /)
})

test('what a member’s own payment holds can be ordered by that member only', async () => {
  const shownGoods = async (accountId?: string) =>
    (await world.sales.list(accountId))[0]!.goods.find((one) => one.goodsId === goodsId)
  const orderId = await world.order(some(3))
  expect(await shownGoods(world.buyer)).toMatchObject({ stock: 'available', available: 3 })
  for (const other of [undefined, await world.aMember()])
    expect(await shownGoods(other)).toMatchObject({ stock: 'held', available: 0 })
  expect(await world.order(some(3))).toBe(orderId)
})

test('an order of more than can be had is refused, and the payment that runs keeps what it holds', async () => {
  const orderId = await world.order(some(2))
  expect(await refused(some(4))).toMatchObject({ code: 'SELLING_FAST', details: { goodsId, available: 3 } })
  expect(await world.units(goodsId)).toEqual([3, 0, 2])
  await world.pay(orderId)
  expect(await world.units(goodsId)).toEqual([3, 2, 0])
})

test('a disputed order is not sent; one that we won is', async () => {
  const orderId = await world.buy(some(1))
  await world.handleCallback({ of: 'dispute', paymentReference: `paid-${orderId}`, event: 'disputeOpened' })
  expect(await refusedWith(world.sales.deliveries.markSent(by(orderId)))).toContain('disputed')
  await world.handleCallback({ of: 'dispute', paymentReference: `paid-${orderId}`, event: 'disputeWon' })
  await world.sales.deliveries.markSent(by(orderId))
  expect(await world.state(orderId)).toBe('sent')
})

test('goods of a sale that is over are not announced, and cannot be waited for', async () => {
  const accountId = await world.aMember()
  await world.buy(some(3))
  await world.sales.notify(accountId, { goodsId, wanted: true })
  world.clock.set(Temporal.Instant.from('2026-12-07T00:00:00+08:00'))
  await world.put(someGoods(goodsId, 5))
  await world.runDue()
  expect(await world.notices(accountId)).not.toContain('Back in stock')
  await expect(world.sales.notify(accountId, { goodsId, wanted: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('goods stay at their place when one record is imported alone', async () => {
  await world.put(someGoods('first', 1), someGoods('second', 1), someGoods('third', 1))
  const order = async () =>
    (await world.sales.list())[0]!.goods
      .map((one) => one.goodsId)
      .filter((one) => ['first', 'second', 'third'].includes(one))
  await world.put(someGoods('third', 1, { price: 200 }))
  expect(await order()).toEqual(['first', 'second', 'third'])
  await world.put(someGoods('third', 1, { price: 200, position: 1 }), someGoods('first', 1, { position: 3 }))
  expect(await order()).toEqual(['third', 'second', 'first'])
})
