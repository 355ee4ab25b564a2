import { expect } from 'vitest'
import { chooseProfile, type Member, profilesOf, register, succeed } from '../e2e/support/members.ts'
import { playPath } from '../e2e/support/playing.ts'
import { eventually, TEXT, world } from '../e2e/support/world.ts'
import type { EnginePage } from './engine-page.ts'
import type { Journey } from './journeys.ts'
import { choose, expectPlays, expectVideo, openMenu, pause, showControls, video } from './player-page.ts'

const { player: text, contentWarning } = TEXT.zh_HK
const { programId } = world.film
/** Without the leading `/#`, which `visit` adds. */
const pathOf = (...given: Parameters<typeof playPath>) => playPath(...given).slice(2)
const film = pathOf(programId)
const episode = (n: number) =>
  `/PlayDrama/${n}?programId=${world.series.programId}&programGuid=${world.series.programId}.s1e${n}&episode=${n}`
const PANEL = '[role=alertdialog]'
const CUE = { css: 'section p, section span, section div', name: '第 ' }

/** Opens the film and waits until it plays. */
async function play(page: EnginePage, path = film): Promise<void> {
  await page.visit({ path })
  await expectPlays(page)
}

/** Opens an episode of the series, whose content warning is accepted. */
async function playEpisode(page: EnginePage, n: number): Promise<void> {
  await page.visit({ path: episode(n) })
  await page.click({ css: 'dialog[open] button', name: contentWarning.go })
  // The opening video comes before the first episode.
  const opening = { css: 'section', name: text.openingOf('街市兩日') }
  await page.gone(opening)
  await expectPlays(page)
}

async function asMember(member: Member) {
  const [profile] = await profilesOf(member)
  return { member, profile: await chooseProfile(member, profile!) }
}

/** The player on real, encrypted video. */
export const PLAYER_JOURNEYS: Journey[] = [
  {
    name: 'the player knows the length of a film, and has its controls',
    webkit: true,
    async run(page) {
      await page.visit({ path: film })
      await eventually(async () => Math.round((await video(page)).duration)).toBe(12)
      await showControls(page)
      await page.see({ css: 'section button', name: text.fullscreen })
      expect(await page.tab.run(() => document.querySelectorAll('[role=alertdialog]').length)).toBe(0)
    },
  },
  { name: 'a film plays', run: (page) => play(page) },
  {
    name: 'K pauses, and the button plays on',
    async run(page) {
      await play(page)
      await pause(page)
      const { time } = await video(page)
      await page.click({ css: '[data-controls] button', name: text.play })
      await eventually(async () => (await video(page)).time).toBeGreaterThan(time + 0.3)
    },
  },
  {
    name: 'digits and arrows seek',
    async run(page) {
      await play(page)
      await pause(page)
      await page.pressKey('5')
      await eventually(async () => Math.round((await video(page)).time)).toBe(6)
      await page.pressKey('ArrowRight')
      await eventually(async () => (await video(page)).time).toBeGreaterThan(11)
      await page.pressKey('ArrowLeft')
      await eventually(async () => (await video(page)).time).toBeLessThan(3)
      await eventually(async () => (await video(page)).ready).toBeGreaterThanOrEqual(2)
    },
  },
  {
    name: 'a click on the seek bar seeks',
    async run(page) {
      await play(page)
      await pause(page)
      await showControls(page)
      await page.click({ css: '[role=slider]', name: text.seek })
      await eventually(async () => Math.abs((await video(page)).time - 6)).toBeLessThan(0.5)
    },
  },
  {
    name: 'a film starts at the place of its address, and again from the beginning',
    async run(page) {
      await page.visit({ path: pathOf(programId, { position: '6' }) })
      await eventually(async () => (await video(page)).time).toBeGreaterThan(5.9)
      await page.click({ css: 'section button', name: text.fromStart })
      await eventually(async () => (await video(page)).time).toBeLessThan(5)
    },
  },
  {
    name: 'a film resumes where the member has left it in another browser',
    async run(page) {
      const member = await register()
      const viewer = await asMember(member)
      const at = new Date().toISOString()
      const input = { programId, programGuid: programId, position: 5, duration: 12, at }
      await succeed('/api_v2/profile/bookmark/create', input, member.token)
      await page.visit({ path: film, ...viewer })
      await eventually(async () => (await video(page)).time).toBeGreaterThan(4.9)
      await page.see({ css: 'section button', name: text.fromStart })
    },
  },
  {
    name: 'subtitles are shown at their time, and C switches them off and on',
    async run(page) {
      await play(page)
      await pause(page)
      await page.pressKey('6')
      // Each line lasts two seconds: at 7.2 s it is the fourth.
      await page.see({ ...CUE, name: '第 4 句字幕' })
      await page.pressKey('c')
      await page.gone({ ...CUE, name: '第 4 句字幕' })
      await page.pressKey('c')
      await page.see({ ...CUE, name: '第 4 句字幕' })
    },
  },
  {
    name: 'subtitles and sound of another language are chosen in the menu',
    async run(page) {
      await play(page)
      await pause(page)
      await openMenu(page, text.subtitles)
      await page.click({ css: `[role=group][aria-label="${text.audio}"] [role=menuitemradio][aria-checked=false]` })
      await openMenu(page, text.subtitles)
      await page.click({ css: `[role=group][aria-label="${text.subtitles}"] [role=menuitemradio][aria-checked=false]` })
      await page.pressKey('k')
      await expectPlays(page)
    },
  },
  {
    name: 'a chosen quality is shown, and kept after a reload',
    async run(page) {
      await play(page)
      await pause(page)
      await openMenu(page, text.quality)
      await choose(page, '360p')
      await page.pressKey('k')
      await expectVideo(page, { height: 360 })
      await page.reload()
      await expectVideo(page, { height: 360 })
    },
  },
  {
    name: 'mute and speed are kept after a reload',
    async run(page) {
      await play(page)
      await page.pressKey('m')
      await expectVideo(page, { muted: true })
      await openMenu(page, text.speed)
      await choose(page, text.speedValue(1.25))
      await expectVideo(page, { rate: 1.25 })
      await page.reload()
      await expectPlays(page)
      await expectVideo(page, { muted: true, rate: 1.25 })
    },
  },
  {
    name: 'a menu is used by the keyboard alone, and Esc closes it',
    async run(page) {
      await play(page)
      await pause(page)
      await openMenu(page, text.speed)
      await eventually(() => page.focused({ css: '[role=menuitemradio][aria-checked=true]' })).toBe(true)
      await page.pressKey('ArrowDown')
      await page.pressKey('Enter')
      await page.gone({ css: '[role=menu]' })
      await eventually(async () => (await video(page)).rate).not.toBe(1)
      await openMenu(page, text.speed)
      await page.pressKey('Escape')
      await page.gone({ css: '[role=menu]' })
    },
  },
  {
    name: '? lists the keys, and Esc closes the list',
    async run(page) {
      await play(page)
      await page.pressKey('?', { shifted: true })
      await page.see({ css: 'dialog[open] h2, dialog[open] h1', name: text.shortcuts })
      await page.pressKey('Escape')
      await page.gone({ css: 'dialog[open]' })
      await expectPlays(page)
    },
  },
  {
    name: 'an opening is skipped, and the next episode begins from its card',
    async run(page) {
      await playEpisode(page, 1)
      await page.click({ css: 'section button', name: text.skipOpening })
      await eventually(async () => (await video(page)).time).toBeGreaterThanOrEqual(4)
      await page.click({ css: 'section button', name: text.playNow })
      await page.expectHash('/PlayDrama/2?')
      await expectPlays(page)
    },
  },
  {
    name: 'N plays the next episode, and another one is chosen in the list',
    async run(page) {
      await playEpisode(page, 1)
      await page.pressKey('n')
      await page.expectHash('/PlayDrama/2?')
      await expectPlays(page)
      await pause(page)
      await showControls(page)
      await page.click({ css: '[data-episodes]' })
      await page.click({ css: 'aside li button', name: text.episode(1) })
      await page.expectHash('/PlayDrama/1?')
    },
  },
  {
    name: 'at the end a film offers to play it again',
    async run(page) {
      await play(page)
      await page.pressKey('9')
      await expectVideo(page, { ended: true })
      await eventually(() => page.focused({ css: '[data-offers] button', name: text.replay })).toBe(true)
      await page.pressKey('Enter')
      await eventually(async () => (await video(page)).time).toBeLessThan(6)
      await expectPlays(page)
    },
  },
  {
    name: 'a class III film requires a visitor to log in, and plays nothing',
    webkit: true,
    async run(page) {
      await page.visit({ path: pathOf(world.adult.programId) })
      await page.see({ css: PANEL, name: text.gate.login.title })
      expect((await video(page)).time).toBeLessThanOrEqual(0)
    },
  },
  {
    name: 'leaving the player leads to the page before',
    async run(page) {
      await page.visit({ path: `/category/movie?programId=${programId}` })
      await page.click({ css: 'dialog[open] a[href*="/play?"]:not([href*="kind="])' })
      await expectPlays(page)
      await pause(page)
      await page.click({ css: 'section header button', name: text.back })
      await page.expectHash('/category/movie?')
      await page.see({ css: 'dialog[open]' })
    },
  },
]
