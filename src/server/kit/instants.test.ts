import { expect, test } from 'vitest'
import { earlierOf, isAfter, isBefore, toWholeSeconds } from './instants.ts'

const [early, late] = ['2026-11-21T04:00:00Z', '2026-11-21T04:00:00.000001Z'].map((at) => Temporal.Instant.from(at))

test('an instant is neither before nor after itself, and a microsecond decides', () => {
  expect([isBefore(early!, early!), isBefore(early!, late!), isBefore(late!, early!)]).toEqual([false, true, false])
  expect([isAfter(early!, early!), isAfter(late!, early!), isAfter(early!, late!)]).toEqual([false, true, false])
})

test('the earlier of two instants does not depend on their order; one that is missing does not count', () => {
  expect([earlierOf(early!, late!), earlierOf(late!, early!)]).toEqual([early, early])
  expect([earlierOf(late!, null), earlierOf(late!, undefined)]).toEqual([late, late])
})

test('a fraction of a second is cut off, never rounded up', () => {
  expect(toWholeSeconds(Temporal.Instant.from('2026-11-21T04:00:00.999999Z')).toString()).toBe('2026-11-21T04:00:00Z')
})
