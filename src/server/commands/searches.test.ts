import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCatalogue } from '../../../test/support/catalogue.ts'
import { readArguments, UsageError } from './command.ts'
import { listSearches, SEARCHES } from './searches.ts'

let testApp: Awaited<ReturnType<typeof createTestCatalogue>>
beforeAll(async () => {
  testApp = await createTestCatalogue()
})
afterAll(() => testApp.close())

test.each([
  ['', { days: 7, limit: 50 }],
  ['--days 30 --limit 5', { days: 30, limit: 5 }],
])('the command understands %j', (line, expected) => {
  expect(readArguments(SEARCHES, line.split(' ').filter(Boolean))).toEqual(expected)
})

test.each(['missed', '--days 0', '--days x', '--limit 5000', '--words 3', '--days'])('%j is refused', (line) => {
  expect(() => readArguments(SEARCHES, line.split(' '))).toThrow(UsageError)
})

test('searches without a result are listed with their count, the most frequent first; numbers are not kept', async () => {
  const missed = (typed: string, key: string, address: string) =>
    testApp.search.terms.countMissed({ typed, key, language: 'zh_HK', address }, async () => false)
  expect(await listSearches(testApp, { days: 7, limit: 9 })).toEqual(['Every search found something.'])
  await missed('某片', '某片', '203.0.113.1')
  await missed('9123 4567', '91234567', '203.0.113.1')
  await missed('某片', '某片', '203.0.113.2')
  const day = testApp.clock.now().toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate().toString()
  expect(await listSearches(testApp, { days: 7, limit: 9 })).toEqual([
    `     2  ${day}  zh_HK  某片`,
    `     1  ${day}  zh_HK  (not kept)`,
  ])
})
