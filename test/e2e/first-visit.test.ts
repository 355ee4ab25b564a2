import { beforeAll, describe, expect, test } from 'vitest'
import type { Banner } from '#contract/banners.ts'
import type { Tab } from '#contract/categories.ts'
import type { CardPage } from '#contract/programs.ts'
import { HTML_LANG, type Language } from '#contract/languages.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { ROUTES } from '#web/site/navigation/routes.tsx'
import { choose, profilesOf, register, signedIn } from './support/members.ts'
import { filmIn, playPath } from './support/playing.ts'
import { arrived, call, EVERYWHERE, eventually, hashOf, ONCE_EACH, type Page, visit, world } from './support/world.ts'

const homePage = async (language: Language) =>
  (await fetch(world.url, { headers: { cookie: `language=${language}` } })).text()

/** Notes on the prerendered page itself whether it is the one that is kept. */
const MARK = `new MutationObserver((_, self) => {
  const main = document.querySelector('#root main')
  if (main) { main.wasPrerendered = true; self.disconnect() }
}).observe(document, { childList: true, subtree: true })`

const isPrerendered = (page: Page) =>
  page.locator('main').evaluate((main) => (main as { wasPrerendered?: boolean }).wasPrerendered === true)

describe.each(EVERYWHERE)('home in $language on $size', ({ language, size }) => {
  test('is in the HTML before any script, and is taken over without a fault', async () => {
    const { data } = await call<{ data: { bannerList: Banner[] } }>('/api_v2/revamp/listHomeBanner', {
      place: 'billboard',
      language,
    })
    const top = await call<CardPage>('/api_v2/revamp/mixProgramList', { row: 'top', language })
    const { tabList } = await call<{ tabList: Tab[] }>('/api_v2/revamp/tabBars', { language })
    const html = await homePage(language)
    expect(html).toContain(`<html lang="${HTML_LANG[language]}"`)
    const rows = tabList[0]!.data.categoryList.slice(0, 2).map(({ title }) => title)
    const first = top.list.slice(0, 3).map(({ title }) => title)
    for (const words of [data.bannerList[0]!.program!.title, ...rows, ...first]) expect(html).toContain(words)

    const { page, errors, text } = await visit({
      language,
      size,
      prepare: (tab) => tab.addInitScript(MARK),
    })
    await arrived(page, language)
    await page.getByRole('button', { name: text.home.pause }).click()
    await page.getByRole('button', { name: text.home.resume }).waitFor()
    expect(await isPrerendered(page)).toBe(true)
    expect(hashOf(page)).toBe(`#${PATHS.home}`)
    expect(errors).toEqual([])
  })

  test('every tab is a screen of its own, and Back leads through them again', async () => {
    const { page, errors, text } = await visit({ language, size })
    await arrived(page, language)
    const bar = page.getByRole('navigation', { name: text.site.mainNavigation })
    const links = await bar.getByRole('link').all()
    expect(links).toHaveLength(5)
    const hrefs: string[] = []
    for (const link of links) {
      const href = (await link.getAttribute('href'))!
      hrefs.push(href)
      await link.click()
      await eventually(() => hashOf(page)).toBe(href)
      await eventually(() => link.getAttribute('aria-current')).toBe('page')
      await page.locator('main section li a').first().waitFor()
    }
    for (const href of hrefs.slice(0, -1).toReversed()) {
      await page.goBack()
      await eventually(() => hashOf(page)).toBe(href)
    }
    expect(errors).toEqual([])
  })
})

describe('a first visit', () => {
  test('with nothing stored is in Chinese; the other language is stored and the page loaded anew', async () => {
    const { page, errors, text } = await visit()
    await arrived(page, 'zh_HK')
    await page.evaluate(() => Object.assign(globalThis, { before: true }))
    await page.getByRole('button', { name: 'EN', exact: false }).first().click()
    await arrived(page, 'en_US')
    expect(await page.evaluate(() => 'before' in globalThis)).toBe(false)
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en_US')
    expect(await page.evaluate(() => document.cookie)).toContain('language=en_US')
    await page.reload()
    await arrived(page, 'en_US')
    await page.getByRole('link', { name: 'Movies', exact: true }).waitFor()
    expect(await page.getByText(text.site.menu, { exact: true }).count()).toBe(0)
    expect(errors).toEqual([])
  })

  test.each(['/', '/#', '/#/', '/#/nowhere/at/all'])('%s leads home', async (path) => {
    const { page, errors } = await visit({ path })
    await eventually(() => hashOf(page)).toBe(`#${PATHS.home}`)
    await arrived(page)
    expect(errors).toEqual([])
  })

  test('an address typed over another leads home when it is none', async () => {
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

/** Every screen in one of the two settings: the settings are told apart elsewhere. */
describe.each(ONCE_EACH.map((setting, turn) => ({ ...setting, turn })))(
  'a link straight to a screen, in $language on $size',
  ({ language, size, turn }) => {
    const special: Partial<Record<string, string>> = {
      Play: playPath(world.film.programId).slice(1),
      RollingCategory: `#${PATHS.rolling}?categoryId=movie-new`,
    }
    const routes = ROUTES.filter(({ name }) => name !== 'PlayDrama')
    const targets = routes
      .filter((_, at) => at % ONCE_EACH.length === turn)
      .map(({ name, path, member }) => ({
        name,
        path: special[name] ?? `#${path}`,
        member,
      }))
    let storageState: ReturnType<typeof signedIn>
    beforeAll(async () => {
      const member = await register()
      const [own] = await profilesOf(member)
      storageState = signedIn(member, { profile: await choose(member, own!), language })
    })

    test.each(targets)('$name opens, and stays through a reload', async ({ name, path, member }) => {
      const { page, errors } = await visit({
        path: `/${path}`,
        size,
        ...(member ? { options: { storageState } } : { language }),
      })
      const shows = async () => {
        await arrived(page, language)
        if (name === 'Play') await filmIn(page).waitFor()
        else
          await page
            .locator('main li :is(a, button), main :is(form, fieldset)')
            .filter({ visible: true })
            .first()
            .waitFor()
        expect(hashOf(page)).toBe(path)
      }
      await shows()
      await page.reload()
      await shows()
      expect(errors).toEqual([])
    })
  },
)

test('a link straight to an episode opens the player, and stays through a reload', async () => {
  const { programId } = world.series
  const path = `#/PlayDrama/2?programId=${programId}&programGuid=${programId}.s1e2&episode=2`
  const { page, errors } = await visit({ path: `/${path}` })
  await filmIn(page).waitFor()
  await page.reload()
  await filmIn(page).waitFor()
  expect(hashOf(page)).toBe(path)
  expect(errors).toEqual([])
})

/** Notes, picture by picture, whether the way to the login was ever to be seen. */
const WATCH_LOGIN = `(function watch() {
  const links = [...document.querySelectorAll('header a[href^="#/login"]')]
  if (links.some((link) => link.checkVisibility({ visibilityProperty: true, opacityProperty: true }))) globalThis.sawLogin = true
  requestAnimationFrame(watch)
})()`

test('a member is never shown the login of the home that was made for visitors', async () => {
  const member = await register()
  const [own] = await profilesOf(member)
  const storageState = signedIn(member, { profile: await choose(member, own!) })
  for (const [options, saw] of [
    [{}, true],
    [{ storageState }, false],
  ] as const) {
    const { page } = await visit({ options, prepare: (tab) => tab.addInitScript(WATCH_LOGIN) })
    await arrived(page)
    expect(await page.evaluate(() => 'sawLogin' in globalThis)).toBe(saw)
  }
})
