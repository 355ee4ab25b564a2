import { expect, test } from 'vitest'
import { hasContinuation, isFinished, remainingOf } from './watch-progress.ts'

test.each([
  [94, 100, 0, false],
  [95, 100, 0, true],
  [60, 100, 60, true],
  [59, 100, 60, false],
  [0, 0, 0, false],
  // The duration is unknown: only the credits tell.
  [60, 0, 60, true],
])('at %s of %s s with credits from %s, finished is %s', (...[position, duration, endPosition, finished]) => {
  expect(isFinished({ position, duration, endPosition })).toBe(finished)
})

test.each([
  [40, 100, 60],
  [100, 100, 0],
  [120, 100, 0],
])('at %s of %s s, %s s remain', (...[position, duration, remaining]) => {
  expect(remainingOf({ position, duration })).toBe(remaining)
})

test.each([
  [false, undefined, true],
  [false, { episode: 2 }, true],
  [true, { episode: 2 }, true],
  [true, undefined, false],
  [true, null, false],
])('finished %s with %o next can be continued: %s', (...[finished, next, continues]) => {
  expect(hasContinuation(finished, next)).toBe(continues)
})
