import { expect, test } from 'vitest'
import { continuationOf, historySince, lastOf, newestOfEach, mayAdd, timeOf } from './library.rules.ts'

const at = (iso: string) => Temporal.Instant.from(iso)

test('five hundred favourites are kept, no more', () => {
  expect(mayAdd(499)).toBe(true)
  expect(mayAdd(500)).toBe(false)
})

test.each([
  ['a time in the future counts as now', '05:00:00', undefined, '04:00:00'],
  ['a time in the past stays', '03:00:00', undefined, '03:00:00'],
  ['a clock that is an hour behind is corrected', '02:50:00', '03:00:00', '03:50:00'],
  ['a clock that is an hour ahead is corrected', '04:50:00', '05:00:00', '03:50:00'],
  ['the time under way is no wrong clock', '03:50:00', '03:59:30', '03:50:00'],
  ['a clock that is 31 s behind is corrected', '03:50:00', '03:59:29', '03:50:31'],
  ['a report from after its call counts as now', '05:10:00', '05:00:00', '04:00:00'],
])('%s', (_, reported, sent, expected) => {
  const on = (time: string) => at(`2026-11-21T${time}Z`)
  expect(timeOf({ at: on(reported), sentAt: sent === undefined ? sent : on(sent) }, on('04:00:00'))).toEqual(
    on(expected),
  )
})

test('a clock that stands in another century is corrected', () => {
  const now = at('2026-11-21T04:00:00Z')
  const sentAt = at('1970-01-01T00:10:00Z')
  expect(timeOf({ at: sentAt.subtract({ seconds: 20 }), sentAt }, now)).toEqual(now.subtract({ seconds: 20 }))
})

test('two months are those of the calendar in Hong Kong', () => {
  expect(historySince(at('2026-11-21T04:00:00Z'))).toEqual(at('2026-09-21T04:00:00Z'))
  expect(historySince(at('2026-04-30T16:30:00Z'))).toEqual(at('2026-02-28T16:30:00Z'))
})

const last = {
  programGuid: 'a.s1e1',
  season: 1,
  episode: 1,
  position: 60,
  duration: 100,
  at: '2026-11-21T04:00:00+00:00',
}
const next = { programGuid: 'a.s1e2', season: 1, episode: 2, position: 0, duration: 90 }

test('an unfinished title resumes at its position', () => {
  const note = { last: { ...last, finished: false }, next: null }
  expect(continuationOf(note)).toEqual(lastOf(note))
  expect(lastOf(note)).toMatchObject({ programGuid: 'a.s1e1', position: 60, remaining: 40, continueTag: true })
})

test('after a finished episode the next one is gone on with; the history says what was watched', () => {
  const note = { last: { ...last, finished: true }, next }
  expect(continuationOf(note)).toMatchObject({ ...next, remaining: 90, continueTag: true })
  expect(lastOf(note)).toMatchObject({ programGuid: 'a.s1e1', remaining: 0, continueTag: true })
})

test('of what is finished and has no next, nothing is left', () => {
  expect(lastOf({ last: { ...last, finished: true }, next: null })).toMatchObject({ continueTag: false, remaining: 0 })
})

test('of the reports of a profile on a video the newest counts, of equal ones the first', () => {
  const report = (programGuid: string, time: string, position: number) => ({
    profileId: 'p',
    programGuid,
    at: Temporal.Instant.from(`2026-11-23T04:00:${time}Z`),
    position,
  })
  const reports = [report('a', '10', 1), report('b', '10', 2), report('a', '20', 3), report('a', '20', 4)]
  expect(newestOfEach(reports).map(({ position }) => position)).toEqual([3, 2])
})
