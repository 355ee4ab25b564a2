import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { POPULAR_LEAST } from '#contract/search.ts'
import { aTitle, createTestCatalogue, visitor } from '../../../../test/support/catalogue.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestCatalogue()
  const { catalogue } = testApp
  for (const title of [aTitle('sought'), aTitle('watched', { popularity: 9 }), aTitle('closed', { licences: [] })]) {
    await catalogue.createTitle(title)
    await catalogue.publish(title.programId)
  }
})
afterAll(() => testApp.close())
beforeEach(async () => {
  // Another day, of which nobody has searched.
  testApp.clock.advance('PT24H')
  await sql`truncate search_found, search_missed`.execute(testApp.db)
})

const FOUR = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']
const FIVE = [...FOUR, '203.0.113.5']
const found = async (programId: string, addresses: readonly string[]) => {
  for (const address of addresses) await testApp.search.terms.countFound({ programId, address })
}
const popular = async () => (await testApp.search.popular(visitor(), 2)).map(({ programId }) => programId)
const miss = (key: string, address: string) =>
  testApp.search.terms.countMissed({ typed: key, key, language: 'zh_HK', address })
const missed = async () =>
  (await testApp.search.terms.missed({ days: 1, limit: 99 })).map(({ key, searches }) => `${key} ${searches}`)

test('what others found first is popular, as titles, within a week and only where it can be seen', async () => {
  await found('sought', FIVE)
  await found('closed', FIVE)
  expect(await popular()).toEqual(['sought', 'watched'])
  testApp.clock.advance('PT240H')
  expect(await popular()).toEqual(['watched', 'sought'])
})

test('what fewer searches found is not popular', async () => {
  expect(FIVE).toHaveLength(POPULAR_LEAST)
  await found('sought', FOUR)
  expect(await popular()).toEqual(['watched', 'sought'])
  testApp.clock.advance('PT24H')
  await found('sought', ['203.0.113.1'])
  expect(await popular()).toEqual(['sought', 'watched'])
})

test('one address makes no title popular, however often it searches', async () => {
  await found('sought', Array<string>(50).fill('203.0.113.1'))
  expect(await popular()).toEqual(['watched', 'sought'])
})

test('nor does a network of IPv6 with many addresses in one day', async () => {
  await found(
    'sought',
    Array.from({ length: 50 }, (_, n) => `2001:db8:1:${n.toString(16)}00::1`),
  )
  expect(await popular()).toEqual(['watched', 'sought'])
})

test('of an address, what found nothing is counted once a day, and again on the next one', async () => {
  for (let n = 0; n < 3; n++) await miss('無此片', '203.0.113.7')
  await miss('無此片', '203.0.113.8')
  expect(await missed()).toEqual(['無此片 2'])
  testApp.clock.advance('PT24H')
  await miss('無此片', '203.0.113.7')
  expect(await missed()).toEqual(['無此片 3'])
})

test('an address does not fill the list of what was missed: twenty different searches, then one in half an hour', async () => {
  for (let n = 0; n < 40; n++) await miss(`片${n}`, '203.0.113.7')
  expect(await missed()).toHaveLength(20)
  testApp.clock.advance('PT31M')
  for (let n = 40; n < 50; n++) await miss(`片${n}`, '203.0.113.7')
  expect(await missed()).toHaveLength(21)
})

test('no address is stored with what was searched for', async () => {
  await found('sought', FIVE)
  await miss('無此片', '203.0.113.7')
  const { rows } = await sql<{ line: string }>`
    select f::text as line from search_found f union all select m::text from search_missed m`.execute(testApp.db)
  expect(rows).toHaveLength(2)
  for (const { line } of rows) expect(line).not.toContain('203.0.113')
})
