import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { detail } from '#text/en_US/detail.ts'
import { isFull } from '../support/full.ts'
import { chooseProfile, logInAsDemo, memberStorage, profilesOf } from './support/members.ts'
import { settled } from './support/shifts.ts'
import { eventually, type Page, visit, world } from './support/world.ts'

/** A rental, one of class III, one for the pass. */
const TITLES = ['incense', 'pier', 'crossing']

/** Icons of buttons that are narrower than they were drawn. */
const squeezed = (page: Page): Promise<string[]> =>
  page
    .locator(':is(a, button) svg[width]')
    .evaluateAll((icons) =>
      icons
        .filter((icon) => Number.parseFloat(getComputedStyle(icon).width) < Number(icon.getAttribute('width')) - 0.5)
        .map((icon) => icon.closest('a, button')!.textContent),
    )

test.each(isFull ? LANGUAGES : (['en_US'] as const))(
  'on a phone of 360 px no price squeezes the icon of its button (%s)',
  async (language) => {
    const member = await logInAsDemo('history')
    const [own] = await profilesOf(member)
    const storageState = memberStorage(member, { profile: await chooseProfile(member, own!), language })
    const options = { storageState, reducedMotion: 'reduce' as const }
    const { page } = await visit({ path: '/favicon-512.png', size: 'phone', options })
    await page.setViewportSize({ width: 360, height: 740 })
    for (const title of TITLES) {
      await page.goto(`${world.url}/?${title}#${PATHS.movie}?programId=${title}`, { waitUntil: 'load' })
      await settled(page)
      await page.getByRole('dialog').locator('[aria-busy=false]').waitFor()
      expect({ title, squeezed: await squeezed(page) }).toEqual({ title, squeezed: [] })
    }
  },
)

test('on a phone the pinned header of a title keeps its height beside a long price, clear of the close button', async () => {
  const path = `/#${PATHS.movie}?programId=${world.members.programId}`
  const { page } = await visit({ path, language: 'en_US', size: 'phone' })
  const sheet = page.getByRole('dialog')
  await sheet.locator('[aria-busy=false]').waitFor()
  const pinned = sheet.locator('[data-shown]')
  await eventually(async () => {
    await sheet.evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight))
    return pinned.count()
  }).toBe(1)
  const button = pinned.getByRole('link', { name: /First month free, then HK\$\d+ a month/ })
  const close = sheet.getByRole('button', { name: detail.close, exact: true })
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 740 })
    const { x, width: wide, height } = (await button.boundingBox())!
    expect({ width, isLow: height <= 72 }).toEqual({ width, isLow: true })
    expect(x + wide).toBeLessThanOrEqual((await close.boundingBox())!.x)
  }
})
