import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { addProfile, chooseProfile, memberStorage, profilesOf, register } from '../e2e/support/members.ts'
import { completed, declareFont, PICTURE_OPTIONS, settled, unchanged } from '../e2e/support/pictures.ts'
import { playerVideo, showControls } from '../e2e/support/playing.ts'
import { type Page, type Size, visit } from '../e2e/support/world.ts'
import { serveChineseFont, type ServedFont } from '../support/chinese-font.ts'
import { ALLOWED_SHARE, baselineOf, compare, hasBaselines, keepBaseline, reduced, reportDifference } from './compare.ts'
import { encoded, freeTitles } from './encoded.ts'

const RENEW = process.env.PICTURES === 'renew'
const HOW_TO_RENEW = 'If the change is meant, keep the new pictures: npm run screens -- --baselines'
const MAX_BYTES = 60_000
const MAX_BYTES_OF_ALL = 1_500_000

type Who = 'visitor' | 'member' | 'kids'
interface MainScreen {
  name: string
  who: Who
  address: string
  act?: (page: Page) => Promise<unknown>
}

/** The player at its beginning, without the picture of the film. */
const pause = async (page: Page) => {
  await playerVideo(page).waitFor()
  await page.waitForFunction(() => document.querySelector('video')?.readyState === 4)
  await playerVideo(page).evaluate((video: HTMLVideoElement) => {
    video.pause()
    video.currentTime = 10
  })
  await showControls(page)
}

const opened = (page: Page) => page.getByRole('dialog').locator('[aria-busy=false]').waitFor()

const SCREENS: readonly MainScreen[] = [
  { name: 'home', who: 'visitor', address: PATHS.home },
  { name: 'detail', who: 'visitor', address: `${PATHS.home}?programId=tram`, act: opened },
  { name: 'series', who: 'member', address: `${PATHS.drama}?programId=nightshift`, act: opened },
  { name: 'category', who: 'visitor', address: `${PATHS.rolling}?categoryId=movie-new` },
  { name: 'search', who: 'member', address: `${PATHS.search}?keyword=${encodeURIComponent('夜')}` },
  { name: 'player', who: 'visitor', address: `${PATHS.play}?programId=tram&programGuid=tram`, act: pause },
  { name: 'kids', who: 'kids', address: PATHS.kids },
  { name: 'profiles', who: 'member', address: PATHS.profiles },
  { name: 'login', who: 'visitor', address: PATHS.login },
  { name: 'plan', who: 'visitor', address: PATHS.monthlyFee },
  { name: 'account', who: 'member', address: PATHS.setup },
]
const SETTINGS: readonly { language: Language; size: Size }[] = [
  { language: 'zh_HK', size: 'desktop' },
  { language: 'en_US', size: 'phone' },
]

/** Titles whose details are in a picture: their button of the trailer is. */
const WITH_TRAILER = ['tram', 'nightshift']

let font: ServedFont
beforeAll(async () => {
  font = await serveChineseFont()
  await encoded(await freeTitles(), WITH_TRAILER)
}, 1_800_000)
afterAll(() => font.close())

/** Someone new, under the same names each time. */
async function storageOf(who: Who) {
  if (who === 'visitor') return undefined
  const member = await register('陳大文')
  const [own] = await profilesOf(member)
  const profile = who === 'kids' ? await addProfile(member, '小寶', true) : own!
  return memberStorage(member, { profile: await chooseProfile(member, profile) })
}

/** Dates, hours and numbers of telephones are those of the day and of the member: each becomes the same one. */
const evenOut = (page: Page) =>
  page.evaluate(() => {
    const month = '(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*'
    const same: readonly (readonly [RegExp, string])[] = [
      [/(\d{4}年)?\d{1,2}月(\d{1,2}日)?/g, '8月8日'],
      [new RegExp(`\\b(\\d{1,2} ${month}|${month} \\d{1,2})(,? \\d{4})?`, 'g'), '8 Aug'],
      [/\d{1,2}:\d{2}(:\d{2})?/g, '8:88'],
      [/\b\d{4} ?\d{4}\b/g, '8888 8888'],
    ]
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      const evened = same.reduce((data, [varying, one]) => data.replace(varying, one), text.data)
      if (evened !== text.data) text.data = evened
    }
  })

/** The picture of a film, how much of it is loaded, and the text cursor: they differ each time. */
const HIDDEN = `
  video, [role=slider] [class*=buffered] { visibility: hidden !important }
  * { caret-color: transparent !important }`

/** Opens a screen as it is compared: everything loaded, nothing moving, no video. */
async function open({ who, address, act }: MainScreen, { language, size }: (typeof SETTINGS)[number]): Promise<Page> {
  const storageState = await storageOf(who)
  const prepare = async (page: Page) => {
    await declareFont(page, font.parts)
    await page.addInitScript((value) => localStorage.setItem('language', value), language)
  }
  const options = { ...PICTURE_OPTIONS, ...(storageState && { storageState }) }
  const { page } = await visit({ size, prepare, options, path: `/?language=${language}#${address}` })
  await settled(page)
  await act?.(page)
  await unchanged(page)
  await completed(page)
  // Added after the first paint, when the fonts of titles have come.
  await page.waitForFunction(() => [...document.fonts].some(({ family }) => family.includes('Archivo Digits')))
  await page.addStyleTag({ content: HIDDEN })
  await evenOut(page)
  return page
}

const pictureOf = async (page: Page, size: Size) =>
  reduced(await page.screenshot({ animations: 'disabled', scale: 'css' }), size)

// Without any pictures there is nothing to compare with: `npm run screens -- --baselines` makes the first ones.
describe.runIf(RENEW || hasBaselines()).each(SETTINGS)('in $language on a $size', (setting) => {
  test.each(SCREENS)('$name looks as it did', async (screen) => {
    const name = `${screen.name}-${setting.size}`
    const picture = await pictureOf(await open(screen, setting), setting.size)
    if (RENEW) return keepBaseline(name, picture)
    const before = await baselineOf(name)
    const comparison = before ? await compare(before, picture) : { share: 1 }
    if (comparison.share <= ALLOWED_SHARE) return
    const folder = await reportDifference(name, picture, comparison)
    expect.fail(
      `${name}: ${(comparison.share * 100).toFixed(2)} % of the picture differs, see ${folder}. ${HOW_TO_RENEW}`,
    )
  })
})

/** Changes that no other test would notice. */
const PLANTED = [
  ['a button in another colour', 'login', 'main form button[type=submit] { background: #3b82f6 !important }'],
  ['fields that moved by four pixels', 'login', 'main form { transform: translateY(4px) }'],
  ['a heading in another weight', 'plan', 'main h1 { font-weight: 400 !important; font-family: serif !important }'],
  ['labels that are gone', 'login', 'main label { visibility: hidden !important }'],
] as const

test.runIf(!RENEW).each(PLANTED)('%s is noticed', async (_, shown, css) => {
  const screen = SCREENS.find(({ name }) => name === shown)!
  const page = await open(screen, SETTINGS[0]!)
  const before = await pictureOf(page, 'desktop')
  await page.addStyleTag({ content: css })
  expect((await compare(before, await pictureOf(page, 'desktop'))).share).toBeGreaterThan(ALLOWED_SHARE)
})

test.runIf(hasBaselines())('the kept pictures are small', async () => {
  const folder = join(import.meta.dirname, 'baselines')
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))
  expect(sizes).toHaveLength(SCREENS.length * SETTINGS.length)
  expect(Math.max(...sizes)).toBeLessThan(MAX_BYTES)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES_OF_ALL)
})
