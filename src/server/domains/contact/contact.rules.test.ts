import { expect, test } from 'vitest'
import { deletedBefore, newCaseNumber, normalizeCaseNumber } from './contact.rules.ts'

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
