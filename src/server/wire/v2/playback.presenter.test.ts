import { describe, expect, test } from 'vitest'
import type { RentalQuote } from '#server/domains/rentals/index.ts'
import { toQuoteResponse } from './playback.presenter.ts'

const QUOTED_AT = Temporal.Instant.from('2026-12-01T19:46:40Z')
const quote = (rentedUntil: Temporal.Instant, vouchers = false): RentalQuote => ({
  resourceId: 'signed',
  payment: vouchers ? 1 : 28,
  rentedUntil,
  quoteExpiresAt: QUOTED_AT.add({ minutes: 10 }),
  owned: 60,
  ...(vouchers
    ? { unit: 'vouchers', expiresAt: QUOTED_AT.add({ hours: 240 }) }
    : { unit: 'credits', from: [{ bucket: 'monthly', credits: 28 }] }),
})

describe('what a quote says of the time to watch', () => {
  test.each([true, false])('48 hours, and no end that a later purchase would move (vouchers: %s)', (vouchers) => {
    const whole = quote(QUOTED_AT.add({ hours: 48 }), vouchers)
    const [en, zh] = [toQuoteResponse(whole, 'en_US'), toQuoteResponse(whole, 'zh_HK')]
    for (const text of [en.buttonText, en.message]) {
      expect(text).toContain('48 hours')
      expect(text).not.toContain('03:46')
    }
    expect([zh.buttonText.endsWith('，可觀看 48 小時'), zh.message.endsWith('可觀看 48 小時。')]).toEqual([true, true])
  })

  test('the end of the licence, where that comes first', () => {
    const short = quote(Temporal.Instant.from('2026-12-02T16:00:00Z'))
    expect(toQuoteResponse(short, 'en_US').buttonText).toMatch(/watch until 3\u00A0Dec, 00:00$/u)
    expect(toQuoteResponse(short, 'zh_HK').message).toContain('可觀看至 12月3日 00:00。')
  })
})
