import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeTally, NO_TALLY, refundTally, type Rule, type Tally } from './throttle-rules.ts'

const START = Temporal.Instant.from('2026-11-21T04:00:00Z').epochMilliseconds
const SECOND = 1000

/** One of each kind, and those whose limits are reached soon or late. */
const RULES = {
  'one a minute': { kind: 'window', limit: 1, seconds: 60 },
  'five a day': { kind: 'window', limit: 5, seconds: 86_400 },
  'many an hour': { kind: 'window', limit: 300, seconds: 3_600 },
  'a lockout of a minute': { kind: 'lockout', free: 5, firstSeconds: 60, maxSeconds: 3_600 },
  'a lockout of five minutes': { kind: 'lockout', free: 5, firstSeconds: 300, maxSeconds: 86_400 },
  'a lockout at once': { kind: 'lockout', free: 1, firstSeconds: 1, maxSeconds: 10 },
} as const satisfies Record<string, Rule>
const LOCKOUT = RULES['a lockout of a minute']

/** Attempts at these seconds; for each true if it was allowed, otherwise the seconds to wait. */
function simulate(rule: Rule, seconds: readonly number[]): (true | number)[] {
  let tally: Tally = NO_TALLY
  return seconds.map((second) => {
    const outcome = chargeTally(rule, tally, START + second * SECOND)
    if (!outcome.allowed) return outcome.retryAfter
    tally = outcome.tally
    return true
  })
}

/** From 12:00 to midnight in Hong Kong. */
const TO_MIDNIGHT = 12 * 3_600

test.each([
  ['window: one a minute', RULES['one a minute'], [0, 0, 1, 59, 60, 61], [true, 60, 59, 1, true, 59]],
  [
    'window: five in a day',
    RULES['five a day'],
    [0, 200, 400, 600, 800, 1000, 86_399, 86_400, 86_401],
    [true, true, true, true, true, 85_400, 1, true, 199],
  ],
  [
    'lockout: five wrong attempts, then a minute, doubling',
    LOCKOUT,
    [0, 1, 2, 3, 4, 5, 63, 64, 65, 184, 185, 424, 425],
    [true, true, true, true, true, 59, 1, true, 119, true, 239, true, 479],
  ],
  [
    'rationed: two a day, the second one in the evening; starts again at midnight in Hong Kong',
    { kind: 'rationed', limit: 2, share: 1 },
    [0, 1, TO_MIDNIGHT - 3_600, TO_MIDNIGHT - 1, TO_MIDNIGHT, TO_MIDNIGHT + 1],
    [true, 39_599, true, 1, true, 82_799],
  ],
] as const)('a throttle says how long to wait, %s', (_what, rule, seconds, outcomes) => {
  expect(simulate(rule, seconds)).toEqual(outcomes)
})

test('a lockout grows to an hour at most and resets after 48 hours', () => {
  let at = 0
  const waits: number[] = []
  let tally: Tally = NO_TALLY
  for (let tries = 0; tries < 20; tries++) {
    const outcome = chargeTally(LOCKOUT, tally, START + at * SECOND)
    if (!outcome.allowed) throw new Error('the attempt was refused')
    tally = outcome.tally
    const wait = (tally.until - (START + at * SECOND)) / SECOND
    waits.push(wait)
    at += wait
  }
  expect(waits).toEqual([
    0, 0, 0, 0, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600, 3600, 3600, 3600, 3600, 3600, 3600,
  ])
  const afterReset = chargeTally(LOCKOUT, tally, START + (at + 48 * 3_600) * SECOND)
  expect(afterReset).toMatchObject({ allowed: true, tally: { count: 1, until: START + (at + 48 * 3_600) * SECOND } })
})

const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 80 })

/** Converts gaps to instants, in seconds. */
const cumulative = (steps: readonly number[]): number[] => {
  let sum = 0
  return steps.map((step) => (sum += step))
}

test('a window never holds more attempts than its limit', () => {
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 900 }), (steps, limit, seconds) => {
      const at = cumulative(steps)
      const outcomes = simulate({ kind: 'window', limit, seconds }, at)
      const passed = at.filter((_, index) => outcomes[index] === true)
      for (const first of passed)
        expect(passed.filter((one) => one >= first && one < first + seconds).length).toBeLessThanOrEqual(limit)
    }),
  )
})

test.each(Object.entries(RULES))('%s: retryAfter is exact', (_name, rule) => {
  fc.assert(
    fc.property(gaps, (steps) => {
      let tally: Tally = NO_TALLY
      let now = START
      for (const step of steps) {
        now += step * SECOND
        const outcome = chargeTally(rule, tally, now)
        if (outcome.allowed) {
          tally = outcome.tally
          continue
        }
        const { retryAfter } = outcome
        expect(chargeTally(rule, tally, now + retryAfter * SECOND).allowed).toBe(true)
        expect(chargeTally(rule, tally, now + (retryAfter - 1) * SECOND).allowed).toBe(false)
      }
    }),
  )
})

test.each(Object.entries(RULES))('%s: a refund allows exactly one more attempt', (_name, rule) => {
  fc.assert(
    fc.property(gaps, (steps) => {
      let tally: Tally = NO_TALLY
      let now = START
      for (const step of steps) {
        now += step * SECOND
        const outcome = chargeTally(rule, tally, now)
        if (!outcome.allowed) continue
        const refunded = refundTally(rule, outcome.tally, { atMs: now, reason: 'unverified' })
        const again = chargeTally(rule, refunded, now)
        expect(again).toMatchObject({ allowed: true, tally: outcome.tally })
        tally = outcome.tally
      }
    }),
  )
})

test('a correct attempt resets a lockout; an unverified one does not', () => {
  const wrong = { hits: [START], count: 5, until: START + 60_000 }
  expect(refundTally(LOCKOUT, wrong, { atMs: START, reason: 'correct' })).toEqual(NO_TALLY)
  expect(refundTally(LOCKOUT, wrong, { atMs: START, reason: 'unverified' })).toMatchObject({
    count: 4,
    until: 0,
  })
})
