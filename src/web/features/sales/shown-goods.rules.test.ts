import { expect, test } from 'vitest'
import type { Goods } from './order.rules.ts'
import { classifiesOf, readShown, shownGoods } from './shown-goods.rules.ts'

const goods = [
  { goodsId: 'a', classify: 'movie', stock: 'available', amount: 300, addedAt: '2026-11-01T00:00:00Z' },
  { goodsId: 'b', classify: 'kids', stock: 'soldOut', amount: 100, addedAt: '2026-11-03T00:00:00Z' },
  { goodsId: 'c', classify: 'movie', stock: 'held', amount: 200, addedAt: '2026-11-02T00:00:00Z' },
] as Goods[]

test.each([
  ['', 'a b c'],
  ['classify=movie', 'a c'],
  ['classify=drama', 'a b c'],
  ['stock=in', 'a'],
  ['sort=newest', 'b c a'],
  ['sort=priceUp', 'b c a'],
  ['sort=priceDown', 'a c b'],
  ['sort=nothing&classify=kids', 'b'],
])('the address’s %j filters and sorts the goods to %s', (query, ids) => {
  const shown = shownGoods(goods, readShown(new URLSearchParams(query), goods))
  expect(shown.map(({ goodsId }) => goodsId).join(' ')).toBe(ids)
})

test('offers the kinds that there are', () => {
  expect(classifiesOf(goods)).toEqual(['movie', 'kids'])
})
