import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTitle, anAsset, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { visitor } from '../../../../test/support/viewers.ts'
import { draft } from '../../../../test/support/drafts.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestCatalogue()
})
beforeEach(async () => {
  await testApp.db.deleteFrom('title').execute()
})
afterAll(() => testApp.close())

const publish = async (writing: ReturnType<typeof aTitle>) => {
  await testApp.catalogue.createTitle(writing)
  await testApp.catalogue.publish(writing.programId)
}

test('an ingested film has the language of its sound', async () => {
  const { catalogue, db } = testApp
  for (const [language, locale] of [
    ['ja', 'ja'],
    ['yue', 'yue-HK'],
    [undefined, 'yue-HK'],
  ]) {
    const { programId } = await catalogue.titleWriter.createTitle(db, draft, language)
    expect(await catalogue.detail(visitor(), programId)).toMatchObject({ locale })
  }
})

test('an asset that takes the place of another names it', async () => {
  const { titleWriter } = testApp.catalogue
  await publish(aTitle('film'))
  const attach = (assetId: string) => titleWriter.attachAsset(testApp.db, { ...anAsset('film'), assetId })
  expect(await attach('one')).toEqual({ replaced: undefined })
  expect(await attach('one')).toEqual({ replaced: undefined })
  expect(await attach('two')).toEqual({ replaced: 'one' })
})

test('an episode has the class of its series', async () => {
  const { titleWriter } = testApp.catalogue
  expect(await titleWriter.checkDraft({ ...draft, restriction: 'IIB' })).toMatchObject({ restriction: 'IIB' })
  await publish(aTitle('adult', { programType: 'drama', restriction: 'III' }))
  expect(await titleWriter.checkDraft({ ...draft, series: 'adult', episode: 2 })).toMatchObject({ restriction: 'III' })
})
