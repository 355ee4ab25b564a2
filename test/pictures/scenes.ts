import type { Language } from '#contract/languages.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { demoCode } from '../e2e/support/members.ts'
import { completed, settled, unchanged } from '../e2e/support/pictures.ts'
import { expectPlaying, playerVideo, showControls } from '../e2e/support/playing.ts'
import { type Page, type Size, world } from '../e2e/support/world.ts'
import type { Picture } from './contact-sheet.ts'
import { openTab, type Studio, take } from './take.ts'
import type { Who } from './targets.ts'

/** What a screen shows after it was used: an overlay, a menu, a dialog. */
export interface Scene {
  name: string
  who: Who
  address: string
  act?: (page: Page, size: Size) => Promise<unknown>
}

const film = (programId: string, under: string = PATHS.home) => `${under}?programId=${programId}`
const play = (programId: string) => `${PATHS.play}?programId=${programId}&programGuid=${programId}`
const EPISODE = `${PATHS.playDrama}/1?programId=islands&programGuid=islands.s1e1`

/** Plays, pauses, and opens the nth menu of the control bar. */
const playerMenu = (n: number) => async (page: Page) => {
  await pausePlayer(page)
  await page.locator('[data-controls] button[aria-haspopup=menu]').nth(n).click()
}

async function pausePlayer(page: Page): Promise<void> {
  await expectPlaying(page)
  await page.keyboard.press('k')
  await showControls(page)
}

async function endFilm(page: Page): Promise<void> {
  await expectPlaying(page)
  await playerVideo(page).evaluate((video: HTMLVideoElement) => void (video.currentTime = video.duration - 0.5))
  await page.locator('section:has([data-controls]) li a').first().waitFor()
}

async function openComments(page: Page): Promise<void> {
  await page.getByRole('dialog').locator('[aria-busy=false]').waitFor()
  const field = page.getByRole('dialog').locator('section:has([role=slider])').last()
  for (let n = 0; n < 8 && (await field.count()) === 0; n++) {
    await page.getByRole('dialog').first().press('End')
    await unchanged(page)
  }
  await field.scrollIntoViewIfNeeded()
}

const typeSearch = (typed: string) => (page: Page) => page.locator('input[role=combobox]').pressSequentially(typed)

const ALL: readonly Scene[] = [
  { name: 'detail-film', who: 'visitor', address: film('tram') },
  { name: 'detail-film', who: 'member', address: film('tram') },
  { name: 'detail-series', who: 'member', address: film('islands') },
  { name: 'detail-rental', who: 'member', address: film('incense') },
  { name: 'detail-class-III', who: 'member', address: film('pier') },
  { name: 'detail-unknown', who: 'visitor', address: film('no-such-title') },
  { name: 'detail-kids', who: 'kids', address: film('milkbun', PATHS.kids) },
  { name: 'comments', who: 'member', address: film('tram', PATHS.movie), act: openComments },
  {
    name: 'comment-report',
    who: 'member',
    address: film('tram', PATHS.movie),
    act: async (page) => {
      await openComments(page)
      await page.getByRole('dialog').locator('article button').last().click()
    },
  },
  { name: 'search-suggestions', who: 'member', address: PATHS.search, act: typeSearch('夜') },
  { name: 'search-results', who: 'member', address: `${PATHS.search}?keyword=${encodeURIComponent('夜')}` },
  { name: 'search-nothing', who: 'member', address: `${PATHS.search}?keyword=zzqqxx` },
  {
    name: 'account-menu',
    who: 'member',
    address: PATHS.movie,
    act: (page, size) =>
      size === 'phone'
        ? page.locator('header button').first().click()
        : page.locator('header button[aria-haspopup]').last().click(),
  },
  { name: 'login-prompt', who: 'visitor', address: PATHS.setup },
  {
    name: 'parental-code',
    who: 'kids',
    address: PATHS.kids,
    act: (page) => page.locator('header button:has(svg)').last().click(),
  },
  { name: 'player-controls', who: 'member', address: play('tram'), act: pausePlayer },
  { name: 'player-subtitles', who: 'member', address: play('tram'), act: playerMenu(0) },
  { name: 'player-quality', who: 'member', address: play('tram'), act: playerMenu(1) },
  { name: 'player-speed', who: 'member', address: play('tram'), act: playerMenu(2) },
  {
    name: 'player-shortcuts',
    who: 'member',
    address: play('tram'),
    act: async (page) => {
      await pausePlayer(page)
      await page.keyboard.press('Shift+Slash')
    },
  },
  {
    name: 'player-episodes',
    who: 'member',
    address: EPISODE,
    act: async (page) => {
      await pausePlayer(page)
      await page.locator('[data-controls] button[aria-expanded]').first().click()
    },
  },
  { name: 'player-end', who: 'member', address: play('tram'), act: endFilm },
  {
    name: 'redeem-preview',
    who: 'newcomer',
    address: PATHS.redeem,
    act: async (page) => {
      await page
        .locator('main form input')
        .first()
        .fill(await demoCode(/50 credits/))
      await page.keyboard.press('Enter')
      await page.locator('main h2').first().waitFor()
    },
  },
]

type Setting = { language: Language; size: Size }

/** Scenes in each language and each size once. */
export const SCENES = ALL.flatMap((scene): (Scene & Setting)[] => [
  { ...scene, language: 'zh_HK', size: 'desktop' },
  { ...scene, language: 'en_US', size: 'phone' },
])

/** Plays a scene in a tab of its own and takes its picture. */
export async function takeScene(
  studio: Studio,
  { name, who, address, act, language, size }: (typeof SCENES)[number],
  onPicture: (picture: Picture) => void,
): Promise<void> {
  const { page, errors } = await openTab(studio, { who, language, size })
  const open = async () => {
    await page.goto(`${world.url}/#${address}`, { waitUntil: 'domcontentloaded' })
    if (!address.startsWith(PATHS.play) && !address.startsWith(PATHS.playDrama)) {
      await settled(page)
      await completed(page)
    }
    await act?.(page, size)
    await unchanged(page)
  }
  const failures: string[] = []
  await open().catch((error: Error) => failures.push(error.message.split('\n')[0]!))
  // A sheet lies over the page: what is on the screen.
  const noted = [...failures, ...errors]
  onPicture(await take(studio, page, { name, caption: `${who} ${language}`, errors: noted, fullPage: false }))
  await page.context().close()
}
