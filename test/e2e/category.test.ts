import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { promotions } from '#text/zh_HK/promotions.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { chooseProfile, profilesOf, register } from './support/members.ts'
import { codeDialog, typeCode, visitAs } from './support/profile-pages.ts'
import { waitForScreen, settingsOn, eventually, hashOf, type Page, queryOf, carousel, visit } from './support/world.ts'

const ROLLING = `/#${PATHS.rolling}?categoryId=movie-new`
/** A category with more than one page of cards. */
const LONG = `/#${PATHS.rolling}?categoryId=new`

const cards = (page: Page) => page.locator('main li a')
const scrollOffset = (page: Page) => page.evaluate(() => Math.round(scrollY))

/** The count that the page announces, as a number. */
const countOf = async (page: Page) => Number(/\d+/.exec(await page.getByRole('status').first().innerText())?.[0] ?? -1)

/** In narrow windows they are behind a button. */
async function showFilters(page: Page, label: string): Promise<void> {
  const toggle = page.getByRole('button', { name: new RegExp(`^${label}`, 'u') })
  if (await toggle.isVisible()) await toggle.click()
}

describe.each(settingsOn('phone'))('a category, in $language on $size', ({ language, size }) => {
  test('keeps filters and sort order in the URL and after a reload', async () => {
    const { page, errors, text } = await visit({ path: ROLLING, language, size })
    const { filters, filterNames, sortBy, clear } = text.categories
    await cards(page).first().waitFor()
    await eventually(() => countOf(page)).toBeGreaterThan(0)
    const all = await countOf(page)
    await showFilters(page, filters)
    await page.getByLabel(filterNames.genre).selectOption('family')
    await eventually(() => queryOf(page).get('genre')).toBe('family')
    // There is no count while the next list is loading.
    await eventually(() => countOf(page)).toSatisfy((count: number) => count > 0 && count < all)
    const some = await countOf(page)
    await eventually(() => cards(page).count()).toBe(some)
    await page.getByLabel(sortBy).selectOption('title')
    await eventually(() => queryOf(page).get('sort')).toBe('title')

    await page.reload()
    await eventually(() => countOf(page)).toBe(some)
    expect(await page.getByLabel(filterNames.genre).inputValue()).toBe('family')
    expect(await page.getByLabel(sortBy).inputValue()).toBe('title')

    await page.getByRole('button', { name: clear }).click()
    await eventually(() => countOf(page)).toBe(all)
    expect(queryOf(page).get('genre')).toBeNull()

    // The choices stay while the next list is loading, and with them the focus.
    await showFilters(page, filters)
    const year = page.getByLabel(filterNames.year)
    await year.focus()
    await year.selectOption({ index: 1 })
    await eventually(() => queryOf(page).get('year')).not.toBeNull()
    await year.selectOption('')
    await eventually(() => countOf(page)).toBe(all)
    expect(await year.evaluate((select) => select === document.activeElement)).toBe(true)
    expect(errors).toEqual([])
  })

  test('without a match shows a message and the nearest titles, and clears its filters', async () => {
    const { page, text } = await visit({ path: `${ROLLING}&genre=horror&year=1990`, language, size })
    await page.getByText(text.categories.empty).waitFor()
    await page.getByRole('heading', { name: text.categories.nearest }).waitFor()
    await cards(page).first().waitFor()
    await page.getByRole('button', { name: text.categories.clear }).first().click()
    await eventually(() => countOf(page)).toBeGreaterThan(0)
  })

  test('loads more while scrolling, and Back restores the number of cards and the scroll offset', async () => {
    const { page, errors, text } = await visit({ path: LONG, language, size })
    await cards(page).nth(10).waitFor()
    const first = await cards(page).count()
    await eventually(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      return cards(page).count()
    }).toBeGreaterThan(first)
    const loaded = await cards(page).count()
    await cards(page)
      .nth(first + 4)
      .evaluate((card) => card.scrollIntoView({ block: 'center' }))
    const offset = await scrollOffset(page)
    expect(offset).toBeGreaterThan(500)

    await page.getByRole('navigation', { name: text.site.mainNavigation }).getByRole('link').nth(1).click()
    await eventually(() => hashOf(page)).toBe(`#${PATHS.movie}`)
    await eventually(() => scrollOffset(page)).toBe(0)
    await waitForScreen(page, language)
    await page.goBack()
    await eventually(() => hashOf(page)).toBe(LONG.slice(1))
    await eventually(() => scrollOffset(page)).toBeGreaterThan(offset - 5)
    expect(await scrollOffset(page)).toBeLessThan(offset + 5)
    await eventually(() => cards(page).count()).toBe(loaded)
    expect(errors).toEqual([])
  })
})

test.runIf(isFull)('a carousel links to its category, whose filters add no history entries', async () => {
  const { page, text } = await visit({ path: `/#${PATHS.movie}` })
  await waitForScreen(page)
  await carousel(page, '新上架電影')
    .getByRole('link', { name: text.site.seeAllOf('新上架電影') })
    .click()
  await eventually(() => hashOf(page)).toBe(ROLLING.slice(1))
  await page.getByLabel(text.categories.filterNames.genre).selectOption('family')
  await eventually(() => queryOf(page).get('genre')).toBe('family')
  await page.goBack()
  await eventually(() => hashOf(page)).toBe(`#${PATHS.movie}`)
})

test('an unknown category shows a message and a link to home', async () => {
  const { page, text } = await visit({ path: `/#${PATHS.rolling}?categoryId=none` })
  await page.getByText(text.categories.missing).waitFor()
  await page.getByRole('link', { name: text.home.toHome }).click()
  await eventually(() => hashOf(page)).toBe(`#${PATHS.home}`)
})

test.runIf(isFull)('the filters show their names, also without a match', async () => {
  const { page, text } = await visit({ path: `${ROLLING}&genre=horror&year=1990` })
  await page.getByText(text.categories.empty).waitFor()
  const chosen = page.getByLabel(text.categories.filterNames.genre).locator('option:checked')
  expect(await chosen.innerText()).toContain(text.cards.genres.horror)
})

const PROMOTED = `/#${PATHS.promote}?categoryId=harbour-nights`
/** In no list. */
const FOR_ADULTS = `/#${PATHS.promote}?categoryId=after-midnight&adult=1`

test.runIf(isFull)('a promoted collection has its banner, and keeps filters and sort order in the URL', async () => {
  const { page, errors, text } = await visit({ path: `/#${PATHS.movie}` })
  await waitForScreen(page)
  await page.getByRole('link', { name: text.site.seeAllOf('海傍夜色') }).click()
  await eventually(() => hashOf(page)).toBe(PROMOTED.slice(1))
  await page.getByRole('heading', { level: 1, name: '海傍夜色' }).waitFor()
  await eventually(() => page.title()).toContain('海傍夜色')
  await page.locator('main picture img').first().waitFor()
  await eventually(() => countOf(page)).toBe(12)
  await page.getByLabel(text.categories.filterNames.genre).selectOption('family')
  await eventually(() => queryOf(page).get('genre')).toBe('family')
  await eventually(() => countOf(page)).toSatisfy((count: number) => count > 0 && count < 12)
  await page.getByLabel(text.categories.sortBy).selectOption('title')
  await eventually(() => queryOf(page).get('sort')).toBe('title')
  let some = 0
  await eventually(async () => (some = await countOf(page))).toBeGreaterThan(0)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: '海傍夜色' }).waitFor()
  await eventually(() => cards(page).count()).toBe(some)
  await page.goBack()
  await eventually(() => hashOf(page)).toBe(`#${PATHS.movie}`)
  expect(errors).toEqual([])
})

test('a promoted collection for adults asks a visitor to log in, and a member for the parental code', async () => {
  const { login, code } = promotions.gate
  const { page } = await visit({ path: FOR_ADULTS })
  await page.getByRole('dialog').getByRole('button').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1, name: login.title }).waitFor()
  expect(await cards(page).count()).toBe(0)

  const member = await register('陳大文')
  const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
  const { page: own } = await visitAs(member, { path: FOR_ADULTS, profile })
  await codeDialog(own).waitFor()
  // While its chunk loads, a dialog cannot be closed.
  await eventually(async () => {
    await own.keyboard.press('Escape')
    return codeDialog(own).count()
  }).toBe(0)
  await own.getByRole('heading', { level: 1, name: code.title }).waitFor()
  expect(await cards(own).count()).toBe(0)
  await own.getByRole('button', { name: code.action }).click()
  await typeCode(own, member.parentalCode)
  await own.getByRole('heading', { level: 1, name: '深宵放映' }).waitFor()
  await eventually(() => cards(own).count()).toBe(4)
})

test.each(isFull ? [360, 390, 720, 820] : [360, 820])(
  'at %i px filters and order are inside of the window, and the count of a class is what it lists',
  async (width) => {
    const { page, text } = await visit({ path: LONG, options: { viewport: { width, height: 800 } } })
    const { filters, filterNames, sortBy } = text.categories
    await cards(page).first().waitFor()
    const isInside = async (element: Locator) => {
      const { x, width: own } = (await element.boundingBox())!
      return x >= 0 && x + own <= width
    }
    const sort = page.getByLabel(sortBy)
    expect(await isInside(sort)).toBe(true)
    await showFilters(page, filters)
    const selects = await page.getByRole('form', { name: filters }).locator('select').all()
    expect(selects.length).toBeGreaterThan(2)
    for (const select of selects) expect(await isInside(select)).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

    const restriction = page.getByLabel(filterNames.restriction)
    const upToOne = restriction.locator('option[value*=","]').first()
    for (const option of [restriction.locator('option').nth(1), upToOne]) {
      const count = Number(/(\d+)\D*$/.exec((await option.textContent())!)?.[1])
      const value = await option.getAttribute('value')
      await restriction.selectOption(value)
      await eventually(() => queryOf(page).get('restriction')).toBe(value)
      await eventually(() => countOf(page)).toBe(count)
    }
  },
)

test.each(isFull ? [360, 390] : [360])('at %i px wide cards stand two in a row', async (width) => {
  const { page } = await visit({ path: LONG, options: { viewport: { width, height: 800 } } })
  const categoryId = await page.evaluate(async () => {
    const response = await fetch('/api_v2/revamp/tabBars')
    const { tabList } = (await response.json()) as {
      tabList: { data: { categoryList: { categoryId: string; showLandscape: boolean }[] } }[]
    }
    return tabList.flatMap(({ data }) => data.categoryList).find(({ showLandscape }) => showLandscape)!.categoryId
  })
  await page.evaluate((to) => void (location.hash = to), `${PATHS.rolling}?categoryId=${categoryId}`)
  await eventually(() => hashOf(page)).toContain(categoryId)
  await page.locator('main [class*=landscape] li a').nth(1).waitFor()
  const boxes = await Promise.all([0, 1].map((n) => page.locator('main li a').nth(n).boundingBox()))
  expect(boxes[0]!.y).toBe(boxes[1]!.y)
})

test.runIf(isFull)(
  'a page of titles that fails says why below those that are there, and a retry loads it',
  async () => {
    const next = /\/api_v2\/revamp\/.*[?&]page=2/
    const json = { result: 'FAILED', errorCode: 'INTERNAL', message: 'x', requestId: 'r-9' }
    const { page, text } = await visit({
      path: LONG,
      prepare: (tab) => tab.route(next, (route) => route.fulfill({ status: 500, json })),
    })
    await cards(page).first().waitFor()
    const first = await cards(page).count()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByText(text.errors.fault('r-9')).waitFor()
    await page.unroute(next)
    await page.locator('main').getByRole('button', { name: text.site.retry }).click()
    await eventually(() => cards(page).count()).toBeGreaterThan(first)
  },
)
