import { describe, expect, test } from 'vitest'
import { judge, retryAfterSeconds } from './alarms.rules.ts'

type Alarm = NonNullable<Parameters<typeof judge>[0]>
type State = Parameters<typeof judge>[1]['state']

const START = Temporal.Instant.from('2026-11-21T04:00:00Z')
const at = (minutes: number) => START.add({ minutes })

/** A line minute by minute. @returns the minutes in which something was told, and what */
function tellings(states: readonly State[], silenced: (minute: number) => boolean = () => false) {
  let alarm: Alarm | undefined
  return states.flatMap((state, minute) => {
    const { alarm: next, tell } = judge(alarm, { state, now: at(minute), isSilenced: silenced(minute) })
    alarm = next ?? undefined
    return tell ? [[minute, tell, next?.told ?? 'over']] : []
  })
}
const times = (count: number, ...states: State[]) => Array.from({ length: count }, () => states).flat()

describe('a line of health', () => {
  test.each<[string, readonly State[], readonly unknown[]]>([
    ['in order is told nothing', times(10, 'ok'), []],
    ['that lasts is told once', ['ok', ...times(30, 'act')], [[1, 'alarm', 'act']]],
    [
      'that becomes worse is told once more, and not again when it moves between the two',
      ['watch', 'watch', 'act', 'watch', 'act', 'watch'],
      [
        [0, 'alarm', 'watch'],
        [2, 'alarm', 'act'],
      ],
    ],
    [
      'in order again is told once, after five minutes',
      ['act', ...times(20, 'ok')],
      [
        [0, 'alarm', 'act'],
        [6, 'recovery', 'over'],
      ],
    ],
    [
      'that comes and goes within minutes is one alarm',
      [...times(10, 'act', 'ok', 'ok', 'ok'), ...times(6, 'ok')],
      [
        [0, 'alarm', 'act'],
        [42, 'recovery', 'over'],
      ],
    ],
    [
      'that goes wrong later is another alarm',
      ['act', ...times(6, 'ok'), 'act'],
      [
        [0, 'alarm', 'act'],
        [6, 'recovery', 'over'],
        [7, 'alarm', 'act'],
      ],
    ],
  ])('%s', (_, states, expected) => {
    expect(tellings(states)).toEqual(expected)
  })

  test('silenced, is told nothing until the silence ends, and then only what still holds', () => {
    const firstTen = (minute: number) => minute < 10
    expect(tellings(times(20, 'act'), firstTen)).toEqual([[10, 'alarm', 'act']])
    expect(tellings(['act', ...times(20, 'ok')], firstTen)).toEqual([])
    const afterFirst = (minute: number) => minute > 0 && minute < 10
    expect(tellings(times(20, 'act'), afterFirst)).toEqual([[0, 'alarm', 'act']])
    expect(tellings(['act', ...times(20, 'ok')], afterFirst)).toEqual([
      [0, 'alarm', 'act'],
      [10, 'recovery', 'over'],
    ])
  })
})

test('a notice is tried for about a day, ever less often', () => {
  const waits = Array.from({ length: 8 }, (_, n) => retryAfterSeconds(n + 1))
  expect(waits.at(-1)).toBeUndefined()
  expect(waits.slice(0, -1)).toEqual((waits.slice(0, -1) as number[]).toSorted((one, other) => one - other))
})
