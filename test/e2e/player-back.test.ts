import { expect, test } from 'vitest'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { expectPlaying, playerVideo, playPath, showControls } from './support/playing.ts'
import { eventually, hashOf, type Page, visit, waitForScreen, world } from './support/world.ts'

const { programId } = world.series
const SEARCH = paths.search({ keyword: '渡輪' })

/** Clicks a link of the site, as those of the scenes that search has found. */
const follow = (page: Page, to: string) =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, to)

/** The page and one before it, each in the history. */
async function visitSearch() {
  const site = await visit({ path: `/#${PATHS.drama}` })
  await waitForScreen(site.page)
  await follow(site.page, SEARCH)
  await eventually(() => hashOf(site.page)).toBe(SEARCH)
  return site
}

const hasStopped = (page: Page) => playerVideo(page).waitFor({ state: 'detached' })

test.each(isFull ? (['no-preference', 'reduce'] as const) : (['no-preference'] as const))(
  'Back on the content warning goes back one page (motion: %s)',
  async (reducedMotion) => {
    const { page, text, errors } = await visitSearch()
    await page.emulateMedia({ reducedMotion })
    await follow(page, `#${PATHS.play}?programId=${programId}`)
    const warning = page.getByRole('dialog', { name: text.contentWarning.title })
    await warning.waitFor()
    // The address of movies has become the episode's.
    expect(hashOf(page)).toContain(`#${PATHS.playDrama}/1?programId=${programId}`)
    await page.goBack()
    await warning.waitFor({ state: 'detached' })
    await hasStopped(page)
    await waitForScreen(page)
    expect(hashOf(page)).toBe(SEARCH)
    await page.goBack()
    await eventually(() => hashOf(page)).toBe(`#${PATHS.drama}`)
    expect(errors).toEqual([])
  },
)

test('Back closes the shortcuts first, then leaves the player; in a shared link too', async () => {
  const { page, text } = await visitSearch()
  await follow(page, playPath(world.film.programId).slice(1))
  await expectPlaying(page)
  const shortcuts = page.getByRole('dialog', { name: text.player.shortcuts })
  await page.keyboard.press('Shift+Slash')
  await shortcuts.waitFor()
  await page.goBack()
  await shortcuts.waitFor({ state: 'detached' })
  await expectPlaying(page)
  await page.goBack()
  await hasStopped(page)
  expect(hashOf(page)).toBe(SEARCH)

  const shared = await visit({ path: playPath(world.film.programId) })
  await expectPlaying(shared.page)
  await shared.page.keyboard.press('Shift+Slash')
  const list = shared.page.getByRole('dialog', { name: text.player.shortcuts })
  await list.waitFor()
  await shared.page.goBack()
  await list.waitFor({ state: 'detached' })
  expect(hashOf(shared.page)).toContain(`#${PATHS.play}?`)
  expect(shared.errors).toEqual([])
})

test.runIf(isFull)('Back closes the list of episodes; an episode chosen from it leaves no step behind', async () => {
  const { page, text, errors } = await visitSearch()
  await follow(page, paths.playDrama({ programId, programGuid: '', episode: 1 }))
  await page.getByRole('button', { name: text.contentWarning.go }).click()
  await page.getByRole('button', { name: text.player.skipOpening }).click()
  await playerVideo(page).waitFor()
  await page.keyboard.press('KeyK')
  const panel = page.getByRole('complementary', { name: text.player.episodeList })
  const openPanel = async () => {
    await showControls(page)
    await page.getByRole('button', { name: text.player.episodeList }).click()
    await panel.waitFor()
  }
  await openPanel()
  await page.goBack()
  await panel.waitFor({ state: 'detached' })
  expect(hashOf(page)).toContain(`#${PATHS.playDrama}/1?`)
  await openPanel()
  await panel.getByRole('listitem').nth(1).getByRole('button').click()
  await eventually(() => hashOf(page)).toContain(`#${PATHS.playDrama}/2?`)
  await panel.waitFor({ state: 'detached' })
  await openPanel()
  // The player's own button leaves from an open list, in one step.
  await page.getByRole('button', { name: text.player.back, exact: true }).first().click()
  await hasStopped(page)
  expect(hashOf(page)).toBe(SEARCH)
  expect(errors).toEqual([])
})
