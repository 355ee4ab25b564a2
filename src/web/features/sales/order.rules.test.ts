import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import {
  deliveryForm,
  freightCents,
  type Goods,
  linesOf,
  mostOf,
  readCart,
  withUnits,
  writeCart,
} from './order.rules.ts'

const goods = (goodsId: string, available = 3) => ({ goodsId, available, amount: 22_800 }) as Goods

describe('a cart', () => {
  test('keeps its order, changes units in place, and loses a line without units', () => {
    const cart = withUnits(withUnits(withUnits({}, 'a', 1), 'b', 1), 'a', 3)
    expect(Object.entries(cart)).toEqual([
      ['a', 3],
      ['b', 1],
    ])
    expect(withUnits(cart, 'a', 0)).toEqual({ b: 1 })
  })

  test('has lines for the goods that the sale still has', () => {
    const lines = linesOf({ a: 2, gone: 1 }, [goods('a'), goods('b')])
    expect(lines.map((line) => [line.goods.goodsId, line.quantity])).toEqual([['a', 2]])
  })

  test.each([undefined, 'null', '{', '[]', '{"a":"2"}', '{"a":-1}', '{"a":6}', '{"a":1.5}'])(
    'of %j is empty',
    (text) => {
      expect(readCart(text)).toEqual({})
    },
  )

  test('is kept as text', () => {
    expect(readCart(writeCart({ a: 2, b: 5 }))).toEqual({ a: 2, b: 5 })
  })

  test('has at most five units of one thing, and no more than there are', () => {
    expect(mostOf(goods('a', 3))).toBe(3)
    expect(mostOf(goods('a', 36))).toBe(5)
  })
})

const FREIGHT = [{ countries: ['GB'], first: 12_000, further: 3_000 }]
test.each([
  ['pickup', '', 3, 0],
  ['overseas', 'GB', 1, 12_000],
  ['overseas', 'GB', 3, 18_000],
  ['overseas', '', 3, undefined],
  ['overseas', 'AQ', 3, undefined],
])('the freight of %s to %j for %i units is %s', (method, country, units, cents) => {
  expect(freightCents({ method, country }, units, FREIGHT)).toBe(cents)
})

const PICKUP = {
  method: 'pickup',
  recipient: '陳子晴',
  areaCode: '852',
  mobileno: '9123 4567',
  phone: '',
  address: '沙田',
  lockerCode: 'H852-07',
  country: '',
  postcode: '',
}
const OVERSEAS = {
  ...PICKUP,
  method: 'overseas',
  mobileno: '',
  lockerCode: '',
  phone: '+44 20 7946 0000',
  country: 'GB',
}
const wrong = (form: object) => {
  const { error } = z.safeParse(deliveryForm, form)
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}

test.each([PICKUP, { ...PICKUP, address: '' }, OVERSEAS])('a whole form is right: $method', (form) => {
  expect(wrong(form)).toBeUndefined()
})

test('all that is missing overseas is told at once', () => {
  const empty = wrong({ ...OVERSEAS, phone: '', address: ' ', country: '' })
  expect(empty?.map((issue) => issue.split(' ')[0])).toEqual(['phone', 'address', 'country'])
})

test.each([
  ['a recipient', { ...PICKUP, recipient: ' ' }, /^recipient/],
  ['an address overseas', { ...OVERSEAS, address: '' }, /^address/],
  ['a mobile number', { ...PICKUP, mobileno: '9123' }, /^mobileno MOBILE/],
  ['a locker', { ...PICKUP, lockerCode: ' ' }, /^lockerCode/],
  ['a number with its country', { ...OVERSEAS, phone: '20 7946 0000' }, /^phone PHONE_ABROAD/],
  ['a country', { ...OVERSEAS, country: '' }, /^country/],
])('an order is not sent without %s', (_, form, message) => {
  const [first, ...others] = wrong(form) ?? []
  expect(first).toMatch(message)
  for (const other of others) expect(other).toMatch(message)
})
