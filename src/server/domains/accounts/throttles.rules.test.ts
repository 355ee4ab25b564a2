import { expect, test } from 'vitest'
import { chargeTally, NO_TALLY, type Rule, type Tally } from '#server/kit/throttle-rules.ts'
import { RULES, totalRules } from './throttles.rules.ts'

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
] as const)('a limit of accounts says how long to wait, %s', (_what, rule, seconds, outcomes) => {
  expect(simulate(rule, seconds)).toEqual(outcomes)
})

test('a network of addresses has twice the limit of an address in a /56, four times in a /48', () => {
  const rules: Readonly<Record<string, Rule>> = RULES
  const networks = Object.entries(rules).flatMap(([name, rule]) => {
    const [household, site] = [rules[`${name}56`], rules[`${name}48`]]
    return household || site ? [{ name, rule, household, site }] : []
  })
  expect(networks.map(({ name }) => name)).toEqual(Object.keys(rules).filter((name) => name.endsWith('Address')))
  for (const { rule, household, site } of networks) {
    if (rule.kind !== 'window') throw new Error('not a window')
    expect([household, site]).toEqual([
      { ...rule, limit: 2 * rule.limit },
      { ...rule, limit: 4 * rule.limit },
    ])
  }
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
  const { smsTotal, smsExceptResets } = totalRules(() => 2_400)
  const hours = Array.from({ length: 12 }, (_, hour) => hour)
  const [first, ...later] = perHour(smsTotal, hours, 3_000)
  expect(first).toBe(300 + 2_100 * (13 / 24) - 0.5)
  for (const hour of later) expect([87, 88]).toContain(hour)
  expect(first! + later.reduce((sum, one) => sum + one, 0)).toBe(2_400)
  // A fifth stays for resets.
  expect(perHour(smsExceptResets, [11], 3_000)).toEqual([1_920])
  expect(perHour(totalRules(() => 0).smsTotal, [0], 1)).toEqual([0])
})
