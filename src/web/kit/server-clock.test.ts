import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceTime, learnServerTime, nextOffset, serverNow, serverOffset } from './server-clock.ts'

const DEVICE = Date.parse('2026-11-29T12:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

beforeEach(() => vi.useFakeTimers({ now: DEVICE }))
afterEach(() => {
  vi.useRealTimers()
  serverOffset.reset()
})

describe('the offset after a response', () => {
  const ahead = (ms: number) => DEVICE + ms
  test.each([
    ['a right clock', 0, { serverAt: ahead(0), took: 100 }, 0],
    ['a clock 1.5 s behind', 0, { serverAt: ahead(1_500), took: 100 }, 0],
    ['a clock 1.5 s ahead', 0, { serverAt: ahead(-1_500), took: 100 }, 0],
    ['a right clock and a response that took 20 s', 0, { serverAt: ahead(0), took: 20_000 }, 0],
    ['a clock 20 min behind', 0, { serverAt: ahead(20 * MINUTE), took: 0 }, 20 * MINUTE + 1_000],
    ['a clock 20 min ahead', 0, { serverAt: ahead(-20 * MINUTE), took: 0 }, -20 * MINUTE + 1_000],
    ['a clock 40 days behind', 0, { serverAt: ahead(40 * DAY), took: 0 }, 40 * DAY + 1_000],
    ['the same offset again', 20 * MINUTE, { serverAt: ahead(20 * MINUTE + 900), took: 100 }, 20 * MINUTE],
    ['a slow response of the same offset', -20 * MINUTE, { serverAt: ahead(-20 * MINUTE), took: 15_000 }, -20 * MINUTE],
    ['a clock that was corrected', 20 * MINUTE, { serverAt: ahead(0), took: 100 }, 0],
  ])('%s', (_, current, { serverAt, took }, offset) => {
    expect(nextOffset(current, { serverAt, sentAt: DEVICE, receivedAt: DEVICE + took })).toBe(offset)
  })
})

describe('a response', () => {
  const SERVER = 'Sun, 29 Nov 2026 12:20:00 GMT'
  const learn = (headers: Record<string, string>) => learnServerTime(new Response('', { headers }), DEVICE)

  test('that no cache keeps says the time', () => {
    learn({ Date: SERVER, 'Cache-Control': 'private, no-store' })
    expect(serverNow()).toBe(DEVICE + 20 * MINUTE + 1_000)
    expect(deviceTime('2026-11-29T12:30:01Z')).toBe(DEVICE + 10 * MINUTE)
  })

  test.each<[string, Record<string, string>]>([
    ['that a cache may keep', { Date: SERVER, 'Cache-Control': 'public, max-age=60' }],
    ['that does not say how long it is kept', { Date: SERVER }],
    ['without a date', { 'Cache-Control': 'no-store' }],
    ['with a broken date', { Date: 'soon', 'Cache-Control': 'no-store' }],
  ])('%s does not', (_, headers) => {
    learn(headers)
    expect(serverNow()).toBe(DEVICE)
    expect(deviceTime('2026-11-29T12:30:00Z')).toBe(DEVICE + 30 * MINUTE)
  })
})
