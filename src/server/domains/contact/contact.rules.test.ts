import { expect, test } from 'vitest'
import { deletedBefore, dueAt, newCaseNumber, normalizeCaseNumber } from './contact.rules.ts'

test('case numbers can be read out, and differ', () => {
  const numbers = Array.from({ length: 200 }, newCaseNumber)
  for (const number of numbers) expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(new Set(numbers).size).toBe(200)
})

test.each([
  ['k7qm-2xpd', 'K7QM-2XPD'],
  ['K7QM2XPD', 'K7QM-2XPD'],
  [' k7qm 2xpd ', 'K7QM-2XPD'],
  ['K7QM', 'K7QM'],
])('%j is taken for %s', (typed, caseNumber) => {
  expect(normalizeCaseNumber(typed)).toBe(caseNumber)
})

test('cases are kept for 24 calendar months of Hong Kong', () => {
  expect(deletedBefore(Temporal.Instant.from('2028-02-29T15:59:59Z')).toString()).toBe('2026-02-28T15:59:59Z')
})

test.each([
  ['question', '2026-11-21T08:00:00Z', '2026-11-24T16:00:00Z'],
  ['question', '2026-11-21T16:00:00Z', '2026-11-25T16:00:00Z'],
  ['dataAccess', '2026-11-21T08:00:00Z', '2026-12-31T16:00:00Z'],
  ['incident', '2026-11-21T15:59:59Z', '2026-11-22T16:00:00Z'],
] as const)(
  'an answer to a case (%s) that came at %s is due at the end of a day in Hong Kong: %s',
  (kind, sent, due) => {
    expect(dueAt(kind, Temporal.Instant.from(sent)).toString()).toBe(due)
  },
)
