import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  A_LOCKER,
  A_SALE,
  A_ZONE,
  createSalesWorld,
  type SalesWorld,
  someGoods,
} from '../../../../test/support/sales.ts'
import { importContent } from '#server/kit/content-import.ts'
import { linesOf } from '../../../../test/support/content.ts'

let world: SalesWorld
beforeAll(async () => {
  world = await createSalesWorld()
})
afterAll(() => world.close())

const audited = async () =>
  (await world.db.selectFrom('audit_entry').select('action').where('action', '=', 'import goods').execute()).length
const priceOf = async (goodsId: string) => {
  const [sale] = await world.sales.list()
  return sale?.goods.find((one) => one.goodsId === goodsId)?.amountCents
}

test('imports all or nothing, once, and by what is new; a dry run changes nothing', async () => {
  const file = [A_SALE, A_LOCKER, A_ZONE, someGoods('a', 3), someGoods('b', 2)]
  const content = linesOf(file)
  const dry = await importContent(world.content, { content, file: 'test', actor: 'operator:ann', isDryRun: true })
  expect(dry).toEqual({ added: 5, changed: 0, unchanged: 0, problems: [] })
  expect(await world.sales.list()).toEqual([])

  expect(await world.put(...file)).toEqual({ added: 5, changed: 0, unchanged: 0, problems: [] })
  expect(await world.put(...file)).toEqual({ added: 0, changed: 0, unchanged: 5, problems: [] })
  expect(await audited()).toBe(1)
  expect((await world.sales.list())[0]?.goods.map(({ goodsId }) => goodsId)).toEqual(['a', 'b'])

  const changed = [...file.slice(0, 4), someGoods('b', 2, { price: 200 })]
  expect(await world.put(...changed)).toMatchObject({ added: 0, changed: 1, unchanged: 4 })
  expect(await priceOf('b')).toBe(20_000)
  expect(await audited()).toBe(2)

  const wrong = await world.put(
    someGoods('c', 1),
    someGoods('d', 1, { saleId: 'summer' }),
    someGoods('e', 1, { programId: 'x' }),
  )
  expect(wrong).toMatchObject({ added: 0, changed: 0 })
  expect(wrong.problems).toEqual([
    { line: 2, message: 'saleId: there is no sale summer' },
    { line: 3, message: 'programId: there is no title x' },
  ])
  expect(await priceOf('c')).toBeUndefined()
  expect((await world.put({ ...A_ZONE, zoneId: 'other', countries: ['GB'] })).problems).toEqual([
    { line: 1, message: 'countries: GB is in another zone already' },
  ])

  await world.buy([{ goodsId: 'a', quantity: 2 }])
  expect((await world.put(someGoods('a', 1))).problems).toEqual([
    { line: 1, message: 'supplied: can’t be fewer than the units sold or held by payments already: 2 of a' },
  ])
  expect((await world.put(someGoods('a', 2))).problems).toEqual([])

  await world.put(someGoods('a', 2, { withdrawn: true }))
  expect((await world.sales.list())[0]?.goods.map(({ goodsId }) => goodsId)).toEqual(['b'])
})
