import { expect, test } from 'vitest'
import { A_LOCKER, A_SALE, A_ZONE, someGoods } from '../../../../test/support/sales.ts'
import { linesOf, said } from '../../../../test/support/content.ts'
import { parseContent } from '#server/kit/content-import.ts'
import { goodsContent } from './goods-import.service.ts'

const parseGoodsFile = (content: string) => said(parseContent(content, [goodsContent]))

test('one record in each line; empty lines, a byte order mark and CRLF do not matter', () => {
  const lines = [A_SALE, someGoods('a', 3), A_LOCKER, A_ZONE].map((entry) => JSON.stringify(entry))
  const { problems, records } = parseGoodsFile(`\uFEFF${lines.join('\r\n\r\n')}\r\n`)
  expect(problems).toEqual([])
  const lineNumbers = Object.entries(records).map(([kind, found]) => [kind, found.map(({ line }) => line)])
  expect(Object.fromEntries(lineNumbers)).toEqual({ sale: [1], goods: [3], locker: [5], freight: [7] })
})

test.each([
  ['no JSON', '{', /^this is not JSON/],
  ['no kind', '{"saleId":"a"}', /^"kind" must be one of sale, goods, locker, freight/],
  ['another kind', '{"kind":"cinema"}', /^"kind" must be one of/],
  ['a list', '[]', /^"kind" must be one of/],
  ['a field that there is none of', linesOf([{ ...A_SALE, colour: 'red' }]), /colour/],
  ['one language only', linesOf([{ ...A_SALE, title: { zh_HK: '特賣' } }]), /^title\.en_US/],
  [
    'a day for an instant',
    linesOf([{ ...A_SALE, startsAt: '2026-01-01' }]),
    /^startsAt: must be a time with its offset/,
  ],
  ['an end before the start', linesOf([{ ...A_SALE, endsAt: A_SALE.startsAt }]), /^endsAt: must be after the start/],
  ['a price of no ten cents', linesOf([someGoods('a', 1, { price: 1.25 })]), /^price: must be a multiple of HK\$0\.10/],
  ['a price of nothing', linesOf([someGoods('a', 1, { price: 0 })]), /^price/],
  ['half a unit', linesOf([someGoods('a', 1.5)]), /^supplied/],
  ['another medium', linesOf([someGoods('a', 1, { medium: 'vhs' })]), /^medium/],
  [
    'a day that there is none of',
    linesOf([someGoods('a', 1, { restockOn: '2026-02-30' })]),
    /^restockOn: must be a day/,
  ],
  ['a locker in small letters', linesOf([{ ...A_LOCKER, lockerCode: 'h852' }]), /^lockerCode/],
  [
    'NUL',
    linesOf([{ ...A_SALE, title: { zh_HK: '特賣\0', en_US: 'Sale' } }]),
    /^title\.zh_HK: must not contain control/,
  ],
  ['a country by its name', linesOf([{ ...A_ZONE, countries: ['France'] }]), /^countries\.0: must be a country code/],
])('says what is wrong with a line: %s', (_, line, message) => {
  const { problems } = parseGoodsFile(`\n${line}`)
  expect(problems).toEqual([{ line: 2, message: expect.stringMatching(message) }])
})

test('an id, and a country, is in one line only', () => {
  const { problems } = parseGoodsFile(
    linesOf([someGoods('a', 1), someGoods('a', 2), A_ZONE, { ...A_ZONE, zoneId: 'b' }]),
  )
  expect(problems).toEqual([
    { line: 2, message: 'goods a is in line 1 already' },
    { line: 4, message: 'country GB is in line 3 already' },
    { line: 4, message: 'country FR is in line 3 already' },
  ])
})

test.each([228, 0.1, 12.5, 99_999.9])('HK$%s is a price', (price) => {
  expect(parseGoodsFile(linesOf([someGoods('a', 1, { price })])).problems).toEqual([])
})
