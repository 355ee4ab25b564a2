import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTitle, anAsset, createTestCatalogue } from '../../../../test/support/catalogue.ts'

let testApp: Awaited<ReturnType<typeof createTestCatalogue>>
beforeAll(async () => {
  testApp = await createTestCatalogue()
})
beforeEach(() => testApp.db.deleteFrom('title').execute())
afterAll(() => testApp.close())

test('a preview is public only of a published title below class III', async () => {
  const { catalogue, db } = testApp
  await catalogue.createTitle(aTitle('one'))
  await catalogue.titleWriter.attachAsset(db, anAsset('one'))
  expect(await catalogue.publicPreview('asset-one')).toBeUndefined()
  await catalogue.publish('one')
  expect(await catalogue.publicPreview('asset-one')).toBe('p/asset-one/abc.mp4')
  await catalogue.updateTitle('one', { restriction: 'III' })
  expect(await catalogue.publicPreview('asset-one')).toBeUndefined()
})

test('a preview ends with the last licence of its title, and does not begin before the first', async () => {
  const { catalogue, clock, db } = testApp
  const now = clock.now()
  const window = (region: string, from: number, to: number) => ({
    region,
    startsAt: now.add({ hours: from }),
    endsAt: now.add({ hours: to }),
  })
  await catalogue.createTitle(aTitle('one', { licences: [window('HK', 1, 2), window('MO', 1, 4)] }))
  await catalogue.titleWriter.attachAsset(db, anAsset('one'))
  await catalogue.publish('one')
  expect(await catalogue.publicPreview('asset-one')).toBeUndefined()
  clock.advance('PT3H')
  expect(await catalogue.publicPreview('asset-one')).toBe('p/asset-one/abc.mp4')
  clock.advance('PT1H')
  expect(await catalogue.publicPreview('asset-one')).toBeUndefined()
  await catalogue.updateTitle('one', { licences: [] })
  expect(await catalogue.publicPreview('asset-one')).toBeUndefined()
})
