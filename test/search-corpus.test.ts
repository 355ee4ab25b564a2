import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCatalogue } from './support/catalogue.ts'
import { demoTitles } from './support/demo-titles.ts'
import { SEARCH_CASES } from './support/search-cases.ts'
import { runCases, sharesOf } from './support/search-corpus.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestCatalogue()
  const titles = await demoTitles(testApp.clock.now())
  await testApp.db.transaction().execute((tx) => testApp.catalogue.addMissing(tx, titles))
  await testApp.search.index.refreshOutdated()
})
afterAll(() => testApp.close())

test('there are at least 80 cases, all different', () => {
  const asked = SEARCH_CASES.map(({ typed, kids, region }) => `${typed} ${kids} ${region}`)
  expect(new Set(asked).size).toBe(asked.length)
  expect(asked.length).toBeGreaterThanOrEqual(80)
})

test('every case finds what it has to, first, and nothing that must not come', async () => {
  const results = await runCases(testApp.search)
  const wrong = results.filter(({ place = 1, forbidden }) => place !== 1 || forbidden.length > 0)
  expect(wrong.map(({ searchCase, place, forbidden }) => ({ ...searchCase, place, forbidden }))).toEqual([])
  expect(sharesOf(results)).toEqual({ first: 1, firstThree: 1, clean: 1 })
})
