import { describe, expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import {
  showControls,
  playerVideo,
  expectPlayingFrom,
  isPaused,
  nextFrame,
  waitUntilPlayable,
  playPath,
  currentTimeOf,
  expectPlaying,
} from './support/playing.ts'
import { settingsOn, eventually, hashOf, type Page, visit, world } from './support/world.ts'

const film = playPath(world.film.programId)
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true })

describe.each(settingsOn('phone'))('a film in $language on $size', ({ language, size }) => {
  test('plays encrypted segments, pauses, resumes, seeks and plays to the end', async () => {
    const loaded: string[] = []
    const { page, errors, text } = await visit({
      path: film,
      language,
      size,
      prepare: async (tab) => tab.on('response', (answer) => loaded.push(new URL(answer.url()).pathname)),
    })
    await expectPlaying(page)
    expect(loaded.filter((path) => /^\/v\/[^/]+\/[^/]+\/v\d+\/\d+\.m4s$/.test(path))).not.toEqual([])
    expect(loaded.filter((path) => /^\/v\/[^/]+\/[^/]+\/key$/.test(path))).not.toEqual([])

    await page.keyboard.press('KeyK')
    await eventually(() => isPaused(page)).toBe(true)
    const position = await currentTimeOf(page)
    await page.getByRole('button', { name: text.player.play, exact: true }).first().click()
    await expectPlayingFrom(page, position)

    await page.keyboard.press('Digit7')
    await eventually(() => currentTimeOf(page)).toBeGreaterThan(8)
    await eventually(() => nextFrame(page)).toBeGreaterThan(8)
    await eventually(() => playerVideo(page).evaluate((video: HTMLVideoElement) => video.ended)).toBe(true)
    // Without a next title the focus moves to the replay button.
    const again = page.getByRole('button', { name: text.player.replay, exact: true }).last()
    await eventually(() => again.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await eventually(() => currentTimeOf(page)).toBeLessThan(6)
    await again.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })
})

test('the demo film plays for a visitor', async () => {
  await waitUntilPlayable('tram')
  const { page, errors } = await visit({ path: playPath('tram') })
  await expectPlaying(page)
  expect(errors).toEqual([])
})

test.runIf(isFull)('the seek bar shows the storyboard on hover and seeks on click', async () => {
  const { page, text } = await visit({ path: film })
  await expectPlaying(page)
  await page.keyboard.press('Space')
  await eventually(() => isPaused(page)).toBe(true)
  await showControls(page)
  const bar = slider(page, text.player.seek)
  const box = (await bar.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2)
  await bar.locator('[style*="storyboard"], img, [data-storyboard]').first().waitFor({ state: 'attached' })
  await page.mouse.click(box.x + box.width * 0.5, box.y + box.height / 2)
  await eventually(() => currentTimeOf(page)).toBeGreaterThan(5.5)
  expect(await currentTimeOf(page)).toBeLessThan(6.5)
  await eventually(async () => Number(await bar.getAttribute('aria-valuenow'))).toBe(6)
})

test('a manual quality choice is applied and kept after a reload', async () => {
  const { page, text } = await visit({ path: film })
  await expectPlaying(page)
  await page.keyboard.press('Space')
  await eventually(() => isPaused(page)).toBe(true)
  await showControls(page)
  await page.getByRole('button', { name: text.player.quality }).click()
  await page.getByRole('menuitemradio', { name: '360p' }).click()
  await page.keyboard.press('KeyK')
  const height = () => playerVideo(page).evaluate((video: HTMLVideoElement) => video.videoHeight)
  await eventually(height).toBe(360)
  await page.reload()
  await expectPlaying(page)
  await eventually(height).toBe(360)
})

test('4K without HEVC support shows error 4032 and offers a playable quality', async () => {
  const { page, text } = await visit({
    path: film,
    prepare: (tab) =>
      tab.route('**/master.m3u8', async (route) => {
        const answer = await route.fetch()
        const master = await answer.text()
        const line = master.split('\n').find((candidate) => candidate.startsWith('#EXT-X-STREAM-INF'))!
        const uhd = line.replace(/RESOLUTION=\d+x\d+/, 'RESOLUTION=3840x2160').replace(/avc1\.\w+/, 'hvc1.1.6.L150.90')
        await route.fulfill({ response: answer, body: `${master.trimEnd()}\n${uhd}\nv2160/index.m3u8\n` })
      }),
  })
  await expectPlaying(page)
  await showControls(page)
  await page.getByRole('button', { name: text.player.quality }).click()
  await page.getByRole('menuitemradio', { name: /2160p|4K/ }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('4032', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: text.player.failure.at('720p') }).click()
  await dialog.waitFor({ state: 'detached' })
  await expectPlayingFrom(page, await currentTimeOf(page))
})

test('subtitles are shown, switched off and changed to another language, and so is the sound', async () => {
  const loaded: string[] = []
  const { page, text } = await visit({
    path: film,
    prepare: async (tab) => tab.on('response', (answer) => loaded.push(new URL(answer.url()).pathname)),
  })
  await expectPlaying(page)
  const cue = page.getByText(/^第 \d 句字幕$/)
  await cue.waitFor()
  await page.keyboard.press('KeyK')
  await eventually(() => isPaused(page)).toBe(true)
  // Each line lasts two seconds: the third from 4 s, the fifth from 8 s.
  for (const [seconds, line] of [
    [4.1, 3],
    [5.9, 3],
    [8.1, 5],
    [1.9, 1],
  ] as const) {
    await playerVideo(page).evaluate((video: HTMLVideoElement, to) => void (video.currentTime = to), seconds)
    await eventually(() => cue.allInnerTexts()).toEqual([`第 ${line} 句字幕`])
  }
  await page.keyboard.press('KeyC')
  await cue.waitFor({ state: 'detached' })
  const menuOf = async (label: string) => {
    await showControls(page)
    await page.getByRole('button', { name: text.player.subtitles }).click()
    return page.getByRole('group', { name: label }).getByRole('menuitemradio', { name: /English|英文|英語/ })
  }
  await (await menuOf(text.player.subtitles)).click()
  await cue.waitFor()
  const soundTracks = () => new Set(loaded.flatMap((path) => /\/(a[^/]*)\/\d+\.m4s$/.exec(path)?.[1] ?? [])).size
  expect(soundTracks()).toBe(1)
  await (await menuOf(text.player.audio)).click()
  await eventually(soundTracks).toBe(2)
  expect(await (await menuOf(text.player.audio)).getAttribute('aria-checked')).toBe('true')
})

test('full screen is entered with the F key and left with the button', async () => {
  const { page, text } = await visit({ path: film })
  await expectPlaying(page)
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.keyboard.press('KeyF')
  await eventually(isFull).toBe(true)
  await showControls(page)
  await page.getByRole('button', { name: text.player.exitFullscreen }).click()
  await eventually(isFull).toBe(false)
  await expectPlayingFrom(page, await currentTimeOf(page))
})

test('volume, mute and speed change with their keys, and mute and speed are kept after a reload', async () => {
  const { page } = await visit({ path: film })
  await expectPlaying(page)
  const sound = () =>
    playerVideo(page).evaluate(({ muted, volume, playbackRate }: HTMLVideoElement) => ({ muted, volume, playbackRate }))
  const { volume } = await sound()
  await page.keyboard.press('ArrowDown')
  await eventually(async () => (await sound()).volume).toBeLessThan(volume)
  await page.keyboard.press('KeyM')
  await eventually(async () => (await sound()).muted).toBe(true)
  await page.keyboard.press('Shift+Period')
  await eventually(async () => (await sound()).playbackRate).toBe(1.25)
  await page.reload()
  await expectPlaying(page)
  expect(await sound()).toMatchObject({ muted: true, playbackRate: 1.25 })
})

test('a marked episode: an opening video with sound, an opening to skip, and the next episode at its end', async () => {
  const { programId } = world.series
  const { page, errors, text } = await visit({
    path: `/#/PlayDrama/1?programId=${programId}&programGuid=${programId}.s1e1&episode=1`,
  })
  await page.getByRole('dialog').getByRole('button', { name: text.contentWarning.go }).click()
  const opening = page.getByRole('region', { name: text.player.openingOf('街市兩日') })
  const video = opening.locator('video')
  await eventually(() => video.evaluate(({ currentTime, muted }: HTMLVideoElement) => !muted && currentTime > 0)).toBe(
    true,
  )
  await opening.waitFor({ state: 'detached' })
  await expectPlaying(page)
  await page.getByRole('button', { name: text.player.skipOpening }).click()
  await eventually(() => currentTimeOf(page)).toBeGreaterThanOrEqual(4)
  await page.getByRole('button', { name: text.player.playNow }).click()
  await eventually(() => hashOf(page)).toContain('#/PlayDrama/2?')
  // The opening video is shown once.
  await expectPlaying(page)
  expect(await opening.count()).toBe(0)
  expect(errors).toEqual([])
})

test.runIf(isFull)('the N key plays the next episode', async () => {
  const { programId } = world.series
  const { page, text } = await visit({
    path: `/#/PlayDrama/1?programId=${programId}&programGuid=${programId}.s1e1&episode=1`,
  })
  await page.getByRole('dialog').getByRole('button', { name: text.contentWarning.go }).click()
  await expectPlaying(page)
  await page.keyboard.press('KeyN')
  await eventually(() => hashOf(page)).toContain('#/PlayDrama/2?')
  await page.getByText(text.player.episode(2), { exact: false }).first().waitFor()
  await expectPlaying(page)
})

test.runIf(isFull)('playback starts at the position of the URL, and can be restarted from the beginning', async () => {
  const { page, text } = await visit({ path: playPath(world.film.programId, { position: '6' }) })
  await playerVideo(page).waitFor()
  await eventually(() => currentTimeOf(page)).toBeGreaterThan(5.9)
  // The button is shown for five seconds only, so it is clicked inside the page.
  await page.getByRole('button', { name: text.player.fromStart }).evaluate((button: HTMLElement) => button.click())
  await eventually(() => currentTimeOf(page)).toBeLessThan(5)
})

test.runIf(isFull)(
  'with reduced motion the click itself starts playback; a title with a content warning has no sound before it is accepted',
  async () => {
    const loaded: string[] = []
    const { page, errors, text } = await visit({
      path: `/#/category/list?programId=${world.film.programId}`,
      options: { reducedMotion: 'reduce' },
      prepare: (tab) => {
        tab.on('response', (answer) => /\/v\d+\/\d+\.m4s$/.test(answer.url()) && loaded.push(answer.url()))
        return tab.addInitScript(() => {
          // oxlint-disable-next-line typescript/unbound-method -- called on its element below
          const { play } = HTMLMediaElement.prototype
          const started: boolean[] = []
          Object.assign(globalThis, { started })
          HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
            if (!this.muted) started.push(this.isConnected)
            return play.call(this)
          }
        })
      },
    })
    const started = () => page.evaluate(() => (globalThis as unknown as { started: boolean[] }).started)
    const play = page.locator('dialog a[href*="/play?"]:not([href*="kind="])').filter({ visible: true })
    await play.waitFor()
    await eventually(() => loaded.length).toBeGreaterThan(0)
    expect(await started()).toEqual([])
    await play.click()
    await expectPlaying(page)
    expect((await started())[0]).toBe(false)
    // The picture that came before its screen has gone into it.
    expect(await page.locator('video').count()).toBe(1)
    expect(await page.locator('[popover] video').count()).toBe(0)

    await page.goto(`${world.url}/#/category/list?programId=${world.series.programId}`)
    await page.reload()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(text.detail.play) })
      .filter({ visible: true })
      .first()
      .click()
    await page.getByRole('dialog', { name: text.contentWarning.title }).waitFor()
    expect(await started()).toEqual([])
    expect(errors).toEqual([])
  },
)
