import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  A_LOCKER,
  A_SALE,
  createSalesWorld,
  PICKUP,
  type SalesWorld,
  someGoods,
} from '../../../../test/support/sales.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'

let world: SalesWorld
beforeAll(async () => {
  world = await createSalesWorld()
  await world.put(A_SALE, A_LOCKER, someGoods('a', 100))
})
afterAll(() => world.close())
beforeEach(() => world.clock.set(hongKong('2026-11-20T14:00')))

const some = (quantity: number) => [{ goodsId: 'a', quantity }]
const by = (orderId: string) => ({ orderId, actor: 'operator:ann', reason: 'a test' })

describe('an address', () => {
  const stored = async (orderId: string) =>
    (await world.db.selectFrom('sale_order').select('sealed').where('order_id', '=', orderId).executeTakeFirst())
      ?.sealed

  test('cannot be read from the database', async () => {
    const orderId = await world.buy(some(1))
    const text = (await stored(orderId))!.toString('latin1')
    for (const secret of ['9123', '陳子晴', '沙田'])
      expect(Buffer.from(text, 'latin1').toString()).not.toContain(secret)
  })

  test('is erased 31 days after an unpaid order, and 180 days after one was sent', async () => {
    const unpaid = await world.order(some(1))
    const paid = await world.buy(some(1), { accountId: await world.aMember() })
    const waiting = await world.buy(some(1), { accountId: await world.aMember() })
    await world.sales.deliveries.markSent(by(paid))
    world.clock.advance('PT720H')
    await world.runDue()
    expect(await stored(unpaid)).not.toBeNull()
    world.clock.advance('PT25H')
    await world.runDue()
    expect(await stored(unpaid)).toBeNull()
    expect(await stored(paid)).not.toBeNull()
    world.clock.advance('PT3600H')
    await world.runDue()
    expect(await stored(paid)).toBeNull()
    expect(await stored(waiting)).not.toBeNull()
  })

  test('is exported to its buyer, and erased with the account once everything is sent', async () => {
    const accountId = await world.aMember()
    const orderId = await world.buy(some(1), { accountId })
    const { personalData } = world.sales.domainModule
    const person = { accountId, number: '', email: '' }
    expect(await personalData!.collect(person, 'en_US')).toMatchObject({
      orders: [{ orderId, goods: [{ name: 'Night Crossing', quantity: 1 }], to: PICKUP }],
    })
    const erase = () => world.db.transaction().execute((tx) => personalData!.erase(tx, person))
    await expect(erase()).rejects.toThrow('not sent')
    await world.sales.deliveries.markSent(by(orderId))
    await erase()
    expect(await stored(orderId)).toBeNull()
    expect(await personalData!.collect(person, 'en_US')).toEqual({ orders: [], waitsFor: [] })
  })
})
