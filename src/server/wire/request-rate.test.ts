import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { ENDPOINTS } from './calls.ts'
import { COST_MAX, createRequestLimiter, REQUEST_RATE } from './request-rate.ts'

const HOME = '203.0.113.7'

/** How many calls pass at once before one is refused. */
function passed(call: () => void): number {
  for (let count = 0; ; count++) {
    try {
      call()
    } catch (error) {
      expect(error).toMatchObject({ code: 'TOO_MANY_TRIES', details: { retryAfter: expect.any(Number) } })
      return count
    }
  }
}

const COSTS = [...new Set(ENDPOINTS.map(({ cost }) => cost))].toSorted((a, b) => a - b)

test('calls are of several classes, each with its weight', () => {
  expect(COSTS.length).toBeGreaterThan(2)
  expect(COSTS[0]).toBeGreaterThanOrEqual(1)
})

test.each(COSTS)('a call that weighs %i passes as often as that weight fits into the burst', (cost) => {
  const limiter = createRequestLimiter(createTestClock())
  expect(passed(() => limiter.count(HOME, cost))).toBe(Math.floor(REQUEST_RATE.burst / cost))
})

test.each(COSTS)('an account may use twice that of calls that weigh %i, from whatever address', (cost) => {
  const limiter = createRequestLimiter(createTestClock())
  expect(passed(() => limiter.countMember('a', cost))).toBe(Math.floor((REQUEST_RATE.burst * 2) / cost))
  expect(passed(() => limiter.countMember('b', cost))).toBeGreaterThan(0)
})

test('tokens are refilled over time, and a refusal says when', () => {
  const clock = createTestClock()
  const limiter = createRequestLimiter(clock)
  passed(() => limiter.count(HOME))
  expect(() => limiter.count(HOME)).toThrow(new AppError('TOO_MANY_TRIES', { retryAfter: 1 }))
  clock.advance('PT1S')
  expect(passed(() => limiter.count(HOME))).toBe(REQUEST_RATE.perSecond)
})

test('one address does not use up another’s, but a network of many is counted together', () => {
  const limiter = createRequestLimiter(createTestClock())
  passed(() => limiter.count('2001:db8:0:1::1'))
  expect(passed(() => limiter.count('2001:db8:0:1::2'))).toBe(0)
  expect(passed(() => limiter.count('198.51.100.9'))).toBe(REQUEST_RATE.burst)
})

test('visitors do not use up what the members of their address have, whose sessions called before', () => {
  const clock = createTestClock()
  const limiter = createRequestLimiter(clock)
  limiter.countMember('a', 1, 'Bearer known')
  passed(() => limiter.count(HOME))
  for (const authorization of [undefined, 'Bearer forged', 'Bearer known '])
    expect(passed(() => limiter.count(HOME, 1, authorization))).toBe(0)
  expect(passed(() => limiter.count(HOME, 1, 'Bearer known'))).toBe(REQUEST_RATE.burst * 10)
  expect(passed(() => limiter.count('198.51.100.9', 1, 'Bearer known'))).toBe(REQUEST_RATE.burst * 10)
})

test('a session that has not called for five minutes is counted as anybody, once', () => {
  const clock = createTestClock()
  const limiter = createRequestLimiter(clock)
  limiter.countMember('a', 1, 'Bearer known')
  clock.advance('PT4M59S')
  expect(() => limiter.count(HOME, REQUEST_RATE.burst + 1, 'Bearer known')).not.toThrow()
  clock.advance('PT2S')
  expect(() => limiter.count(HOME, REQUEST_RATE.burst + 1, 'Bearer known')).toThrow('TOO_MANY_TRIES')
})

test('this machine is never counted', () => {
  const limiter = createRequestLimiter(createTestClock())
  expect(() => Array.from({ length: REQUEST_RATE.burst * 2 }, () => limiter.count('127.0.0.1'))).not.toThrow()
})

test('the networks of one /48 share a limit, and one of them leaves the others room', () => {
  const limiter = createRequestLimiter(createTestClock())
  let network = 0
  expect(passed(() => limiter.count(`2001:db8:7:${(network++ % 0xffff).toString(16)}::1`))).toBe(REQUEST_RATE.burst * 4)
  expect(() => limiter.count('2001:db8:8::1')).not.toThrow()
})

describe('several processes, among which a client is spread', () => {
  const together = (count: number, cost: number) => {
    const clock = createTestClock()
    const limiters = Array.from({ length: count }, () => createRequestLimiter(clock, { webCount: count }))
    const all = () => limiters.reduce((sum, limiter) => sum + passed(() => limiter.count(HOME, cost)), 0)
    const burst = all()
    clock.advance('PT1S')
    return { burst, second: all() }
  }
  test.each([1, 2, 4])('%i of them allow what one does', (count) => {
    expect(together(count, 1)).toEqual({ burst: REQUEST_RATE.burst, second: REQUEST_RATE.perSecond })
  })

  test('the dearest call passes, however many they are', () => {
    expect(together(50, COST_MAX).burst).toBe(50)
  })
})

test('no call is dearer than what passes at once', () => {
  expect(Math.max(...COSTS)).toBeLessThanOrEqual(COST_MAX)
})
