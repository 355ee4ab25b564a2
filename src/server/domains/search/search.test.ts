import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTitle, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { visitor } from '../../../../test/support/viewers.ts'
import type { Viewer } from '../viewer.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp

const person = (personId: string, zh: string, en: string) => ({ personId, name: { zh, en } })
const LONG_AGO = Temporal.Instant.from('2026-01-01T00:00:00Z')
const YESTERDAY = Temporal.Instant.from('2026-10-01T00:00:00Z')
const at = (region: string, startsAt = LONG_AGO, endsAt: Temporal.Instant | null = null) => ({
  region,
  startsAt,
  endsAt,
})

const TITLES = [
  aTitle('crossing', {
    title: { zh: '夜渡鯉魚門', en: 'Night Crossing' },
    aliases: { zh: ['夜渡'], en: ['The Last Ferry'] },
    actors: [person('fok', '霍知秋', 'Fok Chi-chau')],
    popularity: 90,
  }),
  aTitle('wok', { title: { zh: '深夜鑊氣', en: 'Midnight Wok Hei' }, genres: ['comedy'], popularity: 80 }),
  aTitle('knighthood', { title: { zh: '騎士團', en: 'Knighthood' }, popularity: 99 }),
  aTitle('knight', { title: { zh: '暗夜騎士', en: 'The Dark Knight' }, popularity: 10 }),
  aTitle('snow', {
    title: { zh: '大帽山看雪', en: 'Snow on Tai Mo Shan' },
    directors: [person('shum', '岑望舒', 'Shum Mong-shu')],
    actors: [person('fok', '霍知秋', 'Fok Chi-chau')],
    popularity: 70,
  }),
  aTitle('dolphin', {
    title: { zh: '白海豚波波', en: 'Bobo the White Dolphin' },
    kids: true,
    classify: 'kids',
    genres: ['family'],
    popularity: 5,
  }),
  aTitle('macau', { title: { zh: '濠江夜雨', en: 'Rain over Macau' }, licences: [at('MO')] }),
  aTitle('gone', { title: { zh: '夜已過去', en: 'Night Gone' }, licences: [at('HK', LONG_AGO, YESTERDAY)] }),
  aTitle('later', {
    title: { zh: '夜未來', en: 'Night to Come' },
    licences: [at('HK', Temporal.Instant.from('2027-06-01T00:00:00Z'))],
  }),
]

beforeAll(async () => {
  testApp = await createTestCatalogue()
  for (const title of [...TITLES, aTitle('draft', { title: { zh: '夜草稿', en: 'Night Draft' } })])
    await testApp.catalogue.createTitle(title)
  for (const { programId } of TITLES) await testApp.catalogue.publish(programId)
  await testApp.search.index.refreshOutdated()
  await testApp.search.index.makeListsIfDue()
})
afterAll(() => testApp.close())

const suggested = async (typed: string, change = {}): Promise<string[]> =>
  (await testApp.search.suggest(visitor(change), typed)).titles.map(({ programId }) => programId)
const page = { page: 1, pageSize: 20 }
const searched = (keyword: string, change = {}, viewer: Viewer = visitor()) =>
  testApp.search.search(viewer, { keyword, ...page, ...change }, '203.0.113.9')

test.each([
  ['traditional characters', '夜渡鯉魚門'],
  ['simplified characters', '夜渡鲤鱼门'],
  ['the middle of a title', '鯉魚'],
  ['English in any case', 'NIGHT cro'],
  ['English without its space', 'nightcrossing'],
  ['Jyutping without tones', 'jedou'],
  ['Jyutping with tones', 'je6 dou6 lei5'],
  ['initials', 'jdljm'],
  ['an alias', 'last ferry'],
  ['words in the other order', 'crossing night'],
  ['a typo', 'nigth crossing'],
  ['a typo in each of two words', 'nihgt crosing'],
  ['a typo before a word that is half typed', 'nihgt cros'],
  ['two words without a space, the second with a typo', 'nightcrosing'],
  ['two words without a space, the first with a typo', 'nigthcrossing'],
  ['a person and a word of the title', '霍知秋 夜渡'],
])('a title is found by %s', async (_, typed) => {
  expect((await suggested(typed))[0]).toBe('crossing')
})

test('a whole word comes before the beginning of a longer one, however popular that is', async () => {
  expect(await suggested('knight')).toEqual(['knight', 'knighthood'])
  expect(await suggested('knigh')).toEqual(['knighthood', 'knight'])
})

test.each([
  ['night crosing', 'night crossing'],
  ['Nihgt crosing', 'night crossing'],
  ['night crossing', undefined],
])('%s: did you mean %s?', async (keyword, didYouMean) => {
  expect(await searched(keyword)).toMatchObject({ titles: [{ programId: 'crossing' }], didYouMean })
})

test('a corrected spelling is shown where it stands in the title', async () => {
  const { titles } = await testApp.search.suggest(visitor(), 'nihgt crosing')
  expect(titles[0]?.match).toEqual({ matched: 'Night Crossing', line: '' })
})

test('a person brings their titles, and is suggested with how many of them can be seen', async () => {
  expect(await suggested('霍知秋')).toEqual(['crossing', 'snow'])
  expect((await testApp.search.suggest(visitor(), 'fokzi')).people).toMatchObject([
    { personId: 'fok', name: { zh: '霍知秋' }, titles: 2, directs: false, match: { line: 'fok3 zi1 cau1' } },
  ])
})

test('an unlicensed title, a draft and an unfit title are never suggested, found or counted', async () => {
  expect(await suggested('夜')).toEqual(['crossing', 'wok', 'knight'])
  expect(await suggested('夜', { region: 'MO' })).toContain('macau')
  expect(await suggested('夜', { region: 'US' })).toEqual([])
  expect(await suggested('夜', { kids: true })).toEqual([])
  expect(await suggested('海豚', { kids: true })).toEqual(['dolphin'])
  const { titles, total, facets } = await searched('夜')
  expect(titles.map(({ programId }) => programId)).toEqual(['crossing', 'wok', 'knight'])
  expect(total).toBe(3)
  expect(facets.genre).toEqual([
    { value: 'drama', count: 2 },
    { value: 'comedy', count: 1 },
  ])
  expect((await testApp.search.suggest(visitor({ kids: true }), '霍知秋')).people).toEqual([])
})

test('a window that opens shows its title without a new index', async () => {
  const before = testApp.clock.now()
  testApp.clock.set(Temporal.Instant.from('2027-06-02T00:00:00Z'))
  expect(await suggested('夜未來')).toEqual(['later'])
  testApp.clock.set(before)
})

test.each(['!!!', '???', '。。。', '😀😀', '\0', '-', `${'!'.repeat(100)}夜`])(
  '%j has nothing to look for: it finds nothing, and does not count as missed',
  async (keyword) => {
    expect(await searched(keyword)).toMatchObject({ titles: [], total: 0, scenes: [], didYouMean: undefined })
    expect(await searched(keyword, { page: 2, filters: { genre: ['drama'] } })).toMatchObject({ titles: [], total: 0 })
    expect(await testApp.search.terms.missed({ days: 1, limit: 9 })).toEqual([])
  },
)

test.each(['', '   ', '\t\n', '\u3000'])('a blank keyword, %j, is refused', async (keyword) => {
  await expect(searched(keyword)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: { fields: { keyword: 'SEARCH_KEYWORD' } },
  })
})
