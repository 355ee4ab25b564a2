import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { charge, NO_TALLY, refund, type Rule, RULES, type Tally } from './throttles.rules.ts'

const START = Temporal.Instant.from('2026-11-21T04:00:00Z').epochMilliseconds
const SECOND = 1000

/** Tries at these seconds; for each whether it passed, or the seconds to wait. */
function play(rule: Rule, seconds: readonly number[]): (true | number)[] {
  let tally: Tally = NO_TALLY
  return seconds.map((second) => {
    const outcome = charge(rule, tally, START + second * SECOND)
    if (!outcome.passes) return outcome.retryAfter
    tally = outcome.tally
    return true
  })
}

const daily: Rule = { kind: 'daily', limit: 2 }
/** 12:00 in Hong Kong to its midnight. */
const TO_MIDNIGHT = 12 * 3_600

test.each([
  ['one SMS in three minutes', RULES.smsNumber, [0, 0, 1, 179, 180, 181], [true, 180, 179, 1, true, 179]],
  [
    'five SMS in a day',
    RULES.smsNumberDay,
    [0, 200, 400, 600, 800, 1000, 86_399, 86_400, 86_401],
    [true, true, true, true, true, 85_400, 1, true, 199],
  ],
  [
    'five wrong passwords, then a minute, doubling',
    RULES.passwordNumber,
    [0, 1, 2, 3, 4, 5, 63, 64, 65, 184, 185, 424, 425],
    [true, true, true, true, true, 59, 1, true, 119, true, 239, true, 479],
  ],
  [
    'a total for the day of Hong Kong',
    daily,
    [0, 1, 2, TO_MIDNIGHT - 1, TO_MIDNIGHT, TO_MIDNIGHT + 1, TO_MIDNIGHT + 2],
    [true, true, TO_MIDNIGHT - 2, 1, true, true, 86_398],
  ],
] as const)('%s', (_what, rule, seconds, outcomes) => {
  expect(play(rule, seconds)).toEqual(outcomes)
})

test('a lock-out grows to an hour and no further, and is forgotten after two days of quiet', () => {
  let at = 0
  const waits: number[] = []
  let tally: Tally = NO_TALLY
  for (let tries = 0; tries < 20; tries++) {
    const outcome = charge(RULES.passwordNumber, tally, START + at * SECOND)
    if (!outcome.passes) throw new Error('it waited')
    tally = outcome.tally
    const wait = (tally.until - (START + at * SECOND)) / SECOND
    waits.push(wait)
    at += wait
  }
  expect(waits).toEqual([
    0, 0, 0, 0, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600, 3600, 3600, 3600, 3600, 3600, 3600,
  ])
  const quiet = charge(RULES.passwordNumber, tally, START + (at + 48 * 3_600) * SECOND)
  expect(quiet).toMatchObject({ passes: true, tally: { count: 1, until: START + (at + 48 * 3_600) * SECOND } })
})

const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 80 })

/** Gaps in seconds → instants. */
const running = (steps: readonly number[]): number[] => {
  let sum = 0
  return steps.map((step) => (sum += step))
}

test('however tries come, no window ever holds more than its limit', () => {
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 900 }), (steps, limit, seconds) => {
      const at = running(steps)
      const outcomes = play({ kind: 'window', limit, seconds }, at)
      const passed = at.filter((_, index) => outcomes[index] === true)
      for (const first of passed)
        expect(passed.filter((one) => one >= first && one < first + seconds).length).toBeLessThanOrEqual(limit)
    }),
  )
})

test.each(Object.entries(RULES))('%s says exactly when a try passes again', (_name, rule) => {
  fc.assert(
    fc.property(gaps, (steps) => {
      let tally: Tally = NO_TALLY
      let now = START
      for (const step of steps) {
        now += step * SECOND
        const outcome = charge(rule, tally, now)
        if (outcome.passes) {
          tally = outcome.tally
          continue
        }
        const { retryAfter } = outcome
        expect(charge(rule, tally, now + retryAfter * SECOND).passes).toBe(true)
        expect(charge(rule, tally, now + (retryAfter - 1) * SECOND).passes).toBe(false)
      }
    }),
  )
})

test.each(Object.entries(RULES))('%s: a try that is taken back leaves room for exactly one more', (_name, rule) => {
  fc.assert(
    fc.property(gaps, (steps) => {
      let tally: Tally = NO_TALLY
      let now = START
      for (const step of steps) {
        now += step * SECOND
        const outcome = charge(rule, tally, now)
        if (!outcome.passes) continue
        const undone = refund(rule, outcome.tally, { atMs: now, why: 'unmade' })
        const again = charge(rule, undone, now)
        expect(again).toMatchObject({ passes: true, tally: outcome.tally })
        tally = outcome.tally
      }
    }),
  )
})

test('a right try starts a lock-out afresh; one that was never made does not', () => {
  const wrong = { hits: [START], count: 5, until: START + 60_000 }
  expect(refund(RULES.passwordNumber, wrong, { atMs: START, why: 'right' })).toEqual(NO_TALLY)
  expect(refund(RULES.passwordNumber, wrong, { atMs: START, why: 'unmade' })).toMatchObject({ count: 4, until: 0 })
})
