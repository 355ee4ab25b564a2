import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { seriousViolations, tabTo } from './support/accessibility.ts'
import { isPaused, playPath, currentTimeOf, expectPlaying } from './support/playing.ts'
import { waitForScreen, eventually, hashOf, visit, world } from './support/world.ts'

const SCREENS = [
  { screen: 'home', path: `/#${PATHS.home}`, size: 'desktop' },
  { screen: 'home', path: `/#${PATHS.home}`, size: 'phone' },
  { screen: 'a tab', path: `/#${PATHS.drama}`, size: 'phone' },
  { screen: 'kids', path: `/#${PATHS.kids}`, size: 'phone' },
  { screen: 'a category', path: `/#${PATHS.rolling}?categoryId=movie-new`, size: 'phone' },
  { screen: 'a film', path: `/#${PATHS.home}?programId=tram`, size: 'phone' },
  { screen: 'a series', path: `/#${PATHS.home}?programId=islands`, size: 'desktop' },
] as const

describe.each(LANGUAGES)('in %s', (language) => {
  // Screens alternate between the languages, unless every combination is wanted.
  const screens = SCREENS.filter((_, n) => isFull || LANGUAGES[n % LANGUAGES.length] === language)
  const players = (['desktop', 'phone'] as const).filter(
    (_, n) => isFull || LANGUAGES[n % LANGUAGES.length] === language,
  )

  test.each(screens)('$screen ($size) has no serious violations', async ({ path, size }) => {
    const { page } = await visit({ path, size, language, options: { reducedMotion: 'reduce' } })
    await waitForScreen(page, language)
    await page.locator('main li a').first().waitFor()
    if (path.includes('programId')) await page.getByRole('dialog').locator('[aria-busy=false]').waitFor()
    expect(await seriousViolations(page)).toEqual([])
  })

  test.each(players)('the player (%s) has no serious violations', async (size) => {
    const { page } = await visit({ path: playPath(world.film.programId), size, language })
    await expectPlaying(page)
    await page.keyboard.press('Space')
    await eventually(() => isPaused(page)).toBe(true)
    expect(await seriousViolations(page)).toEqual([])
  })
})

test('a screen has one main heading, landmarks, carousels that are named lists, and a page title', async () => {
  const { page, text } = await visit({ language: 'en_US' })
  await waitForScreen(page, 'en_US')
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
    expect(await page.getByRole(landmark).count()).toBe(1)
  }
  const top = page.getByRole('region', { name: 'Top 10 in Hong Kong today' })
  await eventually(() => top.getByRole('list').getByRole('listitem').count()).toBe(10)
  expect(await top.locator('ol').count()).toBe(1)
  await page.getByRole('navigation', { name: text.site.mainNavigation }).getByRole('link', { name: 'Movies' }).click()
  await eventually(() => page.title()).toContain('Movies')
})

test('a title is opened, played and left by keyboard alone', async () => {
  const { page, errors, text } = await visit()
  await waitForScreen(page)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(text.site.skip)
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  await tabTo(page, 'ol li a')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.locator('[aria-busy=false]').waitFor()
  await tabTo(page, 'dialog a[href^="#/play?"]')
  expect(await page.evaluate(() => getComputedStyle(document.activeElement!).boxShadow)).not.toBe('none')
  await page.keyboard.press('Enter')
  await expectPlaying(page)
  await page.keyboard.press('Space')
  await eventually(() => isPaused(page)).toBe(true)
  const before = await currentTimeOf(page)
  await page.keyboard.press('ArrowRight')
  await eventually(() => currentTimeOf(page)).toBeGreaterThan(before)
  await tabTo(page, '[data-controls] button')
  await page.goBack()
  await sheet.waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(hashOf(page)).toBe(`#${PATHS.home}`)
  expect(errors).toEqual([])
})

test('the viewport allows zooming', async () => {
  const { page } = await visit({ size: 'phone' })
  const viewport = await page.locator('meta[name=viewport]').getAttribute('content')
  expect(viewport).not.toMatch(/user-scalable\s*=\s*(no|0)|maximum-scale/)
})
