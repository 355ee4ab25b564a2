import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { POPULAR_LEAST } from '#contract/search.ts'
import { aTitle, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { visitor } from '../../../../test/support/viewers.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp
const MACAU = aTitle('macau', {
  title: { zh: '濠江夜雨', en: 'Rain over Macau' },
  licences: [{ region: 'MO', startsAt: Temporal.Instant.from('2026-01-01T00:00:00Z'), endsAt: null }],
})
beforeAll(async () => {
  testApp = await createTestCatalogue()
  const { catalogue } = testApp
  for (const title of [
    aTitle('sought'),
    aTitle('watched', { popularity: 9 }),
    aTitle('closed', { licences: [] }),
    MACAU,
  ]) {
    await catalogue.createTitle(title)
    await catalogue.publish(title.programId)
  }
  await testApp.search.index.refreshOutdated()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  // Another day, without searches.
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
  testApp.search.terms.countMissed({ typed: key, key, language: 'zh_HK', address }, async () => false)
const missed = async () =>
  (await testApp.search.terms.missed({ days: 1, limit: 99 })).map(({ key, searches }) => `${key} ${searches}`)

test('titles that others’ searches found first are popular, within a week and only where they can be seen', async () => {
  await found('sought', FIVE)
  await found('closed', FIVE)
  expect(await popular()).toEqual(['sought', 'watched'])
  testApp.clock.advance('PT240H')
  expect(await popular()).toEqual(['watched', 'sought'])
})

test('a title that few searches found is not popular', async () => {
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

test.each([
  ['what the catalogue has in no region', '無此片', {}, ['无此片 1']],
  ['the same from a region without titles', '無此片', { region: 'US' }, ['无此片 1']],
  ['a search in kids mode', '無此片', { kids: true }, []],
  ['a title that is not for kids, in kids mode', '濠江夜雨', { region: 'MO', kids: true }, []],
  ['a title of another region', '濠江夜雨', { region: 'HK' }, []],
  ['a title from a region without titles', '濠江夜雨', { region: 'US' }, []],
  ['a genre of which nothing can be seen', '恐怖', { region: 'US' }, []],
])(
  'a search is counted as missed where no region and no viewer finds anything: %s',
  async (_, keyword, change, expected) => {
    const search = (typed: string, viewer = visitor()) =>
      testApp.search.search(viewer, { keyword: typed, page: 1, pageSize: 9 }, '203.0.113.7')
    const { total, scenes } = await search(keyword, visitor(change))
    expect([total, scenes]).toEqual([0, []])
    // A search does not wait for its count: that of the later one comes last.
    await search('zzqq')
    await expect.poll(missed).toContain('zzqq 1')
    expect((await missed()).filter((line) => line !== 'zzqq 1')).toEqual(expected)
  },
)
