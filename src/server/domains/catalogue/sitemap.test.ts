import { beforeAll, expect, test } from 'vitest'
import { aTitle, createTestCatalogue } from '../../../../test/support/catalogue.ts'

let testApp: Awaited<ReturnType<typeof createTestCatalogue>>
beforeAll(async () => {
  testApp = await createTestCatalogue()
})

test('search engines are told of the published titles of a region whose licence is open, page by page', async () => {
  const { catalogue } = testApp
  const window = (region: string, startsAt: string) => [
    { region, startsAt: Temporal.Instant.from(startsAt), endsAt: null },
  ]
  const titles = {
    a: { restriction: 'III' as const },
    b: {},
    c: {},
    early: { licences: window('HK', '2099-01-01T00:00:00Z') },
    elsewhere: { licences: window('MO', '2020-01-01T00:00:00Z') },
    draft: {},
  }
  for (const [id, change] of Object.entries(titles)) {
    await catalogue.createTitle(aTitle(id, change))
    if (id !== 'draft') await catalogue.publish(id)
  }
  const listed = catalogue.publicTitles('HK')
  expect(await listed.count()).toBe(3)
  const pages = [await listed.page({ offset: 0, limit: 2 }), await listed.page({ offset: 2, limit: 2 })]
  expect(pages.map((page) => page.map(({ programId }) => programId))).toEqual([['a', 'b'], ['c']])
  expect(pages[0]![0]!.publishedAt.toString()).toMatch(/^\d{4}-\d{2}-\d{2}T/)
})
