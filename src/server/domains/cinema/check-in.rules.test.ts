import { expect, test } from 'vitest'
import { mayUndo, verdictOn } from './check-in.rules.ts'

const startsAt = Temporal.Instant.from('2026-11-21T11:30:00Z')
const TICKET = {
  showtimeId: 'evening',
  startsAt,
  minutes: 114,
  isWithdrawn: false,
  returnedAt: null,
  admittedAt: null,
}
const at = (minutes: number) => startsAt.add({ minutes })

test.each([
  ['valid', {}, at(-30), undefined],
  ['valid', {}, at(-12 * 60), 'evening'],
  ['early', {}, at(-12 * 60 - 1), undefined],
  ['valid', {}, at(113), undefined],
  ['over', {}, at(114), undefined],
  ['otherShowtime', {}, at(-30), 'late'],
  ['used', { admittedAt: at(-40) }, at(-30), undefined],
  // The first word that helps the person at the counter.
  ['used', { admittedAt: at(-40) }, at(-30), 'late'],
  ['cancelled', { isWithdrawn: true }, at(-30), undefined],
  ['returned', { isWithdrawn: true, returnedAt: at(-60) }, at(-30), undefined],
  ['returned', { returnedAt: at(-60), admittedAt: at(-70) }, at(-30), undefined],
] as const)('%s: %o', (verdict, change, now, showtimeId) => {
  expect(verdictOn({ ...TICKET, ...change }, { now, showtimeId })).toBe(verdict)
})

test('a code of no ticket is unknown', () => {
  expect(verdictOn(undefined, { now: startsAt, showtimeId: 'evening' })).toBe('unknown')
})

test('a check-in can be taken back for a minute', () => {
  expect(mayUndo(startsAt, startsAt.add({ seconds: 60 }))).toBe(true)
  expect(mayUndo(startsAt, startsAt.add({ seconds: 61 }))).toBe(false)
})
