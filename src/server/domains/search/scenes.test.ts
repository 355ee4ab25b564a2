import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTitle, anAsset, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { memberViewer, visitor } from '../../../../test/support/viewers.ts'
import type { Viewer } from '../viewer.ts'
import { lineText, sceneQuery } from './scenes.rules.ts'
import { readUnits } from './normalize.rules.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp

const LONG_AGO = Temporal.Instant.from('2026-01-01T00:00:00Z')
const at = (region: string, endsAt: Temporal.Instant | null = null) => ({ region, startsAt: LONG_AGO, endsAt })
const TITLES = [
  aTitle('popular', { popularity: 9 }),
  aTitle('open', { popularity: 5 }),
  aTitle('child', { kids: true, classify: 'kids', popularity: 1 }),
  aTitle('three', { restriction: 'III' }),
  aTitle('macau', { licences: [at('MO')] }),
  aTitle('gone', { licences: [at('HK', Temporal.Instant.from('2026-02-01T00:00:00Z'))] }),
  aTitle('draft'),
  aTitle('series', {
    programType: 'drama',
    episodes: [{ season: 2, episode: 3, title: { zh: '三', en: 'Three' } }],
    popularity: 3,
  }),
]
const GUIDS = ['popular', 'open', 'child', 'three', 'macau', 'gone', 'draft', 'series.s2e3']

beforeAll(async () => {
  testApp = await createTestCatalogue()
  const { catalogue, db, subtitles } = testApp
  for (const title of TITLES) await catalogue.createTitle(title)
  for (const guid of GUIDS) {
    await catalogue.titleWriter.attachAsset(db, anAsset(guid, { subtitleLanguages: ['zh-Hant', 'en'] }))
    subtitles.set(`asset-${guid} zh-Hant`, [
      { at: 3.2, line: '沒有人。' },
      { at: 61.9, line: '那盞燈，一直亮着。' },
    ])
  }
  subtitles.set('asset-open en', [{ at: 8, line: 'The lantern never went out.' }])
  subtitles.set(
    'asset-popular en',
    Array.from({ length: 5 }, (_, n) => ({ at: n, line: 'Where is the ferryman?' })),
  )
  for (const { programId } of TITLES) if (programId !== 'draft') await catalogue.publish(programId)
  await testApp.search.scenes.refresh()
})
afterAll(() => testApp.close())

const scenes = (keyword: string, viewer: Viewer = visitor()) => testApp.search.scenesOf(viewer, keyword)
const titlesWith = async (keyword: string, viewer?: Viewer) =>
  (await scenes(keyword, viewer)).map(({ programId }) => programId)
const aMember = (unlocked: boolean) => memberViewer({ unlocked })

test('a line is found over its punctuation and in any script, the most popular title first, with its time', async () => {
  expect(await titlesWith('那盏灯一直亮著')).toEqual(['popular', 'open', 'series', 'child'])
  expect((await scenes('燈一直'))[2]).toEqual({
    programId: 'series',
    programGuid: 'series.s2e3',
    title: { zh: '片名series', en: 'Title series' },
    season: 2,
    episode: 3,
    line: '那盞燈，一直亮着。',
    at: 61,
    language: 'zh-Hant',
  })
})

test('English lines are found by words that stand together, the last one half typed', async () => {
  expect(await scenes('lantern nev')).toMatchObject([{ programId: 'open', language: 'en', at: 8 }])
  expect(await scenes('never lantern')).toEqual([])
})

test('a title that is closed, licensed elsewhere or a draft has no scenes; kids have those of kids titles only', async () => {
  expect(await titlesWith('燈一直', visitor({ region: 'MO' }))).toContain('macau')
  expect(await titlesWith('燈一直', visitor({ region: 'US' }))).toEqual([])
  expect(await titlesWith('燈一直', visitor({ kids: true }))).toEqual(['child'])
})

test('lines of class III are for members who may play them at once', async () => {
  expect(await titlesWith('燈一直')).not.toContain('three')
  expect(await titlesWith('燈一直', aMember(false))).not.toContain('three')
  expect(await titlesWith('燈一直', aMember(true))).toContain('three')
})

test('of one title two lines are shown', async () => {
  expect(await titlesWith('where is the ferryman')).toEqual(['popular', 'popular'])
})

test('lines of an asset that no longer plays are gone, and those of its successor are found', async () => {
  const { catalogue, db, subtitles, search } = testApp
  subtitles.set('asset-second zh-Hant', [{ at: 1, line: '換了對白。' }])
  await catalogue.titleWriter.attachAsset(db, { ...anAsset('open'), assetId: 'asset-second' })
  await search.scenes.refresh()
  expect(await titlesWith('換了對白')).toEqual(['open'])
  expect(await titlesWith('lantern')).toEqual([])
})

test('a track that fails keeps no other from being indexed, and is indexed by the next run', async () => {
  const { catalogue, db, subtitles, search } = testApp
  const readable = subtitles.get.bind(subtitles)
  subtitles.get = (key) => {
    if (key.startsWith('asset-a-broken')) throw new Error('the store does not answer')
    return readable(key)
  }
  subtitles.set('asset-a-broken zh-Hant', [{ at: 1, line: '等了很久。' }])
  subtitles.set('asset-z-whole zh-Hant', [{ at: 1, line: '新的一集。' }])
  await catalogue.titleWriter.attachAsset(db, { ...anAsset('child'), assetId: 'asset-a-broken' })
  await catalogue.titleWriter.attachAsset(db, { ...anAsset('popular'), assetId: 'asset-z-whole' })
  await search.scenes.refresh()
  expect(await titlesWith('新的一集')).toEqual(['popular'])
  expect(await titlesWith('等了很久')).toEqual([])
  subtitles.get = readable
  await search.scenes.refresh()
  expect(await titlesWith('等了很久')).toEqual(['child'])
})

test('of thousands of lines that most viewers may not see, those of kids titles and of a small region are found', async () => {
  const { catalogue, clock, db, subtitles, search } = testApp
  const crowd = Array.from({ length: 5 }, (_, n) => `crowd-${n}`)
  const said = (line: string, times: number) => Array.from({ length: times }, (_, at) => ({ at, line }))
  for (const programId of crowd) {
    await catalogue.createTitle(aTitle(programId))
    await catalogue.titleWriter.attachAsset(db, anAsset(programId))
    subtitles.set(`asset-${programId} zh-Hant`, said('早晨各位。', 1_000))
    await catalogue.publish(programId)
  }
  await search.scenes.refresh()
  expect(await titlesWith('早晨各位', visitor({ kids: true }))).toEqual([])
  // Read after all others, they are the last lines that match.
  subtitles.set('asset-last-child zh-Hant', said('早晨各位。', 1))
  subtitles.set('asset-last-abroad zh-Hant', said('早晨各位。', 1))
  await catalogue.createTitle(aTitle('last-child', { kids: true, classify: 'kids' }))
  await catalogue.createTitle(aTitle('last-abroad', { licences: [at('TW')] }))
  for (const programId of ['last-child', 'last-abroad']) {
    await catalogue.titleWriter.attachAsset(db, anAsset(programId))
    await catalogue.publish(programId)
  }
  await search.scenes.refresh()
  // What the share of a region was is known for ten minutes.
  clock.advance('PT11M')
  expect(await titlesWith('早晨各位', visitor({ kids: true }))).toEqual(['last-child'])
  expect(await titlesWith('早晨各位', visitor({ region: 'TW' }))).toEqual(['last-abroad'])
  await catalogue.updateTitle('last-child', { kids: false, classify: 'movie' })
  expect(await titlesWith('早晨各位', visitor({ kids: true }))).toEqual([])
  await catalogue.updateTitle('crowd-3', { kids: true, classify: 'kids' })
  await search.scenes.refresh()
  expect(await titlesWith('早晨各位', visitor({ kids: true }))).toEqual(['crowd-3', 'crowd-3'])
})

test('lines that an earlier release indexed, without marks, are found before their marks are written', async () => {
  const { clock, db, search } = testApp
  const found = async () => [await titlesWith('燈一直'), await titlesWith('燈一直', visitor({ kids: true }))]
  await search.scenes.refresh()
  const marked = await found()
  expect(marked[0]!.length).toBeGreaterThan(0)
  await sql`update subtitle_line set lexemes = ts_delete(lexemes, array['=kids', '=HK', '=MO', '=TW'])`.execute(db)
  await sql`update subtitle_index set marks = null`.execute(db)
  clock.advance('PT11M')
  expect(await found()).toEqual(marked)
  await search.scenes.refresh()
  clock.advance('PT11M')
  expect(await found()).toEqual(marked)
  const inRegion = "'=HK'"
  const { rows } =
    await sql`select from subtitle_line where asset_id = 'asset-series.s2e3' and lexemes @@ ${inRegion}::tsquery`.execute(
      db,
    )
  expect(rows).not.toEqual([])
})

test.each([
  ['燈', undefined],
  ['it is', undefined],
  ['cat', undefined],
  ['燈一', { lexemes: "'灯一'", pattern: '灯一' }],
  ['where is the ferryman', { lexemes: "'where' & 'ferryman':*", pattern: ' where is the ferryman' }],
])('%j is looked for as %j', (typed, expected) => {
  expect(sceneQuery(readUnits(typed))).toEqual(expected)
})

test('a line is indexed by its words and its characters in pairs', () => {
  expect(lineText('你好, Harbour!')).toEqual({ text: ' 你好 harbour ', lexemes: ['你好', 'harbour'] })
})
