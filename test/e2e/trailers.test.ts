import { expect, test } from 'vitest'
import { account } from '#text/zh_HK/accounts.ts'
import { player } from '#text/zh_HK/player.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { chooseProfile, profilesOf, register } from './support/members.ts'
import { currentTimeOf, playerVideo, playPath } from './support/playing.ts'
import { visitAs } from './support/profile-pages.ts'
import { call, eventually, type Page, visit, waitForScreen, world } from './support/world.ts'

const { programId } = world.film
const MOVIES = `/#${PATHS.rolling}?categoryId=movie-new`
const card = (page: Page) => page.locator(`main a[href*="programId=${programId}"]`).first()
const hoverCard = (page: Page) => page.locator('[data-hover-card]')

/** The videos of the page that play, and whether each is silent. */
const moving = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('video')]
      .filter((video) => !video.paused && video.currentTime > 0)
      .map(({ muted }) => muted),
  )

/** Records the trailers that are requested: the public previews below `/p/`. */
function watchPreviews(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => /\/p\/[^/]+\/[^/]+\.mp4$/.test(request.url()) && requested.push(request.url()))
  return requested
}

test('one trailer plays at a time, silent: in the hover card, then in the details', async () => {
  const { page, errors } = await visit({ path: MOVIES })
  await waitForScreen(page)
  expect(await moving(page)).toEqual([])
  await card(page).hover()
  await hoverCard(page).waitFor()
  await eventually(() => moving(page)).toEqual([true])
  await card(page).evaluate((link: HTMLElement) => link.click())
  await page.locator('dialog[open] video').waitFor({ state: 'attached' })
  await eventually(() => moving(page)).toEqual([true])
  expect(
    await page.locator('dialog[open] video').evaluate((video: HTMLVideoElement) => video.currentTime),
  ).toBeGreaterThan(0)
  expect(errors).toEqual([])
})

test.runIf(isFull)('a member switches trailers off: none is loaded on that device any more', async () => {
  const member = await register()
  const [profile] = await profilesOf(member)
  const { page, context } = await visitAs(member, {
    path: `/#${PATHS.setupQuality}`,
    profile: await chooseProfile(member, profile!),
  })
  const choice = page.getByRole('checkbox', { name: account.quality.trailers })
  await eventually(() => choice.isChecked()).toBe(true)
  await page.getByText(account.quality.trailers, { exact: true }).click()
  await eventually(() => choice.isChecked()).toBe(false)

  const other = await context.newPage()
  const requested = watchPreviews(other)
  await other.goto(world.url + MOVIES)
  await waitForScreen(other)
  await card(other).hover()
  await hoverCard(other).waitFor()
  await card(other).evaluate((link: HTMLElement) => link.click())
  await other.locator('dialog[open] [aria-busy=false]').waitFor()
  await other.waitForLoadState('networkidle')
  expect(requested).toEqual([])
})

test('before a title is bought its preview plays, and Back returns to the offer', async () => {
  const { program } = await call<{ program: { movie: { previewURL?: string } } }>('/api_v2/revamp/detail', {
    programId: world.rental.programId,
  })
  expect(program.movie.previewURL).toMatch(/\/p\//)
  const member = await register()
  const [profile] = await profilesOf(member)
  const { page, errors } = await visitAs(member, {
    path: playPath(world.rental.programId),
    profile: await chooseProfile(member, profile!),
  })
  const offer = page.getByRole('alertdialog', { name: player.gate.buy.rental.title })
  await offer.waitFor({ state: 'attached' })
  // The offer's own dialog opens above the panel; Esc does nothing before.
  const dialog = page.locator('dialog[open]')
  await dialog.getByRole('button').first().waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await offer.getByRole('button', { name: player.gate.preview }).click()
  await eventually(() => currentTimeOf(page)).toBeGreaterThan(0.5)
  expect(await playerVideo(page).evaluate((video: HTMLVideoElement) => video.currentSrc)).toContain('/p/')
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await page.goBack()
  await offer.waitFor({ state: 'attached' })
  expect(errors).toEqual([])
})
