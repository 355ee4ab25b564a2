import { test } from 'vitest'
import { expectPlaying, isPaused, playerVideo, playPath } from './support/playing.ts'
import { eventually, visit, world } from './support/world.ts'

const LONG = 'A line that is long enough to need more than one row of letters of this size on a phone.'
const FILE = `WEBVTT\n\n00:00:00.000 --> 00:00:30.000\n${LONG}\n${LONG}\n`
const SETTINGS = {
  subtitle: 'zh-Hant',
  secondSubtitle: 'en',
  subtitleSize: 'huge',
  subtitleBackground: 'solid',
}

test.each([
  ['upright', { width: 390, height: 844 }],
  ['turned', { width: 844, height: 390 }],
])(
  'long subtitles in two languages stay clear of the controls and on the screen of a phone: %s',
  async (_, viewport) => {
    const { page } = await visit({
      path: playPath(world.film.programId),
      size: 'phone',
      prepare: async (tab) => {
        await tab.setViewportSize(viewport)
        await tab.addInitScript(
          (settings) => localStorage.setItem('harbour.player', settings),
          JSON.stringify(SETTINGS),
        )
        await tab.route('**/*.vtt', (route) => route.fulfill({ contentType: 'text/vtt', body: FILE }))
      },
    })
    await expectPlaying(page)
    await playerVideo(page).evaluate((video: HTMLVideoElement) => video.pause())
    await eventually(() => isPaused(page)).toBe(true)
    const touched = () =>
      page.evaluate(() => {
        const boxes = (selector: string) =>
          [...document.querySelectorAll(selector)]
            .map((one) => one.getBoundingClientRect())
            .filter(({ width }) => width)
        const cues = boxes('[data-cues] p > span')
        const controls = boxes('[data-shown] button, [data-shown] [data-heading], [data-offers] button')
        const touches = (one: DOMRect, { left, right, top, bottom }: DOMRect) =>
          one.left < right && one.right > left && one.top < bottom && one.bottom > top
        return {
          cues: cues.length,
          controls: controls.length > 3,
          touched: cues.filter((cue) => controls.some((control) => touches(cue, control))).length,
          outside: cues.filter(({ top, bottom }) => top < 0 || bottom > innerHeight).length,
        }
      })
    if (viewport.height > viewport.width) {
      const onPicture = () =>
        page.evaluate(() => {
          const { videoWidth, videoHeight } = document.querySelector('video')!
          const end = (innerHeight + (innerWidth * videoHeight) / videoWidth) / 2
          const cues = [...document.querySelectorAll('[data-cues] p > span')]
          return cues.every((cue) => cue.getBoundingClientRect().bottom <= end)
        })
      await eventually(onPicture).toBe(true)
    }
    await eventually(touched).toEqual({ cues: 2, controls: true, touched: 0, outside: 0 })
  },
)
