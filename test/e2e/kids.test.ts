import { describe, expect, test } from 'vitest'
import type { Tab } from '#contract/categories.ts'
import type { ProgramCard } from '#contract/programs.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { expectPlaying } from './support/playing.ts'
import { waitForScreen, request, call, eventually, hashOf, type Page, visit, world } from './support/world.ts'

const KIDS_MODE = { pattern: 'children' }

/** The cards of every carousel of every tab. */
async function listsOf(query: Record<string, string>): Promise<{ url: string; list: ProgramCard[] }[]> {
  const { tabList } = await call<{ tabList: Tab[] }>('/api_v2/revamp/tabBars', query)
  const urls = new Set(tabList.flatMap((tab) => tab.data.categoryList.map(({ detailURL }) => detailURL)))
  return Promise.all(
    [...urls].map(async (url) => ({
      url,
      list: (await call<{ list: ProgramCard[] }>(url, { ...query, pageSize: '100' })).list,
    })),
  )
}

describe('the API in kids mode', () => {
  test('every list contains only titles for kids', async () => {
    const forKids = new Set(
      (
        await call<{ list: ProgramCard[] }>('/api_v2/revamp/mixProgramList', {
          row: 'new',
          pageSize: '100',
          ...KIDS_MODE,
        })
      ).list.map(({ programId }) => programId),
    )
    const all = (await call<{ list: ProgramCard[] }>('/api_v2/revamp/mixProgramList', { row: 'new', pageSize: '100' }))
      .list
    expect(forKids.size).toBeGreaterThan(3)
    expect(forKids.size).toBeLessThan(all.length)
    expect(forKids.has(world.film.programId)).toBe(false)
    expect(forKids.has('neon')).toBe(false)

    const lists = await listsOf(KIDS_MODE)
    const specialLists = ['top', 'new', 'free', 'foryou', 'because', 'continue'].map(async (name) => ({
      url: name,
      list:
        (
          await request<{ list?: ProgramCard[] }>('/api_v2/revamp/mixProgramList', {
            row: name,
            pageSize: '100',
            ...KIDS_MODE,
          })
        ).list ?? [],
    }))
    const listsOfOtherTabs = (await listsOf({})).map(async ({ url }) => ({
      url,
      list: (await request<{ list?: ProgramCard[] }>(url, { pageSize: '100', ...KIDS_MODE })).list ?? [],
    }))
    const similar = await call<{ list: ProgramCard[] }>('/api_v2/similarRcmd', {
      programId: [...forKids][0]!,
      ...KIDS_MODE,
    })
    const recommended = await call<{ list: { program: ProgramCard }[] }>('/api_v2/getRecommendation', KIDS_MODE)
    const banners = await call<{ data: { bannerList: { program?: ProgramCard; movieId: string }[] } }>(
      '/api_v2/revamp/listHomeBanner',
      { place: 'billboard', tabId: '4', ...KIDS_MODE },
    )
    const shown = [
      ...lists,
      ...(await Promise.all([...specialLists, ...listsOfOtherTabs])),
      { url: 'similar', list: similar.list },
      { url: 'recommended', list: recommended.list.map(({ program }) => program) },
      { url: 'banners', list: banners.data.bannerList.flatMap(({ program }) => program ?? []) },
    ]
    const wrong = shown.flatMap(({ url, list }) =>
      list.filter(({ programId }) => !forKids.has(programId)).map(({ programId }) => `${url}: ${programId}`),
    )
    expect(wrong).toEqual([])
    expect(shown.flatMap(({ list }) => list).filter(({ restriction }) => restriction === 'III')).toEqual([])
  })

  test('refuses the ads and a title that is not for kids', async () => {
    const ad = await call<{ data: { bannerList: unknown[] } }>('/api_v2/revamp/listHomeBanner', {
      place: 'ad',
      ...KIDS_MODE,
    })
    expect(ad.data.bannerList).toEqual([])
    expect(await request('/api/homePopupAd.action', KIDS_MODE)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
    for (const path of ['/api_v2/revamp/detail', '/api_v2/detail', '/api_v2/seasonDetail', '/api_v2/similarRcmd'])
      expect(await request(path, { programId: world.film.programId, ...KIDS_MODE })).toEqual({
        result: 'FAILED',
        errorCode: 'NOT_FOUND',
        message: expect.any(String),
      })
  })
})

const isKidsHome = (page: Page) => eventually(() => hashOf(page).split('?')[0]).toBe(`#${PATHS.kids}`)

/** Paths outside of kids mode: each in one size, in both in the full run. */
const REDIRECTED = [PATHS.home, PATHS.varietyShow, '/nowhere', '/search?keyword=x']

describe.each(['desktop', 'phone'] as const)('kids mode on %s', (size) => {
  test.each(REDIRECTED.filter((_, n) => isFull || (n % 2 === 0) === (size === 'desktop')))(
    'redirects %s to kids home without showing home',
    async (path) => {
      const { page, errors } = await visit({ path: `/#${path}`, size, kids: true })
      await isKidsHome(page)
      await waitForScreen(page)
      expect(errors).toEqual([])
    },
  )

  test.runIf(isFull || size === 'phone')(
    'has no search, price, footer, ad or external link, and a typed URL does not leave it',
    async () => {
      const { page, errors, text } = await visit({ size, kids: true, ad: true })
      await isKidsHome(page)
      await page.locator('main li a').first().waitFor()
      expect(await page.getByRole('contentinfo').count()).toBe(0)
      expect(await page.getByRole('navigation', { name: text.site.mainNavigation }).count()).toBe(0)
      expect(await page.locator('a[href^="http"], a[target]').count()).toBe(0)
      for (const price of Object.values(text.cards.price))
        expect(await page.getByText(price, { exact: true }).count()).toBe(0)
      for (const path of [PATHS.home, PATHS.movie, PATHS.drama, '/setup', '/login']) {
        await page.evaluate((hash) => (location.hash = hash), `#${path}`)
        await isKidsHome(page)
      }
      await page.evaluate((hash) => (location.hash = hash), `#${PATHS.kids}?programId=neon`)
      await page.getByText(text.detail.failedForKids).waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await isKidsHome(page)
      expect(errors).toEqual([])
    },
  )

  test.runIf(isFull || size === 'phone')('is left only by its button and a confirmation', async () => {
    const { page, text } = await visit({ size, kids: true })
    await isKidsHome(page)
    await page.reload()
    await isKidsHome(page)
    // Also at the end of the page.
    const leave = page.getByRole('button', { name: text.site.kids.leave })
    const scrollToEnd = () => {
      scrollTo(0, document.body.scrollHeight)
      return scrollY
    }
    // The rows come after the head of the page.
    await eventually(() => page.evaluate(scrollToEnd)).toBeGreaterThan(200)
    expect((await leave.boundingBox())!.y).toBeGreaterThanOrEqual(0)
    await leave.click()
    const dialog = page.getByRole('dialog', { name: text.site.kids.leaveTitle })
    await dialog.getByRole('button', { name: text.site.kids.stay }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(hashOf(page)).toBe(`#${PATHS.kids}`)
    await page.getByRole('button', { name: text.site.kids.leave }).click()
    await dialog.getByRole('button', { name: text.site.kids.leave }).click()
    await eventually(() => hashOf(page)).toBe(`#${PATHS.home}`)
    await page.getByRole('contentinfo').waitFor()
  })
})

test('a title plays in kids mode', async () => {
  const { programId } = world.child
  const { page, errors } = await visit({ path: `/#${PATHS.kids}?programId=${programId}`, kids: true })
  await page.getByRole('dialog').locator('a[href^="#/play?"]').filter({ visible: true }).first().click()
  await expectPlaying(page)
  await page.mouse.move(200, 200)
  // The kids look: large buttons in its sun colour.
  const looks = await page
    .locator('section button')
    .evaluateAll((buttons) =>
      buttons.map(
        (button) => [getComputedStyle(button).backgroundColor, button.getBoundingClientRect().height] as const,
      ),
    )
  expect(looks.some(([colour, height]) => colour === 'rgb(255, 201, 60)' && height >= 72)).toBe(true)
  expect(errors).toEqual([])
})
