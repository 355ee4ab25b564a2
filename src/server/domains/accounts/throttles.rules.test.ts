import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeTally, NO_TALLY, refundTally, type Rule, RULES, type Tally, totalRules } from './throttles.rules.ts'

const START = Temporal.Instant.from('2026-11-21T04:00:00Z').epochMilliseconds
const SECOND = 1000

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
  ['window: one SMS a minute', RULES.smsNumber, [0, 0, 1, 59, 60, 61], [true, 60, 59, 1, true, 59]],
  [
    'window: five SMS in a day',
    RULES.smsNumberDay,
    [0, 200, 400, 600, 800, 1000, 86_399, 86_400, 86_401],
    [true, true, true, true, true, 85_400, 1, true, 199],
  ],
  [
    'lockout: five wrong passwords, then a minute, doubling',
    RULES.passwordNumber,
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

/** How many of `tries` attempts in each of these hours are allowed. */
function perHour(rule: Rule, hours: readonly number[], tries: number): number[] {
  let tally: Tally = NO_TALLY
  return hours.map((hour) => {
    let allowed = 0
    for (let n = 0; n < tries; n++) {
      const outcome = chargeTally(rule, tally, START + hour * 3_600 * SECOND)
      if (!outcome.allowed) continue
      tally = outcome.tally
      allowed += 1
    }
    return allowed
  })
}

test('a flood uses up what the day has released, never the hours to come', () => {
  const { smsTotal, smsExceptResets } = totalRules(2_400)
  const hours = Array.from({ length: 12 }, (_, hour) => hour)
  const [first, ...later] = perHour(smsTotal, hours, 3_000)
  expect(first).toBe(300 + 2_100 * (13 / 24) - 0.5)
  for (const hour of later) expect([87, 88]).toContain(hour)
  expect(first! + later.reduce((sum, one) => sum + one, 0)).toBe(2_400)
  // A fifth stays for resets.
  expect(perHour(smsExceptResets, [11], 3_000)).toEqual([1_920])
  expect(perHour(totalRules(0).smsTotal, [0], 1)).toEqual([0])
})

test('a lockout grows to an hour at most and resets after 48 hours', () => {
  let at = 0
  const waits: number[] = []
  let tally: Tally = NO_TALLY
  for (let tries = 0; tries < 20; tries++) {
    const outcome = chargeTally(RULES.passwordNumber, tally, START + at * SECOND)
    if (!outcome.allowed) throw new Error('the attempt was refused')
    tally = outcome.tally
    const wait = (tally.until - (START + at * SECOND)) / SECOND
    waits.push(wait)
    at += wait
  }
  expect(waits).toEqual([
    0, 0, 0, 0, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600, 3600, 3600, 3600, 3600, 3600, 3600,
  ])
  const afterReset = chargeTally(RULES.passwordNumber, tally, START + (at + 48 * 3_600) * SECOND)
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
  expect(refundTally(RULES.passwordNumber, wrong, { atMs: START, reason: 'correct' })).toEqual(NO_TALLY)
  expect(refundTally(RULES.passwordNumber, wrong, { atMs: START, reason: 'unverified' })).toMatchObject({
    count: 4,
    until: 0,
  })
})
