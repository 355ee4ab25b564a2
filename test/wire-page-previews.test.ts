import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PageContent, SITE_PAGE } from '#contract/admin/pages.ts'
import { PREVIEW_PROFILES, type PreviewProfile } from '#contract/admin/preview.ts'
import type { PreviewRequest } from '#server/domains/previews/index.ts'
import { inTransaction } from '#server/kit/db.ts'
import { aPageBanner, aPageCategory } from './support/page-content.ts'
import { anOperatorSession, openPreview, type OperatorSession, savePageDraft } from './support/previews.ts'
import { createWireWorld, type WireWorld } from './support/wire-world.ts'

const MARKER = 'zqxjdraft'
const IMAGE = `${'0'.repeat(24)}/image.webp`
const marked = { zh_HK: `${MARKER}港`, en_US: `${MARKER} Harbour` }

let world: WireWorld
let session: OperatorSession
beforeAll(async () => {
  world = await createWireWorld()
  await world.pool.query(
    `insert into image (hash, name, width, height, has_alpha, bytes, priority, created_at)
     values ($1, 'image', 1, 1, false, 1, 1, now())`,
    [IMAGE.split('/')[0]],
  )
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.advance('PT1M')
  world.changeCatalogue()
  session = await anOperatorSession(world)
})

const save = (scope: string, change: (content: PageContent) => Partial<PageContent>) =>
  savePageDraft(world, session, { scope, change })
const open = (request: Partial<PreviewRequest> = {}) => openPreview(world, session, { pages: ['1'], ...request })

// oxlint-disable-next-line no-explicit-any -- each test reads the fields of its call
async function answerTo(url: string, input: object, grant?: string): Promise<any> {
  const headers = { 'content-type': 'application/json', ...(grant !== undefined && { 'x-preview': grant }) }
  const query = { language: 'en_US' }
  return (await world.app.inject({ method: 'POST', url, query, headers, payload: input })).json()
}

const TABS = '/api_v2/revamp/tabBars'
const LIST = '/api_v2/revamp/categoryList'
const BANNERS = '/api_v2/revamp/listHomeBanner'

/** All that the site reads of pages. */
const REQUESTS: readonly (readonly [string, object])[] = [
  [TABS, { recommendType: '1' }],
  [TABS, { recommendType: '0' }],
  ...['staff-picks', 'kids', 'harbour-nights', 'after-midnight', 'movie-new', 'top', 'fresh', 'nowhere'].map(
    (categoryId) => [LIST, { categoryId }] as const,
  ),
  ...['top', 'new', 'free', 'foryou'].map((row) => ['/api_v2/revamp/mixProgramList', { row }] as const),
  ...['harbour-nights', 'after-midnight', 'staff-picks', 'fresh'].map(
    (categoryId) => ['/api_v2/revamp/promoteCategory', { categoryId }] as const,
  ),
  ...['1', '2', '4'].map((tabId) => [BANNERS, { place: 'billboard', tabId }] as const),
  [BANNERS, { place: 'ad', tabId: '1' }],
  ['/api/homePopupAd.action', {}],
]
const answers = (grant?: string) => Promise.all(REQUESTS.map(([url, input]) => answerTo(url, input, grant)))

const billboard = async (grant?: string) =>
  (await answerTo(BANNERS, { place: 'billboard', tabId: '1' }, grant)).data.bannerList.map(
    ({ bannerId }: { bannerId: string }) => bannerId,
  )
const rowsOf = async (tabId: string, grant?: string) =>
  (await answerTo(TABS, { recommendType: '1' }, grant)).tabList
    .find((tab: { tabId: string }) => tab.tabId === tabId)
    ?.data.categoryList.map(({ categoryId }: { categoryId: string }) => categoryId)
const titlesOf = async (categoryId: string, grant?: string) =>
  (await answerTo(LIST, { categoryId }, grant)).list?.map(({ programId }: { programId: string }) => programId)

async function scopes(): Promise<string[]> {
  return [SITE_PAGE, ...(await world.pageEditing.list(session)).tabs.map(({ tabId }) => tabId)]
}

/** Tabs, rows, lists, a collection, a billboard, an ad and a pop-up. */
async function arrangeAll(): Promise<string[]> {
  await save('1', ({ categories, banners }) => ({
    categories: [
      aPageCategory('fresh', { title: marked, programIds: ['paid', 'harbour-light', 'gone'] }),
      ...categories.toReversed().map((category) =>
        category.categoryId === 'staff-picks'
          ? {
              ...category,
              title: marked,
              showLandscape: true,
              programIds: ['ferry', 'paid'],
              promotion: { adult: false, ...NO_IMAGES, focus: { x: 10, y: 20 }, text: marked },
            }
          : category,
      ),
    ],
    banners: [
      aPageBanner('fresh-slide', { programId: 'ding-ding', title: marked, focus: { x: 1, y: 2 } }),
      ...banners.map((banner) => ({ ...banner, image: IMAGE })),
      aPageBanner('to-list', { bannerType: 'category', url: 'after-midnight', programId: 'paid' }),
    ],
  }))
  await save(SITE_PAGE, ({ tabs, categories, banners }) => ({
    tabs: [
      tabs[1]!,
      { ...tabs[0]!, name: marked },
      ...tabs.slice(2).map((tab) => (tab.tabId === '5' ? { ...tab, isShown: false } : tab)),
      { tabId: 'festival', name: marked, type: 'rolling', isShown: true },
    ],
    categories: categories
      .filter(({ categoryId }) => categoryId !== 'kids-new')
      .map((category) =>
        category.categoryId === 'harbour-nights'
          ? { ...category, promotion: { ...category.promotion!, image: IMAGE, adult: true } }
          : category,
      ),
    banners: banners.map((banner) => ({ ...banner, image: IMAGE, title: marked })),
  }))
  return [SITE_PAGE, '1']
}

const NO_IMAGES = { image: '', imagePortrait: '', focus: null, focusPortrait: null }

describe('a preview shows the drafts of pages', () => {
  test.each(PREVIEW_PROFILES)('of which those that say what is published change nothing, as a %s', async (profile) => {
    const all = await scopes()
    for (const scope of all) await save(scope, () => ({}))
    const [drafted, live] = [await open({ profile, pages: all }), await open({ profile, pages: [] })]
    expect(await answers(drafted)).toEqual(await answers(live))
  })

  test('of one tab: its rows, their titles, its billboard; nothing of the others', async () => {
    const before = await rowsOf('2')
    await arrangeAll()
    const grant = await open()
    expect(await rowsOf('1', grant)).toEqual(['fresh', 'foryou', 'top', 'staff-picks'])
    expect(await titlesOf('fresh', grant)).toEqual(['paid', 'harbour-light'])
    expect(await titlesOf('staff-picks', grant)).toEqual(['ferry', 'paid'])
    expect(await billboard(grant)).toEqual(['fresh-slide', 'b1', 'to-list'])
    expect(await rowsOf('2', grant)).toEqual(before)
    const { tabList } = await answerTo(TABS, {}, grant)
    expect(tabList[0]).toMatchObject({ tabId: '1', tabName: 'Home' })
    expect(await billboard()).toEqual(['b1'])
    expect(await titlesOf('fresh')).toBeUndefined()
  })

  test('of the site: tabs, ads, pop-ups, and lists that are in no tab', async () => {
    await arrangeAll()
    const grant = await open({ pages: [SITE_PAGE] })
    const { tabList } = await answerTo(TABS, {}, grant)
    const shown = tabList.map(({ tabId }: { tabId: string }) => tabId)
    expect(shown.slice(0, 2)).toEqual(['2', '1'])
    expect(shown).toContain('festival')
    expect(shown).not.toContain('5')
    expect(await answerTo(BANNERS, { place: 'ad' }, grant)).toMatchObject({
      data: { bannerList: [{ title: marked.en_US }] },
    })
    expect(await answerTo('/api/homePopupAd.action', {}, grant)).toMatchObject({ adList: [{ title: marked.en_US }] })
    // It is for adults in the draft.
    expect(await answerTo(LIST, { categoryId: 'harbour-nights' }, grant)).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await titlesOf('fresh', grant)).toBeUndefined()
  })

  test('at the instant of the preview', async () => {
    const start = world.clock.now().add({ hours: 24 })
    const slide = { programId: 'paid', startsAt: start.toString(), endsAt: start.add({ hours: 1 }).toString() }
    await save('1', ({ banners }) => ({ banners: [aPageBanner('tomorrow', slide), ...banners] }))
    const at = async (instant: Temporal.Instant) => billboard(await open({ at: instant }))
    expect(await at(start.subtract({ seconds: 1 }))).toEqual(['b1'])
    expect(await at(start)).toEqual(['tomorrow', 'b1'])
    expect(await at(start.add({ hours: 1 }))).toEqual(['b1'])
  })

  test('to a child only what is for children', async () => {
    await save('4', ({ categories }) => ({
      categories: [aPageCategory('little', { programIds: ['harbour-light', 'ding-ding'] }), ...categories],
    }))
    const grant = await open({ profile: 'kids', pages: ['4'] })
    expect(await rowsOf('4', grant)).toEqual(['little', 'kids'])
    expect(await titlesOf('little', grant)).toEqual(['ding-ding'])
    await save('4', () => ({ categories: [aPageCategory('grown', { programIds: ['harbour-light'] })] }))
    const other = await open({ profile: 'kids', pages: ['4'] })
    expect(await answerTo(LIST, { categoryId: 'grown' }, other)).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('as they were when it was opened, and never those of another operator or of a tab that is gone', async () => {
    await arrangeAll()
    const grant = await open()
    await save('1', () => ({ banners: [] }))
    expect(await billboard(grant)).toContain('fresh-slide')
    const other = await anOperatorSession(world)
    await expect(openPreview(world, other, { pages: ['1'] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(open({ pages: ['3'] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(open({ pages: ['nowhere'] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('and says to the holder of its grant which they are', async () => {
    await arrangeAll()
    const shown = await answerTo('/preview', {}, await open({ pages: [SITE_PAGE, '1'] }))
    expect(shown.pages).toEqual([
      { scope: '1', name: { zh_HK: '首頁', en_US: 'Home' } },
      { scope: SITE_PAGE, name: null },
    ])
    expect(JSON.stringify(shown)).not.toContain(MARKER)
  })
})

test('no answer to the public has anything of a draft, whatever a preview was answered before', async () => {
  const plain = await answers()
  const pages = await arrangeAll()
  const profiles: readonly PreviewProfile[] = PREVIEW_PROFILES
  for (const profile of profiles)
    expect(JSON.stringify(await answers(await open({ profile, pages })))).toContain(MARKER)
  expect(await answers()).toEqual(plain)
  world.changeCatalogue()
  expect(await answers()).toEqual(plain)
})

test('what a preview shows is what the publication shows', async () => {
  const pages = await arrangeAll()
  const previewed = await answers(await open({ pages }))
  for (const scope of ['1', SITE_PAGE]) {
    const { draft, version } = await world.pageEditing.find(scope, session)
    expect((await world.pageEditing.publication.check(scope, draft!.content)).filter(({ blocks }) => blocks)).toEqual(
      [],
    )
    const editor = { ...session, actor: 'operator:ida' }
    await inTransaction(world.db, (tx) =>
      world.pageEditing.publication.publish(tx, editor, { scope, content: draft!.content, version }),
    )
  }
  world.changeCatalogue()
  expect(await answers()).toEqual(previewed)
})
