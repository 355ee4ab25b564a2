import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { aTitle, anAsset, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { visitor } from '../../../../test/support/viewers.ts'
import type { CategoryDraft } from './index.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp

const TITLES = 40
const ids = Array.from({ length: TITLES }, (_, n) => `t${String(n).padStart(2, '0')}`)
const rowTitle = { zh: '列', en: 'Row' }
const list = (categoryId: string, change: Partial<CategoryDraft> = {}): CategoryDraft => ({
  categoryId,
  source: 'list',
  programClassify: 'mixed',
  title: rowTitle,
  programIds: [],
  ...change,
})
const NOW = Temporal.Instant.from('2026-11-21T04:00:00Z')
const FOCUS = { focus: { x: 62, y: 45 }, focusPortrait: { x: 48, y: 0 } }
const banner = (bannerId: string, change = {}) => ({
  bannerId,
  place: 'ad' as const,
  bannerType: 'drama' as const,
  programId: 't01',
  title: rowTitle,
  ...change,
})

beforeAll(async () => {
  testApp = await createTestCatalogue()
  const { catalogue, pages, db, clock } = testApp
  for (const [n, id] of ids.entries()) {
    await catalogue.createTitle(
      aTitle(id, {
        popularity: n,
        classify: n % 2 ? 'drama' : 'movie',
        images: { art: 'h/art.webp', hero: n === 1 ? 'h/hero.webp' : '' },
      }),
    )
    await catalogue.publish(id)
    clock.advance('PT1S')
  }
  await catalogue.titleWriter.attachAsset(db, anAsset('t05'))
  await pages.arrange(db, {
    categories: [
      list('shuffled', { programIds: ['t30', 't02', 't17'] }),
      list('wide', { showLandscape: true, programIds: ids }),
      list('tall', { programIds: ids }),
      list('best', { source: 'top', showTopN: true, programClassify: 'drama' }),
    ],
    tabs: { '1': ['top', 'shuffled', 'foryou', 'because'] },
    banners: [
      banner('plain', { programId: 't05', image: 'h/ad.webp', imagePortrait: 'h/tall.webp' }),
      banner('later', { startsAt: NOW.add({ hours: 10 }) }),
      banner('over', { endsAt: NOW }),
      banner('soon', {
        place: 'popup',
        programId: null,
        bannerType: 'url',
        url: '/category/movie',
        image: 'h/x.webp',
        endsAt: NOW.add({ hours: 5 }),
      }),
      banner('slide', { place: 'billboard', tabId: '1' }),
      banner('slide2', { place: 'billboard', tabId: '2', programId: 't02' }),
      banner('focused', { place: 'billboard', tabId: '4', ...FOCUS }),
      banner('unfocused', { place: 'billboard', tabId: '4' }),
    ],
  })
})
afterAll(() => testApp.close())

const idsOf = (found: { list: { programId: string }[] }) => found.list.map(({ programId }) => programId)
const first = { page: 1 }

test('the nine tabs stand in their order with the specification’s ids and routes', async () => {
  const tabs = await testApp.pages.tabs(visitor(), { recommended: true })
  expect(tabs.map(({ tabId, route }) => [tabId, route])).toEqual([
    ['1', '/category/list'],
    ['2', '/category/movie'],
    ['3', '/category/drama'],
    ['4', '/category/kids'],
    ['5', '/category/varietyShow'],
    ['6', '/private_cinema'],
    ['9', '/cinema'],
    ['11', '/special-sales'],
    ['12', '/campaign-site?codeName=STUDENT_REVIEW'],
  ])
})

test('a kids profile has the kids tab alone', async () => {
  const tabs = await testApp.pages.tabs(visitor({ kids: true }), { recommended: true })
  expect(tabs.map(({ tabId }) => tabId)).toEqual(['4'])
})

test('a tab’s rows say where their titles are, in the reader’s language', async () => {
  const [home] = await testApp.pages.tabs(visitor({ language: 'en_US' }), { recommended: true })
  expect(home?.data.categoryList.map(({ title, detailURL }) => [title, detailURL])).toEqual([
    ['Top 10 in Hong Kong today', '/api_v2/revamp/mixProgramList?row=top'],
    ['Row', '/api_v2/revamp/categoryList?categoryId=shuffled'],
    ['Recommended for you', '/api_v2/revamp/mixProgramList?row=foryou'],
  ])
})

test('a row that needs a history does not stand where there is none', async () => {
  const [home] = await testApp.pages.tabs(visitor(), { recommended: true })
  expect(home?.data.categoryList.map(({ categoryId }) => categoryId)).not.toContain('because')
})

test('recommendType 0 leaves recommendation rows out', async () => {
  const [home] = await testApp.pages.tabs(visitor(), { recommended: false })
  expect(home?.data.categoryList.map(({ categoryId }) => categoryId)).toEqual(['top', 'shuffled'])
})

test('a testApp without a demo already has rows that fill themselves', async () => {
  const tabs = await testApp.pages.tabs(visitor(), { recommended: true })
  expect(tabs[1]?.data.categoryList.map(({ categoryId }) => categoryId)).toEqual(['movie-new'])
})

test('an editor’s list keeps its order until a sort is requested', async () => {
  expect(idsOf(await testApp.pages.category(visitor(), 'shuffled', first))).toEqual(['t30', 't02', 't17'])
  expect(idsOf(await testApp.pages.category(visitor(), 'shuffled', { page: 1, sort: 'popular' }))).toEqual([
    't30',
    't17',
    't02',
  ])
})

test.each([
  ['tall', 35],
  ['wide', 25],
  ['best', 10],
])('the category “%s” has pages of %i titles', async (categoryId, size) => {
  const found = await testApp.pages.category(visitor(), categoryId, first)
  expect(found.pageSize).toBe(size)
  expect(found.list).toHaveLength(size)
})

test('the client’s page size wins, and the second page goes on where the first ended', async () => {
  const found = await testApp.pages.category(visitor(), 'tall', { page: 2, pageSize: 3 })
  expect(idsOf(found)).toEqual(['t03', 't04', 't05'])
  expect(found).toMatchObject({ page: 2, pageSize: 3, total: TITLES })
})

test('a computed row of a kind has only that kind, the most popular first', async () => {
  expect(idsOf(await testApp.pages.category(visitor(), 'best', { page: 1, pageSize: 3 }))).toEqual([
    't39',
    't37',
    't35',
  ])
})

test('row new begins with what came last', async () => {
  const found = await testApp.pages.mix(visitor(), 'new', { page: 1, pageSize: 2 })
  expect(idsOf(found)).toEqual(['t39', 't38'])
  expect(found.category).toMatchObject({ categoryId: 'new', title: '新上架' })
})

test('an unknown category is not found', async () => {
  await expect(testApp.pages.category(visitor(), 'nowhere', first)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('for a child a category with nothing for children is none; one that only the filters empty is', async () => {
  const child = visitor({ kids: true })
  await testApp.catalogue.createTitle(aTitle('lullaby', { kids: true, popularity: -1 }))
  await testApp.catalogue.publish('lullaby')
  await testApp.pages.arrange(testApp.db, {
    categories: [list('grown', { programIds: ['t01', 't02'] }), list('mixed', { programIds: ['t01', 'lullaby'] })],
    tabs: {},
    banners: [],
  })
  for (let time = 0; time < 2; time++)
    await expect(testApp.pages.category(child, 'grown', first)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await testApp.pages.category(visitor(), 'grown', first)).total).toBe(2)
  expect(idsOf(await testApp.pages.category(child, 'mixed', first))).toEqual(['lullaby'])
  expect((await testApp.pages.category(child, 'mixed', { page: 1, filters: { year: 1900 } })).total).toBe(0)
})

test('a banner stands in its own place and tab, as long as its window is open', async () => {
  const { pages } = testApp
  expect((await pages.ads(visitor())).map(({ bannerId }) => bannerId)).toEqual(['plain'])
  expect((await pages.popups(visitor())).map(({ bannerId }) => bannerId)).toEqual(['soon'])
  expect((await pages.billboard(visitor(), '2')).map(({ bannerId }) => bannerId)).toEqual(['slide2'])
  expect(await pages.billboard(visitor(), '3')).toEqual([])
})

test('an ad never offers what is being prepared, and a billboard only if nothing else is ready', async () => {
  const test = await createTestCatalogue()
  onTestFinished(() => test.close())
  for (const id of ['soon', 'ready']) {
    await test.catalogue.createTitle(aTitle(id))
    await test.catalogue.publish(id)
  }
  const banners = ['soon', 'ready'].flatMap((programId) => [
    banner(`slide-${programId}`, { place: 'billboard', tabId: '1', programId }),
    banner(`ad-${programId}`, { programId }),
  ])
  await test.pages.arrange(test.db, { categories: [], tabs: {}, banners })
  const offered = async () => {
    const found = [await test.pages.billboard(visitor(), '1'), await test.pages.ads(visitor())]
    return found.map((list) => list.map(({ movieId }) => movieId))
  }
  expect(await offered()).toEqual([['soon', 'ready'], []])
  await test.catalogue.titleWriter.attachAsset(test.db, anAsset('ready'))
  expect(await offered()).toEqual([['ready'], ['ready']])
})

test('a slide shows its title’s hero, else its clean image; an ad shows its own', async () => {
  const [slide] = await testApp.pages.billboard(visitor(), '1')
  expect(slide).toMatchObject({
    bannerImage: '/i/h/hero.webp',
    bannerPreview: 'data:/i/h/hero.webp',
    movieId: 't01',
    offered: { card: { programId: 't01' } },
  })
  const [other] = await testApp.pages.billboard(visitor(), '2')
  expect(other?.bannerImage).toBe('/i/h/art.webp')
  const [ad] = await testApp.pages.ads(visitor())
  expect(ad).toMatchObject({
    bannerImage: '/i/h/ad.webp',
    bannerImagePortrait: '/i/h/tall.webp',
    title: '列',
    offered: undefined,
  })
})

test('a banner says what of its images stays in sight when they are cropped', async () => {
  const found = await testApp.pages.billboard(visitor(), '4')
  expect(found.map(({ focus, focusPortrait }) => ({ focus, focusPortrait }))).toEqual([
    FOCUS,
    { focus: undefined, focusPortrait: undefined },
  ])
})

test('the next edge is a banner’s or a licence’s, whichever is sooner', async () => {
  const { pages } = testApp
  expect(await pages.nextEdge(NOW.add({ hours: 1 }))).toEqual(NOW.add({ hours: 5 }))
  expect(await pages.nextEdge(NOW.add({ hours: 5 }))).toEqual(NOW.add({ hours: 10 }))
  expect(await pages.nextEdge(NOW.add({ hours: 10 }))).toBeUndefined()
})

test('arranging again replaces a tab’s rows and a list’s titles, and changes nothing else', async () => {
  const { pages, db } = testApp
  await pages.arrange(db, {
    categories: [list('shuffled', { programIds: ['t05'] })],
    tabs: { '5': ['shuffled'] },
    banners: [],
  })
  expect(idsOf(await pages.category(visitor(), 'shuffled', first))).toEqual(['t05'])
  const tabs = await pages.tabs(visitor(), { recommended: true })
  expect(tabs[4]?.data.categoryList.map(({ categoryId }) => categoryId)).toEqual(['shuffled'])
  expect(tabs[0]?.data.categoryList).toHaveLength(3)
})

const CALLS: Record<string, () => Promise<unknown>> = {
  tabBars: () => testApp.pages.tabs(visitor(), { recommended: true }),
  categoryList: () => testApp.pages.category(visitor(), 'tall', first),
  mixProgramList: () => testApp.pages.mix(visitor(), 'foryou', first),
  billboard: () => testApp.pages.billboard(visitor(), '1'),
  ads: () => testApp.pages.ads(visitor()),
  detail: () => testApp.cards.detail(visitor(), 't01'),
  similar: () => testApp.recommendations.similar(visitor(), 't01', { page: 1, pageSize: 20 }),
  recommendation: () => testApp.recommendations.forYou(visitor(), { page: 1, pageSize: 20 }),
}

/** The category, the page, its counts and the check of the index run side by side: one round trip. The index is loaded once. */
test.each(Object.keys(CALLS))('%s takes at most four statements, however many titles there are', async (name) => {
  await CALLS[name]!()
  testApp.takeQueries()
  await CALLS[name]!()
  const queries = testApp.takeQueries()
  expect(queries.length).toBeGreaterThan(0)
  expect(queries.length).toBeLessThanOrEqual(4)
})
