import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../../../test/support/full.ts'
import { A_LOCKER, A_SALE, createSalesWorld, type SalesWorld, someGoods } from '../../../../test/support/sales.ts'

const BUYERS = 100
const ROUNDS = isFull ? 100 : 2

let world: SalesWorld
let accounts: string[]
beforeAll(async () => {
  world = await createSalesWorld({ connections: 10 })
  await world.put(A_SALE, A_LOCKER)
  accounts = []
  for (let n = 0; n < BUYERS; n++) accounts.push(await world.aMember())
})
afterAll(() => world.close())

test('of 100 buyers of the last three units three get one each', { timeout: 120_000 + ROUNDS * 20_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const goodsId = `last-${round}`
    await world.put(someGoods(goodsId, 3))
    const lines = [{ goodsId, quantity: 1 }]
    const outcomes = await Promise.allSettled(accounts.map((accountId) => world.order(lines, { accountId })))
    const won = outcomes.flatMap((one, n) => (one.status === 'fulfilled' ? [{ orderId: one.value, n }] : []))
    expect(won).toHaveLength(3)
    for (const one of outcomes) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'SELLING_FAST', details: { goodsId } })
    }
    expect(await world.units(goodsId)).toEqual([3, 0, 3])
    await Promise.all(won.map(({ orderId, n }) => world.pay(orderId, accounts[n]!)))
    expect(await world.units(goodsId)).toEqual([3, 3, 0])
  }
})

test('two orders of the same things in another order do not wait for each other for ever', async () => {
  await world.put(someGoods('one', 1_000), someGoods('two', 1_000))
  const lines = ['one', 'two'].map((goodsId) => ({ goodsId, quantity: 1 }))
  const orders = accounts.map((accountId, n) => world.order(n % 2 === 0 ? lines : lines.toReversed(), { accountId }))
  expect(await Promise.all(orders)).toHaveLength(BUYERS)
  expect(await world.units('one')).toEqual([1_000, 0, BUYERS])
  expect(await world.units('two')).toEqual([1_000, 0, BUYERS])
})

test(
  'a payment that ends while it is given up sells or frees its units, once',
  { timeout: 120_000 + ROUNDS * 2_000 },
  async () => {
    for (let round = 0; round < 10 * ROUNDS; round++) {
      const goodsId = `race-${round}`
      await world.put(someGoods(goodsId, 1))
      const accountId = accounts[round % BUYERS]!
      const orderId = await world.order([{ goodsId, quantity: 1 }], { accountId })
      await Promise.allSettled([
        world.pay(orderId, accountId),
        world.handleCallback({ of: 'payment', orderId }),
        world.order([{ goodsId, quantity: 1 }], { accountId, kind: 'paypal' }),
      ])
      const [supplied, sold, held] = await world.units(goodsId)
      expect(supplied - sold - held).toBeGreaterThanOrEqual(0)
      const paid = (await world.state(orderId)) === 'paid'
      expect(sold).toBe(paid ? 1 : 0)
    }
  },
)
