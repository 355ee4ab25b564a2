import { expect, test } from 'vitest'
import { paying } from './zh_HK/paying.ts'
import { screenings } from './zh_HK/screenings.ts'

const LEFT = '13:57'

test.each([
  ['a payment', paying.qr.expires(LEFT)],
  ['a price', `${screenings.buy.priceKept} ${LEFT}`],
  ['seats', `${screenings.buy.seatsKept} ${LEFT}`],
])('the time that is left for %s does not read as a time of day', (_, sentence) => {
  expect(sentence).toMatch(/尚餘 13:57$/u)
})
