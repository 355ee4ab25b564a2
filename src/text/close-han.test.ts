import { expect, test } from 'vitest'
import { paying } from './zh_HK/paying.ts'
import { screenings } from './zh_HK/screenings.ts'

test('a Chinese sentence has spaces around a Latin name only', () => {
  const { octopus, paypal } = paying.providers
  expect(paying.qr.title(octopus)).toBe('以八達通付款')
  expect(paying.qr.title(paypal)).toBe('以 PayPal 付款')
  expect(paying.qr.image(octopus)).toBe('八達通付款二維碼')
  expect(screenings.join.invites('陳大文')).toBe('陳大文邀請你一同觀看')
  expect(screenings.join.invites('Sam')).toBe('Sam 邀請你一同觀看')
})
