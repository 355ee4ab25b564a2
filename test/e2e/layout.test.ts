import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { ROUTES } from '#web/site/navigation/routes.tsx'
import type { SiteRoute } from '#web/site/navigation/site-route.ts'
import { isFull } from '../support/full.ts'
import { registerWithKidsProfile, visitAs } from './support/profile-pages.ts'
import { addProfile, chooseProfile, profilesOf, register, memberStorage } from './support/members.ts'
import { LOGIN_PROMPT, shownBy } from './support/screens.ts'
import { recordShifts, settled, shiftsOf } from './support/shifts.ts'
import { expectPlaying, playerVideo, playPath, showControls } from './support/playing.ts'
import { waitForScreen, type Page, type Size, visit, world } from './support/world.ts'

/** Google's "good" is 0.1; ours is stricter. */
const MAX_SHIFT = 0.02
/** A line slow enough that every placeholder is painted. */
const LATENCY_MS = 60
/** Narrow windows, and 1440 px at 200 % zoom. */
const NARROW = {
  desktop: [
    { width: 820, height: 1180 },
    { width: 720, height: 450 },
  ],
  phone: [{ width: 360, height: 740 }],
} as const

const QUERIES: Record<string, string> = {
  [PATHS.rolling]: '?categoryId=movie-new',
  [PATHS.promote]: '?categoryId=harbour-nights',
  [PATHS.play]: '?programId=tram&programGuid=tram',
  [PATHS.playDrama]: '?programId=islands&programGuid=islands-1',
}
interface Target {
  address: string
  /** What has to be visible there. */
  shows?: string
}
const targetOf = ({ path, name }: Pick<SiteRoute, 'path' | 'name'>): Target => ({
  address: path.replace('/:episode', '/1').replace('/:code', '/4032') + (QUERIES[path.split('/:')[0]!] ?? ''),
  shows: PLAYERS.has(name) ? 'video' : shownBy(name),
})
/** What a visitor sees of it. */
const visitorsTarget = (route: SiteRoute): Target => ({
  ...targetOf(route),
  ...(route.member && { shows: LOGIN_PROMPT }),
})
const PLAYERS: ReadonlySet<string> = new Set(['Play', 'PlayDrama'])
/**
 * Every screen of the route table, the detail overlay over two of them, and a path that leads home: in the full run for a
 * visitor and for a member, else the members' screens for a member and the others for a visitor.
 */
const TARGETS: Record<'visitor' | 'member', Target[]> = {
  visitor: [
    ...ROUTES.filter(({ member }) => isFull || !member).map(visitorsTarget),
    { address: `${PATHS.home}?programId=tram` },
    { address: `${PATHS.movie}?programId=islands` },
    { address: '/nowhere' },
  ],
  member: [
    ...ROUTES.filter(({ member, name }) => isFull || member || name === 'Homepage').map(targetOf),
    { address: `${PATHS.home}?programId=tram` },
    // An empty list, above what the screen always shows.
    { address: `${PATHS.giftCard}?view=mine` },
    // A long name.
    { address: `${PATHS.rolling}?categoryId=rain` },
  ],
}
/** Those open in a kids profile; all others lead to kids home. */
const KIDS_TARGETS: Target[] = [
  // Titles that are not for children are unknown there.
  ...ROUTES.filter(({ kids }) => kids).map((route) => ({ address: targetOf(route).address })),
  { address: `${PATHS.kids}?programId=milkbun` },
  { address: '/nowhere' },
]

/** What is cut off or reaches past the edges: links, buttons, fields and text outside of a row that scrolls. */
function cutOff(): string[] {
  const scrolls = (element: Element | null): boolean =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const found: string[] = []
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide`)
  for (const element of document.body.querySelectorAll('a, button, input, select, h1, h2, h3, p, label, li')) {
    const { left, right, width, height } = element.getBoundingClientRect()
    // Smaller: only read aloud.
    if (width < 2 || height < 2 || getComputedStyle(element).visibility === 'hidden') continue
    if ((left < -1 || right > innerWidth + 1) && !scrolls(element.parentElement))
      found.push(`${element.localName} "${element.textContent.slice(0, 20)}" from ${left} to ${right}`)
  }
  return found
}

interface Viewer {
  who: string
  targets: readonly Target[]
  language?: Language
  storageState?: BrowserContextOptions['storageState']
}

const isShown = (page: Page, selector: string): Promise<boolean> =>
  page
    .locator(selector)
    .filter({ visible: true })
    .first()
    .waitFor()
    .then(
      () => true,
      () => false,
    )

/** Opens each address in one tab, as if it were typed. Returns what is missing, what failed, what moved by itself and what is cut off. */
async function walk({ who, targets, language, storageState }: Viewer, size: Size): Promise<string[]> {
  const prepare = async (page: Page) => {
    await page.addInitScript(recordShifts)
    const line = await page.context().newCDPSession(page)
    const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
    await line.send('Network.emulateNetworkConditions', { ...unlimited, latency: LATENCY_MS })
  }
  const { page, errors } = await visit({ size, prepare, options: { storageState }, ...(language && { language }) })
  const wide = page.viewportSize()!
  const faults: string[] = []
  for (const [at, { address, shows }] of targets.entries()) {
    const name = `${address} (${who}, ${size})`
    // Another query each time: a changed hash alone would not load the page.
    await page.goto(`${world.url}/?${at}#${address}`, { waitUntil: 'load' })
    await settled(page)
    if (shows && !(await isShown(page, shows))) faults.push(`${name} shows no ${shows}`)
    faults.push(...errors.splice(0).map((error) => `${name}: ${error}`))
    const { sum, moved } = await shiftsOf(page)
    if (sum > MAX_SHIFT) faults.push(`${name} shifts by ${sum.toFixed(3)}: ${JSON.stringify(moved)}`)
    for (const narrow of NARROW[size]) {
      await page.setViewportSize(narrow)
      const cut = await page.evaluate(cutOff)
      faults.push(...cut.map((what) => `${name} at ${narrow.width} px: ${what}`))
    }
    await page.setViewportSize(wide)
  }
  return faults
}

/** A visitor, who reads English but in the full run, a member, and a child of a member. */
const VIEWERS: Record<'visitor' | 'member' | 'child', () => Promise<Viewer>> = {
  visitor: async () => ({ who: 'visitor', targets: TARGETS.visitor, ...(!isFull && { language: 'en_US' }) }),
  async member() {
    const member = await register()
    const [own] = await profilesOf(member)
    const profile = await chooseProfile(member, own!)
    return { who: 'member', targets: TARGETS.member, storageState: memberStorage(member, { profile }) }
  },
  async child() {
    const parent = await register()
    const profile = await chooseProfile(parent, await addProfile(parent, '小寶', true))
    return { who: 'child', targets: KIDS_TARGETS, storageState: memberStorage(parent, { profile }) }
  },
}

/** Each viewer in one size, in both in the full run. */
const WALKS = (
  [
    ['visitor', 'desktop'],
    ['member', 'phone'],
    ['child', 'phone'],
    ['visitor', 'phone'],
    ['member', 'desktop'],
    ['child', 'desktop'],
  ] as const
).slice(0, isFull ? 6 : 3)

test.each(WALKS)(
  'every screen opens without an error, does not shift while it loads, and is not cut off when it is narrow or enlarged (%s, %s)',
  async (who, size) => {
    expect(await walk(await VIEWERS[who](), size)).toEqual([])
  },
)

test('nothing shifts in the player when the storyboard follows the pointer, nor when similar titles come at the end', async () => {
  const { page, text } = await visit({
    path: playPath(world.film.programId),
    prepare: (tab) => tab.addInitScript(recordShifts),
  })
  await expectPlaying(page)
  await showControls(page)
  const box = (await page.getByRole('slider', { name: text.player.seek }).boundingBox())!
  for (const part of [0.1, 0.3, 0.6, 0.9]) await page.mouse.move(box.x + box.width * part, box.y + box.height / 2)
  await playerVideo(page).evaluate((video: HTMLVideoElement) => void (video.currentTime = video.duration - 0.5))
  await page.getByRole('region', { name: text.player.similar }).getByRole('link').first().waitFor()
  expect((await shiftsOf(page)).sum).toBeLessThan(MAX_SHIFT)
})

/** Focuses one control after the other, downwards and back up: those that a bar or a button that stays in view covers. */
async function covered(): Promise<string[]> {
  const controls = 'main :is(a, button, input):not(:disabled):not([tabindex="-1"])'
  const all = [...document.querySelectorAll<HTMLElement>(controls)]
  const found: string[] = []
  for (const element of [...all, ...all.toReversed()]) {
    element.focus()
    await new Promise(requestAnimationFrame)
    const { top, bottom, width } = element.getBoundingClientRect()
    if (width < 2 || document.activeElement !== element) continue
    for (const bar of document.querySelectorAll('header, [data-bottom-bar], main [type=submit]')) {
      const edge = bar.getBoundingClientRect()
      if (bar !== element && edge.height > 0 && top < edge.bottom - 1 && bottom > edge.top + 1)
        found.push(`${element.localName} "${element.textContent.slice(0, 20)}" under ${bar.localName}`)
    }
  }
  return found
}

test.each([
  ['home', `/#${PATHS.home}`, 'phone'],
  ['home', `/#${PATHS.home}`, 'desktop'],
  ['the registration', `/#${PATHS.registration}`, 'phone'],
] as const)('on %s nothing that has the focus is under the header or a bar (%s, %s)', async (_, path, size) => {
  const { page } = await visit({ path, size, options: { reducedMotion: 'reduce' } })
  await waitForScreen(page)
  if (path.includes(PATHS.home) && size === 'phone') await page.locator('[data-bottom-bar]').waitFor()
  expect(await page.evaluate(covered)).toEqual([])
})

test.each(['/#/setup/changepwd', '/#/setup/message'])(
  'the footer of a short page stands at its bottom: %s',
  async (path) => {
    const member = await register()
    const [own] = await profilesOf(member)
    const storageState = memberStorage(member, { profile: await chooseProfile(member, own!) })
    const { page } = await visit({ path, options: { storageState, viewport: { width: 1440, height: 1400 } } })
    await settled(page)
    const { bottom } = (await page
      .getByRole('contentinfo')
      .evaluate((footer) => footer.getBoundingClientRect().toJSON())) as DOMRect
    expect(bottom).toBe(1400)
  },
)

test('kids mode names the child in its header, on a phone too, and shows the art of a title as it is', async () => {
  const { member, profile } = await registerWithKidsProfile()
  const path = `/#${PATHS.kids}?programId=milkbun`
  const { page } = await visitAs(member, { path, profile, size: 'phone', language: 'en_US' })
  const sheet = page.getByRole('dialog').locator('[aria-busy=false]')
  await sheet.waitFor()
  const veil = await sheet
    .locator('img')
    .first()
    .evaluate((art) => getComputedStyle(art.parentElement!, '::after').content)
  expect(veil).toBe('none')
  const name = page.locator('header').getByText(profile.name, { exact: true })
  const leave = page.locator('header').getByRole('button')
  const heights = [name.locator('..'), leave].map((part) => part.evaluate((element) => element.clientHeight))
  expect(new Set(await Promise.all(heights))).toEqual(new Set([52]))
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await name.evaluate(({ clientWidth, scrollWidth }) => scrollWidth <= clientWidth && clientWidth > 0)).toBe(
      true,
    )
  }
})

test.each([
  [820, -20],
  [1440, -20],
  [390, undefined],
])(
  'at %i px a hero whose subject is at its upper edge starts %s px from the end of the header',
  async (width, distance) => {
    const { page } = await visit({
      path: `/#${PATHS.home}`,
      language: 'en_US',
      options: { viewport: { width, height: 900 }, reducedMotion: 'reduce' },
    })
    const art = page.locator('[data-lowered]').first()
    await art.waitFor({ state: 'attached' })
    const bottom = await page.locator('header').evaluate((header) => header.getBoundingClientRect().bottom)
    const top = await art.evaluate((element) => element.getBoundingClientRect().top)
    expect(top).toBeCloseTo(distance === undefined ? 0 : bottom + distance, 0)
  },
)

/** Whether the last line of a text holds one character only, before its full stop. */
function endsAlone(element: Element): boolean {
  const range = document.createRange()
  const text = element.firstChild!
  const length = text.textContent!.replace(/[。，？！]$/u, '').length
  const topOf = (at: number) => {
    range.setStart(text, at)
    range.setEnd(text, at + 1)
    return range.getBoundingClientRect().top
  }
  return topOf(length - 1) > topOf(length - 2) + 4
}

test('on a phone no line of a single character ends the app reminder', async () => {
  const { page, text } = await visit({ path: `/#${PATHS.home}`, language: 'zh_HK', size: 'phone' })
  const reminder = page.getByText(text.site.app.reminderText)
  await reminder.waitFor()
  // As many characters as leave one for the last line.
  for (const width of [360, 375, 390, 412]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await reminder.evaluate(endsAlone)).toBe(false)
  }
})
