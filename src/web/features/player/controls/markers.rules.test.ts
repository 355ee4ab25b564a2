import { describe, expect, test } from 'vitest'
import { formatDuration } from '#web/kit/format.ts'
import { chapterGaps, clockText, lengthText, nextDue, skipOffer } from './markers.rules.ts'

const points = { startShowPoint: 10, startPosition: 70, endPosition: 2600 }
const none = { startShowPoint: 0, startPosition: 0, endPosition: 0 }

describe('skipping the opening', () => {
  test.each([
    [10, { to: 70, alone: true, left: 1 }],
    [17.9, { to: 70, alone: true }],
    [18, { to: 70, alone: false }],
    [40, { to: 70, alone: false, left: 0.5 }],
  ])('is offered at %s s', (time, expected) => {
    expect(skipOffer(points, time)).toMatchObject(expected)
  })

  test.each([9.9, 69, 71])('is not offered at %s s', (time) => {
    expect(skipOffer(points, time)).toBeNull()
  })

  test('is never offered where there is no opening', () => {
    expect(skipOffer(none, 0)).toBeNull()
  })

  test('an opening from the first second is offered at once', () => {
    expect(skipOffer({ ...none, startPosition: 30 }, 0)).toMatchObject({ to: 30, alone: true })
  })
})

describe('the next episode', () => {
  const video = { duration: 2712, ended: false }
  test.each([
    [points, 2599, video, false],
    [points, 2600, video, true],
    [none, 2711, video, false],
    [none, 2712, { ...video, ended: true }, true],
    [{ ...none, endPosition: 9000 }, 2711, video, false],
    [points, 2600, { duration: 0, ended: false }, false],
  ])('%o at %s s', (...[episode, time, state, due]) => {
    expect(nextDue(episode, time, state)).toBe(due)
  })
})

test('gaps are where chapters meet, inside the video', () => {
  expect(chapterGaps({ ...points, endPosition: 90 }, 100)).toEqual([0.1, 0.7, 0.9])
  expect(chapterGaps(none, 100)).toEqual([])
  expect(chapterGaps(points, 0)).toEqual([])
  expect(chapterGaps({ ...none, endPosition: 200 }, 100)).toEqual([])
})

test.each([
  [0, undefined, '00:00'],
  [65.9, undefined, '01:05'],
  [3723, undefined, '1:02:03'],
  [65, 4000, '0:01:05'],
  [Number.NaN, undefined, '00:00'],
])('%s s like %s reads %s', (seconds, like, text) => {
  expect(clockText(seconds, like)).toBe(text)
})

test.each([
  [15.6, '00:16', '16 s'],
  [15.4, '00:15', '15 s'],
  [3599.7, '1:00:00', '1 h'],
])('a length of %s s is %s in the player and %s in the details', (seconds, clock, details) => {
  expect(lengthText(seconds)).toBe(clock)
  expect(formatDuration(seconds, 'en_US')).toBe(details)
})
