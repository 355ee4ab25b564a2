import { describe, expect, test } from 'vitest'
import {
  controls,
  filmIn,
  goesOnFrom,
  isPaused,
  nextFrame,
  playable,
  playPath,
  timeOf,
  watches,
} from './support/playing.ts'
import { EVERYWHERE, eventually, hashOf, type Page, visit, world } from './support/world.ts'

const film = playPath(world.film.programId)
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true })

describe.each(EVERYWHERE)('a film in $language on $size', ({ language, size }) => {
  test('plays from encrypted segments, is paused, sought and watched to its end', async () => {
    const loaded: string[] = []
    const { page, errors, text } = await visit({
      path: film,
      language,
      size,
      prepare: async (tab) => tab.on('response', (answer) => loaded.push(new URL(answer.url()).pathname)),
    })
    await watches(page)
    expect(loaded.filter((path) => /^\/v\/[^/]+\/[^/]+\/v\d+\/\d+\.m4s$/.test(path))).not.toEqual([])
    expect(loaded.filter((path) => /^\/v\/[^/]+\/[^/]+\/key$/.test(path))).not.toEqual([])

    await page.keyboard.press('KeyK')
    await eventually(() => isPaused(page)).toBe(true)
    const place = await timeOf(page)
    await page.getByRole('button', { name: text.player.play, exact: true }).first().click()
    await goesOnFrom(page, place)

    await page.keyboard.press('Digit7')
    await eventually(() => timeOf(page)).toBeGreaterThan(8)
    await eventually(() => nextFrame(page)).toBeGreaterThan(8)
    await eventually(() => filmIn(page).evaluate((video: HTMLVideoElement) => video.ended)).toBe(true)
    // Nothing comes after it: the keyboard is already on watching it again, with the way back beside it.
    const again = page.getByRole('button', { name: text.player.replay, exact: true }).last()
    await eventually(() => again.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await eventually(() => timeOf(page)).toBeLessThan(6)
    await again.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })
})

test('the shipped film plays for a visitor, and its picture changes', async () => {
  await playable('tram')
  const { page, errors } = await visit({ path: playPath('tram') })
  await watches(page)
  expect(errors).toEqual([])
})

test('the bar seeks by a press, and shows the storyboard above it', async () => {
  const { page, text } = await visit({ path: film })
  await watches(page)
  await page.keyboard.press('Space')
  await eventually(() => isPaused(page)).toBe(true)
  await controls(page)
  const bar = slider(page, text.player.seek)
  const box = (await bar.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2)
  await bar.locator('[style*="storyboard"], img, [data-storyboard]').first().waitFor({ state: 'attached' })
  await page.mouse.click(box.x + box.width * 0.5, box.y + box.height / 2)
  await eventually(() => timeOf(page)).toBeGreaterThan(5.5)
  expect(await timeOf(page)).toBeLessThan(6.5)
  await eventually(async () => Number(await bar.getAttribute('aria-valuenow'))).toBe(6)
})

test('the quality is chosen by hand, and kept for the next film', async () => {
  const { page, text } = await visit({ path: film })
  await watches(page)
  await page.keyboard.press('Space')
  await eventually(() => isPaused(page)).toBe(true)
  await controls(page)
  await page.getByRole('button', { name: text.player.quality }).click()
  await page.getByRole('menuitemradio', { name: '360p' }).click()
  await page.keyboard.press('KeyK')
  const height = () => filmIn(page).evaluate((video: HTMLVideoElement) => video.videoHeight)
  await eventually(height).toBe(360)
  await page.reload()
  await watches(page)
  await eventually(height).toBe(360)
})

test('4K where HEVC cannot be played is error 4032, which offers what plays', async () => {
  const { page, text } = await visit({
    path: film,
    prepare: (tab) =>
      tab.route('**/master.m3u8', async (route) => {
        const answer = await route.fetch()
        const master = await answer.text()
        const line = master.split('\n').find((one) => one.startsWith('#EXT-X-STREAM-INF'))!
        const uhd = line.replace(/RESOLUTION=\d+x\d+/, 'RESOLUTION=3840x2160').replace(/avc1\.\w+/, 'hvc1.1.6.L150.90')
        await route.fulfill({ response: answer, body: `${master.trimEnd()}\n${uhd}\nv2160/index.m3u8\n` })
      }),
  })
  await watches(page)
  await controls(page)
  await page.getByRole('button', { name: text.player.quality }).click()
  await page.getByRole('menuitemradio', { name: /2160p|4K/ }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('4032', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: text.player.failure.at('720p') }).click()
  await dialog.waitFor({ state: 'detached' })
  await goesOnFrom(page, await timeOf(page))
})

test('subtitles are shown, changed and switched off', async () => {
  const { page, text } = await visit({ path: film })
  await watches(page)
  const cue = page.getByText(/^第 \d 句字幕$/)
  await cue.waitFor()
  await page.keyboard.press('KeyC')
  await cue.waitFor({ state: 'detached' })
  await controls(page)
  await page.getByRole('button', { name: text.player.subtitles }).click()
  await page.getByRole('menuitemradio', { name: /English|英文/ }).click()
  await cue.waitFor()
})

test('full screen is entered and left by its key and its button', async () => {
  const { page, text } = await visit({ path: film })
  await watches(page)
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.keyboard.press('KeyF')
  await eventually(isFull).toBe(true)
  await controls(page)
  await page.getByRole('button', { name: text.player.exitFullscreen }).click()
  await eventually(isFull).toBe(false)
  await goesOnFrom(page, await timeOf(page))
})

test('volume, mute and speed answer their keys and are remembered', async () => {
  const { page } = await visit({ path: film })
  await watches(page)
  const sound = () =>
    filmIn(page).evaluate(({ muted, volume, playbackRate }: HTMLVideoElement) => ({ muted, volume, playbackRate }))
  const { volume } = await sound()
  await page.keyboard.press('ArrowDown')
  await eventually(async () => (await sound()).volume).toBeLessThan(volume)
  await page.keyboard.press('KeyM')
  await eventually(async () => (await sound()).muted).toBe(true)
  await page.keyboard.press('Shift+Period')
  await eventually(async () => (await sound()).playbackRate).toBe(1.25)
  await page.reload()
  await watches(page)
  expect(await sound()).toMatchObject({ muted: true, playbackRate: 1.25 })
})

test('an episode leads to the next one, and the list to any', async () => {
  const { programId } = world.series
  const { page, text } = await visit({
    path: `/#/PlayDrama/1?programId=${programId}&programGuid=${programId}.s1e1&episode=1`,
  })
  await page.getByRole('dialog').getByRole('button', { name: text.contentWarning.go }).click()
  await watches(page)
  await page.keyboard.press('KeyN')
  await eventually(() => hashOf(page)).toContain('#/PlayDrama/2?')
  await page.getByText(text.player.episode(2), { exact: false }).first().waitFor()
  await watches(page)
})

test('a film opened at a place begins there, and offers its start', async () => {
  const { page, text } = await visit({ path: playPath(world.film.programId, { position: '6' }) })
  await filmIn(page).waitFor()
  await eventually(() => timeOf(page)).toBeGreaterThan(5.9)
  // The offer stands for five seconds only: it is pressed in the page itself.
  await page.getByRole('button', { name: text.player.fromStart }).evaluate((button: HTMLElement) => button.click())
  await eventually(() => timeOf(page)).toBeLessThan(5)
})

test('without motion the press itself begins the film; one with a warning is not heard before that is read', async () => {
  const loaded: string[] = []
  const { page, errors, text } = await visit({
    path: `/#/category/list?programId=${world.film.programId}`,
    options: { reducedMotion: 'reduce' },
    prepare: (tab) => {
      tab.on('response', (answer) => /\/v\d+\/\d+\.m4s$/.test(answer.url()) && loaded.push(answer.url()))
      return tab.addInitScript(() => {
        // oxlint-disable-next-line typescript/unbound-method -- it is called on its element below
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
  await watches(page)
  expect((await started())[0]).toBe(false)

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
})
