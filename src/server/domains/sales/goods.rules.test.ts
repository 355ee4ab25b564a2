import { describe, expect, test } from 'vitest'
import { deliveryCost, mergeLines, normalizeLockerCode, stockOf } from './goods.rules.ts'

test.each([
  { supplied: 3, sold: 0, held: 0, stock: 'available' },
  { supplied: 3, sold: 1, held: 1, stock: 'available' },
  { supplied: 3, sold: 2, held: 1, stock: 'held' },
  { supplied: 3, sold: 3, held: 0, stock: 'soldOut' },
  { supplied: 0, sold: 0, held: 0, stock: 'soldOut' },
])('of $supplied units $sold sold and $held held: $stock', ({ stock, ...units }) => {
  expect(stockOf(units)).toBe(stock)
})

describe('lines', () => {
  test('of the same goods are one, in the order of their ids', () => {
    const lines = [
      { goodsId: 'b', quantity: 1 },
      { goodsId: 'a', quantity: 2 },
      { goodsId: 'b', quantity: 3 },
    ]
    expect(mergeLines(lines)).toEqual([
      { goodsId: 'a', quantity: 2 },
      { goodsId: 'b', quantity: 4 },
    ])
  })

  test('have at most five units of one thing', () => {
    expect(mergeLines([{ goodsId: 'a', quantity: 5 }])).toHaveLength(1)
    expect(
      mergeLines([
        { goodsId: 'a', quantity: 5 },
        { goodsId: 'a', quantity: 1 },
      ]),
    ).toBeUndefined()
  })
})

const WHOM = { recipient: '陳子晴', phone: '+85291234567', address: '沙田' }
const AT = {
  lockers: [{ lockerCode: 'H852-07' }],
  zones: [{ countries: ['GB', 'FR'], firstCents: 12_000, furtherCents: 3_000 }],
}
test.each([
  ['a pickup is free', { method: 'pickup', lockerCode: 'H852-07' }, 3, { cents: 0 }],
  ['a locker that there is none of', { method: 'pickup', lockerCode: 'H852-08' }, 3, { field: 'lockerCode' }],
  ['one unit', { method: 'overseas', country: 'GB', postcode: '' }, 1, { cents: 12_000 }],
  ['three units', { method: 'overseas', country: 'FR', postcode: '' }, 3, { cents: 18_000 }],
  ['a country that is not shipped to', { method: 'overseas', country: 'HK', postcode: '' }, 1, { field: 'country' }],
] as const)('the freight of a delivery: %s', (_, to, units, cost) => {
  expect(deliveryCost({ ...WHOM, ...to }, units, AT)).toEqual(cost)
})

test('a locker is known by its code without regard to case and spaces', () => {
  expect(normalizeLockerCode(' h852 -07')).toBe('H852-07')
})
