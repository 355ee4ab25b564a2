import { expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import {
  currentTimeOf,
  expectPlaying,
  expectPlayingFrom,
  isPaused,
  playerVideo,
  waitUntilPlayable,
} from './support/playing.ts'
import { eventually, hashOf, type Page, SIZES, TEXT, visit, type Size } from './support/world.ts'

/** A series of the demo for children, with an opening from second 1 to 6, and credits from second 28 of 33.5. */
const SERIES = 'ding'
const OPENING_ENDS = 6
const CREDITS = 28
const COUNT_S = 10

const text = TEXT.zh_HK.player

async function openEpisode(episode: number, { kids, size }: { kids: boolean; size: Size }) {
  await waitUntilPlayable(SERIES)
  const query = new URLSearchParams({
    programId: SERIES,
    programGuid: `${SERIES}.s1e${episode}`,
    episode: `${episode}`,
  })
  const visited = await visit({ path: `/#/PlayDrama/${episode}?${query}`, kids, size })
  await expectPlaying(visited.page)
  return visited
}

const skipButton = (page: Page) => page.getByRole('button', { name: text.skipOpening })
const nextCard = (page: Page) => page.locator('[data-offers]').getByRole('region', { name: text.next })

/** The seconds that the card of the next episode names. */
const secondsLeft = async (page: Page): Promise<number> =>
  Number(/\d+/.exec((await nextCard(page).getByRole('timer').textContent()) ?? '')?.[0] ?? Number.NaN)

const seekTo = (page: Page, seconds: number) =>
  playerVideo(page).evaluate((video: HTMLVideoElement, at) => void (video.currentTime = at), seconds)

const expectEpisode = (page: Page, episode: number) =>
  eventually(() => hashOf(page)).toContain(`#/PlayDrama/${episode}?`)

/** Moves the focus by Tab until it is on a control of this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const isThere = () => page.evaluate((label) => document.activeElement?.textContent.includes(label) === true, name)
  for (let step = 0; step < 40 && !(await isThere()); step++) await page.keyboard.press('Tab')
  expect(await isThere()).toBe(true)
}

test.each([
  { kids: true, size: 'phone' },
  { kids: false, size: 'desktop' },
] as const)(
  'the opening is skipped, and the next episode counts down, is cancelled, and waits at the end (kids mode: $kids, $size)',
  async ({ kids, size }) => {
    const { page, errors } = await openEpisode(1, { kids, size })
    await skipButton(page).click()
    await eventually(() => currentTimeOf(page)).toBeGreaterThanOrEqual(OPENING_ENDS)
    expect(await currentTimeOf(page)).toBeLessThan(CREDITS / 2)
    await skipButton(page).waitFor({ state: 'detached' })
    expect(await nextCard(page).count()).toBe(0)

    await seekTo(page, CREDITS)
    await nextCard(page).waitFor()
    const first = await secondsLeft(page)
    expect(first).toBeLessThanOrEqual(COUNT_S)
    await eventually(() => secondsLeft(page)).toBeLessThan(first)
    // The whole card is in the window.
    const { width, height } = SIZES[size].viewport
    const box = (await nextCard(page).boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    expect(box.y + box.height).toBeLessThanOrEqual(height)
    await nextCard(page).getByRole('button', { name: text.cancel }).click()
    await nextCard(page).waitFor({ state: 'detached' })
    await expectPlayingFrom(page, CREDITS)
    await seekTo(page, 33)
    await eventually(() => playerVideo(page).evaluate((video: HTMLVideoElement) => video.ended)).toBe(true)
    const next = page.locator('[data-offers]').getByRole('button', { name: text.next, exact: true })
    await next.waitFor()
    await expectEpisode(page, 1)
    await next.click()
    await expectEpisode(page, 2)
    await expectPlaying(page)
    expect(errors).toEqual([])
  },
)

test.runIf(isFull)('by keys alone the opening is skipped and the next episode cancelled', async () => {
  const { page, errors } = await openEpisode(2, { kids: true, size: 'desktop' })
  await skipButton(page).waitFor()
  await tabTo(page, text.skipOpening)
  await page.keyboard.press('Enter')
  await eventually(() => currentTimeOf(page)).toBeGreaterThanOrEqual(OPENING_ENDS)
  // The focus is on the play button: a key still is the player's.
  await page.keyboard.press('Space')
  await eventually(() => isPaused(page)).toBe(true)
  await page.keyboard.press('Space')
  await eventually(() => isPaused(page)).toBe(false)

  await seekTo(page, CREDITS)
  await nextCard(page).waitFor()
  await tabTo(page, text.cancel)
  await page.keyboard.press('Enter')
  await nextCard(page).waitFor({ state: 'detached' })
  await expectPlayingFrom(page, CREDITS)
  expect(errors).toEqual([])
})
