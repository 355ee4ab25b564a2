import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Banner } from '#contract/banners.ts'
import type { Tab } from '#contract/categories.ts'
import type { CardPage } from '#contract/programs.ts'
import { HTML_LANG, type Language } from '#contract/languages.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { ROUTES } from '#web/site/navigation/routes.tsx'
import { isFull } from '../support/full.ts'
import { chooseProfile, profilesOf, register, memberStorage } from './support/members.ts'
import { playerVideo, playPath } from './support/playing.ts'
import { shownBy } from './support/screens.ts'
import {
  waitForScreen,
  call,
  SETTINGS,
  eventually,
  hashOf,
  SETTINGS_ONCE,
  settingsOn,
  type Page,
  visit,
  world,
} from './support/world.ts'

const homePage = async (language: Language) =>
  (await fetch(world.url, { headers: { cookie: `language=${language}` } })).text()

/** Marks the prerendered elements, to find out whether hydration keeps them. */
const MARK = `new MutationObserver((_, self) => {
  const main = document.querySelector('#root main')
  if (main) { main.wasPrerendered = true; self.disconnect() }
}).observe(document, { childList: true, subtree: true })`

const isPrerendered = (page: Page) =>
  page.locator('main').evaluate((main) => (main as { wasPrerendered?: boolean }).wasPrerendered === true)

/** How much the pixels of a part of the page differ: hardly, if it is empty. */
async function deviationIn(page: Page, clip: { x: number; y: number; width: number; height: number }): Promise<number> {
  const { channels } = await sharp(await page.screenshot({ clip })).stats()
  return Math.max(...channels.map(({ stdev }) => stdev))
}

describe.each(SETTINGS)('home in $language on $size', ({ language, size }) => {
  test('is prerendered in the HTML and hydrated without errors', async () => {
    const billboard = async () => {
      const question = { place: 'billboard', language }
      return (await call<{ data: { bannerList: Banner[] } }>('/api_v2/revamp/listHomeBanner', question)).data.bannerList
    }
    // It has one slide until a second title has been encoded, and a button to pause from then on.
    await eventually(async () => (await billboard()).length).toBeGreaterThan(1)
    const [banner] = await billboard()
    const top = await call<CardPage>('/api_v2/revamp/mixProgramList', { row: 'top', language })
    const { tabList } = await call<{ tabList: Tab[] }>('/api_v2/revamp/tabBars', { language })
    const html = await homePage(language)
    expect(html).toContain(`<html lang="${HTML_LANG[language]}"`)
    const rows = tabList[0]!.data.categoryList.slice(0, 2).map(({ title }) => title)
    const first = top.list.slice(0, 3).map(({ title }) => title)
    for (const text of [banner!.program!.title, ...rows, ...first]) expect(html).toContain(text)

    const { page, errors, text } = await visit({
      language,
      size,
      prepare: (tab) => tab.addInitScript(MARK),
    })
    await waitForScreen(page, language)
    await page.getByRole('button', { name: text.home.pause }).click()
    await page.getByRole('button', { name: text.home.resume }).waitFor()
    expect(await isPrerendered(page)).toBe(true)
    expect(hashOf(page)).toBe(`#${PATHS.home}`)
    expect(errors).toEqual([])
  })
})

test.each(isFull ? SETTINGS : settingsOn('phone'))(
  'every tab has its own screen, and Back returns through them, in $language on $size',
  async ({ language, size }) => {
    const { page, errors, text } = await visit({ language, size })
    await waitForScreen(page, language)
    const bar = page.getByRole('navigation', { name: text.site.mainNavigation })
    const links = await bar.getByRole('link').all()
    expect(links).toHaveLength(9)
    const hrefs: string[] = []
    for (const link of links) {
      const href = (await link.getAttribute('href'))!
      hrefs.push(href)
      await link.click()
      await eventually(() => hashOf(page)).toBe(href)
      // The campaign, which comes last, has no header.
      if (!href.startsWith(`#${PATHS.campaignSite}`))
        await eventually(() => link.getAttribute('aria-current')).toBe('page')
      await page.locator('main :is(h1, li a)').first().waitFor()
    }
    for (const href of hrefs.slice(0, -1).toReversed()) {
      await page.goBack()
      await eventually(() => hashOf(page)).toBe(href)
    }
    expect(errors).toEqual([])
  },
)

describe('a first visit', () => {
  test('is in Chinese; choosing English stores the language and reloads the page', async () => {
    const { page, errors, text } = await visit()
    await waitForScreen(page, 'zh_HK')
    await page.evaluate(() => Object.assign(globalThis, { before: true }))
    await page.getByRole('button', { name: 'EN', exact: false }).first().click()
    await waitForScreen(page, 'en_US')
    expect(await page.evaluate(() => 'before' in globalThis)).toBe(false)
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en_US')
    expect(await page.evaluate(() => document.cookie)).toContain('language=en_US')
    await page.reload()
    await waitForScreen(page, 'en_US')
    await page.getByRole('link', { name: 'Movies', exact: true }).waitFor()
    expect(await page.getByText(text.site.menu, { exact: true }).count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('in a browser in English is in Chinese too, with a line that offers English, once', async () => {
    const { page, errors } = await visit({ options: { locale: 'en-GB' } })
    await waitForScreen(page, 'zh_HK')
    const offer = page.getByRole('button', { name: 'View in English' })
    await offer.waitFor()
    const isOnTop = () =>
      offer.evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
    expect(await isOnTop()).toBe(true)
    // It covers nothing of the player, whose list of episodes is in that corner.
    await page.evaluate((path) => (location.hash = path), playPath(world.film.programId).replace('/', ''))
    await playerVideo(page).waitFor({ state: 'attached' })
    await eventually(isOnTop).toBe(false)
    await page.goto(world.url)
    await waitForScreen(page, 'zh_HK')
    await page.waitForLoadState('networkidle')
    expect(await offer.count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('on a phone the line that offers English leaves the heading of a screen free', async () => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
    const { page } = await visit({ path: `/#${PATHS.giftCard}`, options: { locale: 'en-GB', ...phone } })
    const line = page.locator('[data-language-offer]')
    await line.waitFor()
    const heading = page.locator('main h1')
    const [offered, above] = [(await line.boundingBox())!, (await heading.boundingBox())!]
    expect(offered.y).toBeGreaterThan(above.y + above.height + 8)
    // Nor does it leave the window.
    expect(offered.y + offered.height).toBeLessThan(844)
  })

  test('before its pictures are there, the billboard is not one dark colour and a card shows its title', async () => {
    const { page } = await visit({ prepare: (tab) => tab.route(/\/i\//, () => {}) })
    await waitForScreen(page)
    const { x, y, width, height } = (await page.locator('main section').first().boundingBox())!
    // Right of its text.
    const picture = { x: x + width * 0.55, y: y + height * 0.15, width: width * 0.4, height: height * 0.3 }
    await eventually(() => deviationIn(page, picture)).toBeGreaterThan(6)
    const card = page.locator('main li a[href*="programId="] img').first()
    await card.scrollIntoViewIfNeeded()
    await eventually(async () => deviationIn(page, (await card.boundingBox())!)).toBeGreaterThan(5)
  })

  test.each([
    ['kids', 'a card', 'main li a[href*="programId="] img'],
    ['cinema', 'a poster', 'main section button img'],
  ] as const)(
    'before its pictures are there, the hero of /%s is its preview, and %s shows its title',
    async (...[name, , small]) => {
      const { page } = await visit({ path: `/#${PATHS[name]}`, prepare: (tab) => tab.route(/\/i\//, () => {}) })
      await waitForScreen(page)
      // Right of the hero's text, above its posters.
      const hero = async () => {
        const { x, y, width, height } = (await page.locator('main section').first().boundingBox())!
        return { x: x + width * 0.6, y: y + height * 0.15, width: width * 0.35, height: height * 0.3 }
      }
      await eventually(async () => deviationIn(page, await hero())).toBeGreaterThan(6)
      const image = page.locator(small).first()
      await image.scrollIntoViewIfNeeded()
      // Without its round corners.
      const middle = async () => {
        const { x, y, width, height } = (await image.boundingBox())!
        return { x: x + width * 0.1, y: y + height * 0.3, width: width * 0.8, height: height * 0.4 }
      }
      await eventually(async () => deviationIn(page, await middle())).toBeGreaterThan(5)
    },
  )

  test.each(isFull ? ['/', '/#', '/#/', '/#/nowhere/at/all'] : ['/', '/#/nowhere/at/all'])(
    '%s leads home',
    async (path) => {
      const { page, errors } = await visit({ path })
      await eventually(() => hashOf(page)).toBe(`#${PATHS.home}`)
      await waitForScreen(page)
      expect(errors).toEqual([])
    },
  )

  test('an unknown hash leads home', async () => {
    const { page, errors } = await visit({ path: `/#${PATHS.movie}` })
    for (const hash of ['#/MovieIpMoble', '#/dramaMoble', '#/category', '#/', '#/play/more']) {
      await page.evaluate((typed) => (location.hash = typed), hash)
      await eventually(() => hashOf(page)).toBe(`#${PATHS.home}`)
      await page.evaluate((typed) => (location.hash = typed), `#${PATHS.movie}`)
      await eventually(() => hashOf(page)).toBe(`#${PATHS.movie}`)
    }
    expect(errors).toEqual([])
  })
})

/** The screens with parameters, and after a reload, in one of the two settings; in the full run every screen (layout.test.ts opens each). */
describe.each(SETTINGS_ONCE.map((setting, turn) => ({ ...setting, turn })))(
  'a deep link, in $language on $size',
  ({ language, size, turn }) => {
    const special: Partial<Record<string, string>> = {
      Play: playPath(world.film.programId).slice(1),
      RollingCategory: `#${PATHS.rolling}?categoryId=movie-new`,
      PromoteCategory: `#${PATHS.promote}?categoryId=harbour-nights`,
    }
    const routes = ROUTES.filter(({ name }) => name !== 'PlayDrama')
    const targets = routes
      .filter(({ name }) => isFull || special[name])
      .filter((_, at) => at % SETTINGS_ONCE.length === turn)
      .map(({ name, path, member }) => ({ name, path: special[name] ?? `#${path}`, member }))
    let storageState: ReturnType<typeof memberStorage>
    beforeAll(async () => {
      const member = await register()
      const [own] = await profilesOf(member)
      storageState = memberStorage(member, { profile: await chooseProfile(member, own!), language })
    })

    test.each(targets)('$name opens, and again after a reload', async ({ name, path, member }) => {
      const { page, errors } = await visit({
        path: `/${path}`,
        size,
        ...(member ? { options: { storageState } } : { language }),
      })
      const shows = async () => {
        // The same page in English, whatever the viewer has chosen.
        await waitForScreen(page, name === 'HgcCodeEn' ? 'en_US' : language)
        if (name === 'Play') await playerVideo(page).waitFor()
        else await page.locator(shownBy(name)).filter({ visible: true }).first().waitFor()
        expect(hashOf(page)).toBe(path)
      }
      await shows()
      await page.reload()
      await shows()
      expect(errors).toEqual([])
    })
  },
)

test('a deep link to an episode opens the player, and again after a reload', async () => {
  const { programId } = world.series
  const path = `#/PlayDrama/2?programId=${programId}&programGuid=${programId}.s1e2&episode=2`
  const { page, errors } = await visit({ path: `/${path}` })
  await playerVideo(page).waitFor()
  await page.reload()
  await playerVideo(page).waitFor()
  expect(hashOf(page)).toBe(path)
  expect(errors).toEqual([])
})

/** Records in every animation frame whether the login link is visible. */
const WATCH_LOGIN = `(function watch() {
  const links = [...document.querySelectorAll('header a[href^="#/login"]')]
  if (links.some((link) => link.checkVisibility({ visibilityProperty: true, opacityProperty: true }))) globalThis.sawLogin = true
  requestAnimationFrame(watch)
})()`

test('a member never sees the login link of the prerendered visitor home', async () => {
  const member = await register()
  const [own] = await profilesOf(member)
  const storageState = memberStorage(member, { profile: await chooseProfile(member, own!) })
  for (const [options, saw] of [
    [{}, true],
    [{ storageState }, false],
  ] as const) {
    const { page } = await visit({ options, prepare: (tab) => tab.addInitScript(WATCH_LOGIN) })
    await waitForScreen(page)
    expect(await page.evaluate(() => 'sawLogin' in globalThis)).toBe(saw)
  }
})
