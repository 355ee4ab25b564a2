import { describe, expect, test } from 'vitest'
import { missingOf, missingSince, STALL_MS, stillIgnored, WAIT_SECONDS, waitStep } from './wait.rules.ts'

const aPerson = (seatId: string, change: object = {}) => ({
  seatId,
  number: 2,
  name: seatId,
  host: false,
  guest: true,
  connected: true,
  condition: 'playing' as const,
  ...change,
})

test.each([
  ['plays', {}, false],
  ['has no data', { condition: 'buffering' }, true],
  ['reports no longer', { connected: false }, true],
  ['has left', { connected: false, condition: 'waiting' }, false],
  ['has not come in', { condition: 'waiting' }, false],
  ['is the host', { host: true, connected: false }, false],
])('who %s is waited for: %o %s', (_, change, isMissing) => {
  expect(missingOf([aPerson('a', change)])).toHaveLength(isMissing ? 1 : 0)
})

describe('the host waits', () => {
  const none: ReadonlySet<string> = new Set()
  const facts = (change: object = {}) => ({
    since: new Map([['a', 0]]),
    ignored: none,
    waiting: undefined,
    isPlaying: true,
    now: STALL_MS,
    ...change,
  })
  const waiting = { seatIds: ['a'], endsAt: STALL_MS + WAIT_SECONDS * 1000 }

  test.each([
    ['not for a short gap', { now: STALL_MS - 1 }, { do: 'nothing' }],
    ['for a longer one', {}, { do: 'wait', waiting }],
    ['not while it is paused anyway', { isPlaying: false }, { do: 'nothing' }],
    ['not for whom it does not want to wait', { ignored: new Set(['a']) }, { do: 'nothing' }],
    ['on, while they are missing', { waiting, now: 5_000 }, { do: 'nothing' }],
    ['until they are back', { waiting, since: new Map() }, { do: 'stopWaiting', given: [] }],
    ['not longer than it said', { waiting, now: waiting.endsAt }, { do: 'stopWaiting', given: ['a'] }],
    [
      'as long as it takes where it wants to',
      { waiting: { ...waiting, endsAt: undefined }, now: 1e9 },
      { do: 'nothing' },
    ],
    [
      'for another one too',
      {
        waiting,
        since: new Map([
          ['a', 0],
          ['b', 0],
        ]),
        now: 5_000,
      },
      { do: 'wait', waiting: { ...waiting, seatIds: ['a', 'b'] } },
    ],
  ])('%s', (_, change, step) => {
    expect(waitStep(facts(change))).toEqual(step)
  })

  test('keeps since when a viewer is missing, until they are back', () => {
    const first = missingSince(new Map(), [aPerson('a', { condition: 'buffering' })], 100)
    const later = missingSince(
      first,
      [aPerson('a', { condition: 'buffering' }), aPerson('b', { connected: false })],
      900,
    )
    expect([...later]).toEqual([
      ['a', 100],
      ['b', 900],
    ])
    expect(missingSince(later, [aPerson('a')], 1_000).size).toBe(0)
    expect(stillIgnored(new Set(['a', 'c']), later)).toEqual(new Set(['a']))
  })
})
