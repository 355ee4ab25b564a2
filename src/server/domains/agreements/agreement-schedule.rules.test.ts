import { describe, expect, test } from 'vitest'
import { isOver, isRefreshDue, nextQuery, nextTry, scheduleOf } from './agreement-schedule.rules.ts'

const START = Temporal.Instant.from('2026-11-22T00:00:00Z')
const after = (minutes: number) => START.add({ minutes })
const agreement = {
  state: 'setup',
  mode: 'push',
  createdAt: START,
  expiresAt: after(30),
  credentialsExpireAt: null,
} as const

describe('the next query', () => {
  test.each([
    ['setup', 'push', 0, 1],
    ['setup', 'push', 1, 2],
    ['setup', 'pull', 4, 5],
    ['setup', 'push', 20, 30],
    ['setup', 'push', 30, 35],
    // PayPal's page can be approved for three hours.
    ['abandoned', 'push', 31, 91],
    ['abandoned', 'push', 239, 299],
    ['abandoned', 'push', 241, 1_440],
    ['abandoned', 'push', 1_440, null],
    ['abandoned', 'pull', 31, null],
    ['active', 'push', 60, 1_500],
    ['ending', 'pull', 60, 1_500],
    ['ended', 'push', 60, null],
    ['revoked', 'pull', 60, null],
  ] as const)('of %s (%s) after %d minutes is at %s', (state, mode, minutes, expected) => {
    const at = nextQuery({ ...agreement, state, mode }, after(minutes))
    expect(at?.since(START).total('minutes') ?? null).toBe(expected)
  })

  test('of an active one is not after the day on which its token is refreshed', () => {
    const credentialsExpireAt = START.add({ hours: 7 * 24 + 5 })
    expect(nextQuery({ ...agreement, state: 'active', mode: 'pull', credentialsExpireAt }, START)).toEqual(
      START.add({ hours: 5 }),
    )
  })
})

test.each([
  [7 * 24 + 1, false],
  [7 * 24, true],
  [-1, true],
])('a token that expires in %d hours is refreshed now: %s', (hours, expected) => {
  expect(isRefreshDue({ credentialsExpireAt: START.add({ hours }) }, START)).toBe(expected)
})

test('a token without an expiry is never refreshed', () => {
  expect(isRefreshDue({ credentialsExpireAt: null }, START)).toBe(false)
})

test.each([
  [29, true, false],
  [30, true, true],
  [30, false, false],
  [30 + 24 * 60, false, true],
])('after %d minutes, answered %s, it is given up: %s', (minutes, answered, expected) => {
  expect(isOver(agreement, after(minutes), answered)).toBe(expected)
})

test('work without an answer is retried at growing intervals, without an end', () => {
  expect([0, 1, 2, 3, 4, 50].map((tries) => nextTry(tries, START).since(START).total('minutes'))).toEqual([
    1, 5, 15, 60, 360, 360,
  ])
})

describe('the schedule of a provider', () => {
  const end = Temporal.Instant.from('2026-12-22T16:00:00Z')
  const scheduled = (trial: boolean, firstChargeAt: Temporal.Instant) =>
    scheduleOf({ trial, createdAt: START, firstChargeAt, firstCycleEndsAt: end })

  test('begins with the free month', () => {
    expect(scheduled(true, end)).toEqual({ startsAt: START, isChargedNow: false })
  })

  test('begins as what is paid ends, also months ahead', () => {
    const later = START.add({ hours: 60 * 24 })
    expect(scheduled(false, later)).toEqual({ startsAt: later, isChargedNow: false })
  })

  test.each([
    ['at once', 0],
    ['so soon that the provider would charge within the hour', 6.5],
  ])('what is due %s is charged on approval, and it begins a month later', (_, hours) => {
    expect(scheduled(false, after(hours * 60))).toEqual({ startsAt: end, isChargedNow: true })
  })
})
