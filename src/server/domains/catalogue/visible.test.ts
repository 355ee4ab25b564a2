import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#server/domains/viewer.ts'
import { aTitle, anAsset, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { visitor } from '../../../../test/support/viewers.ts'
import { computedScopes, type TitleWriting } from './index.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp

const at = (iso: string) => Temporal.Instant.from(iso)
const OPENS = at('2026-12-01T00:00:00Z')
const ENDS = at('2026-12-31T16:00:00Z')
const hk = (startsAt: Temporal.Instant, endsAt: Temporal.Instant | null = null) => [{ region: 'HK', startsAt, endsAt }]
const always = hk(at('2026-01-01T00:00:00Z'))

/** All titles share tag and genre with `shown`: each would be listed as similar to it if it were visible. */
const common: Partial<TitleWriting> = {
  tags: [{ tagId: 'sea', name: { zh: '海', en: 'Sea' } }],
  licences: always,
  popularity: 50,
}
/** Hidden from everybody, by state or licence. */
const HIDDEN: Record<string, Partial<TitleWriting>> = {
  draft: {},
  early: { licences: hk(at('2027-01-01T00:00:00Z')) },
  late: { licences: hk(at('2026-01-01T00:00:00Z'), at('2026-11-01T00:00:00Z')) },
  elsewhere: { licences: [{ region: 'MO', startsAt: at('2026-01-01T00:00:00Z'), endsAt: null }] },
  unlicensed: { licences: [] },
}
const HIDDEN_FROM_KIDS: Record<string, Partial<TitleWriting>> = {
  grown: { kids: false },
  kidsClassIII: { kids: true, restriction: 'III' },
}

beforeAll(async () => {
  testApp = await createTestCatalogue()
  const { catalogue, pages } = testApp
  const kidsTitle = { kids: true, classify: 'kids' as const }
  const titles = {
    shown: kidsTitle,
    alike: kidsTitle,
    ...Object.fromEntries(Object.entries(HIDDEN).map(([id, change]) => [id, { ...kidsTitle, ...change }])),
    ...HIDDEN_FROM_KIDS,
  }
  for (const [id, change] of Object.entries(titles)) {
    await catalogue.createTitle(aTitle(id, { ...common, ...change }))
    await catalogue.titleWriter.attachAsset(testApp.db, anAsset(id))
    if (id !== 'draft') await catalogue.publish(id)
  }
  const programIds = Object.keys(titles)
  const rowTitle = { zh: '列', en: 'Row' }
  await pages.arrange(testApp.db, {
    categories: [{ categoryId: 'editor', source: 'list', programClassify: 'mixed', title: rowTitle, programIds }],
    tabs: {},
    banners: (['billboard', 'ad', 'popup'] as const).flatMap((place) =>
      programIds.map((programId) => ({
        bannerId: `${place}-${programId}`,
        place,
        tabId: place === 'billboard' ? '1' : null,
        bannerType: 'drama' as const,
        programId,
      })),
    ),
  })
})
afterAll(() => testApp.close())

const page = { page: 1, pageSize: 100 }
const ids = (list: readonly { programId: string }[]) => list.map(({ programId }) => programId)

/** Every call that lists titles, as the ids that it answers. */
const LISTS: Record<string, (viewer: Viewer) => Promise<string[]>> = {
  'an editor’s category': async (viewer) => ids((await testApp.pages.category(viewer, 'editor', page)).list),
  'row top': async (viewer) => ids((await testApp.pages.mix(viewer, 'top', page)).list),
  'row new': async (viewer) => ids((await testApp.pages.mix(viewer, 'new', page)).list),
  'row free': async (viewer) => ids((await testApp.pages.mix(viewer, 'free', page)).list),
  'row foryou': async (viewer) => ids((await testApp.pages.mix(viewer, 'foryou', page)).list),
  'row because': async (viewer) => ids((await testApp.pages.mix(viewer, 'because', page)).list),
  'row continue': async (viewer) => ids((await testApp.pages.mix(viewer, 'continue', page)).list),
  'a tab’s computed row': async (viewer) => ids((await testApp.pages.category(viewer, 'kids-new', page)).list),
  billboard: async (viewer) => (await testApp.pages.billboard(viewer, '1')).map((banner) => banner.movieId),
  'homepage ad': async (viewer) => (await testApp.pages.ads(viewer)).map((banner) => banner.movieId),
  'pop-up ads': async (viewer) => (await testApp.pages.popups(viewer)).map((banner) => banner.movieId),
  similar: async (viewer) =>
    (await testApp.recommendations.similar(viewer, 'shown', page)).list.map(({ title }) => title.programId),
  recommendations: async (viewer) =>
    (await testApp.recommendations.forYou(viewer, page)).list.map(({ title }) => title.programId),
  'cards by id': async (viewer) =>
    ids(
      await testApp.catalogue.cards(viewer, [
        'shown',
        'alike',
        ...Object.keys(HIDDEN),
        ...Object.keys(HIDDEN_FROM_KIDS),
      ]),
    ),
}
/** Lists that are empty without a history, ads that no child sees, and the row of kids titles. */
const BY_HISTORY = ['row because', 'row continue']
const ADS = ['homepage ad', 'pop-up ads']
const KIDS_ROW = 'a tab’s computed row'
const names = Object.keys(LISTS)
const filled = names.filter((name) => !BY_HISTORY.includes(name))

test.each(names)('%s lists nothing that is hidden', async (name) => {
  const listed = await LISTS[name]!(visitor())
  expect(listed.filter((id) => id in HIDDEN)).toEqual([])
})

test.each(names)('%s lists nothing to a kids profile but kids titles below class III', async (name) => {
  const listed = await LISTS[name]!(visitor({ kids: true }))
  expect(listed.filter((id) => id in HIDDEN || id in HIDDEN_FROM_KIDS)).toEqual([])
})

test.each(filled)('%s lists what is open', async (name) => {
  expect(await LISTS[name]!(visitor())).toContain('alike')
})

test.each(filled.filter((name) => !ADS.includes(name)))('%s lists what is for kids to a kids profile', async (name) => {
  expect(await LISTS[name]!(visitor({ kids: true }))).toContain('alike')
})

/** Class III is recommended by class III only (recommendations/similar.test.ts). */
const RECOMMENDED = ['similar', 'recommendations', 'row foryou']
const OF_ALL_CLASSES = filled.filter((name) => name !== KIDS_ROW && !RECOMMENDED.includes(name))

test.each(OF_ALL_CLASSES)('%s lists class III to everyone but kids', async (name) => {
  expect(await LISTS[name]!(visitor())).toContain('kidsClassIII')
})

test.each(RECOMMENDED)('%s lists no class III to who has watched none', async (name) => {
  expect(await LISTS[name]!(visitor())).not.toContain('kidsClassIII')
})

test.each(BY_HISTORY)('%s is empty without a history', async (name) => {
  expect(await LISTS[name]!(visitor())).toEqual([])
})

test.each(ADS)('%s is not shown to children', async (name) => {
  expect(await LISTS[name]!(visitor({ kids: true }))).toEqual([])
})

test('totals and facets count only what the viewer may see', async () => {
  const everyone = await testApp.pages.category(visitor(), 'editor', page)
  expect(everyone.total).toBe(4)
  expect(everyone.facets.genre).toEqual([{ value: 'drama', count: 4 }])
  const kids = await testApp.pages.category(visitor({ kids: true }), 'editor', page)
  expect(kids.total).toBe(2)
  expect(kids.facets.year).toEqual([{ value: '2025', count: 2 }])
})

test('Macau sees what is licensed to Macau and nothing of Hong Kong’s', async () => {
  const { titles } = await testApp.catalogue.list(visitor({ region: 'MO' }), computedScopes.new(), page)
  expect(ids(titles)).toEqual(['elsewhere'])
})

test('a window opens and closes at its very second', async () => {
  const { catalogue, clock } = testApp
  await catalogue.createTitle(aTitle('window', { licences: hk(OPENS, ENDS) }))
  await catalogue.publish('window')
  const isListed = async () => (await catalogue.cards(visitor(), ['window'])).length === 1
  const before = clock.now()
  clock.set(OPENS.subtract({ milliseconds: 1 }))
  expect(await isListed()).toBe(false)
  expect(await catalogue.nextEdge(clock.now(), 'HK')).toEqual(OPENS)
  clock.set(OPENS)
  expect(await isListed()).toBe(true)
  expect(await catalogue.nextEdge(clock.now(), 'HK')).toEqual(ENDS)
  clock.set(ENDS.subtract({ milliseconds: 1 }))
  expect(await isListed()).toBe(true)
  clock.set(ENDS)
  expect(await isListed()).toBe(false)
  clock.set(before)
})

test('the next edge is that of any region when none is named, and there is none after the last', async () => {
  const { catalogue } = testApp
  expect(await catalogue.nextEdge(at('2025-12-31T23:59:59Z'))).toEqual(at('2026-01-01T00:00:00Z'))
  expect(await catalogue.nextEdge(at('2027-06-01T00:00:00Z'))).toBeUndefined()
})
