import { expect, test } from 'vitest'
import { currentTimeOf, expectPlaying, isPaused, nextFrame, playerVideo, playPath } from './support/playing.ts'
import { eventually, type Page, visit, world } from './support/world.ts'

const film = playPath(world.film.programId)
const rateOf = (page: Page) => playerVideo(page).evaluate((video: HTMLVideoElement) => video.playbackRate)

/** Seeks and draws the frame that is shown there: grey values of a small picture. */
async function frameAt(page: Page, seconds: number): Promise<number[]> {
  return playerVideo(page).evaluate(async (video: HTMLVideoElement, position) => {
    const presented = new Promise<number>((resolve) =>
      video.requestVideoFrameCallback((_, { mediaTime }) => resolve(mediaTime)),
    )
    video.currentTime = position
    const mediaTime = await presented
    const canvas = Object.assign(document.createElement('canvas'), { width: 96, height: 54 })
    const context = canvas.getContext('2d')!
    context.drawImage(video, 0, 0, 96, 54)
    const { data } = context.getImageData(0, 0, 96, 54)
    return [mediaTime, ...Array.from({ length: data.length / 4 }, (_, at) => data[at * 4 + 1]!)]
  }, seconds)
}

const difference = (one: number[], other: number[]): number =>
  one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / one.length

test('a seek shows the frame of that time, and the same one again', async () => {
  const { page, errors } = await visit({ path: film })
  await expectPlaying(page)
  await page.keyboard.press('KeyK')
  await eventually(() => isPaused(page)).toBe(true)
  const frames: number[][] = []
  for (const seconds of [2, 7, 2.04, 7.04]) {
    const [mediaTime = -1, ...picture] = await frameAt(page, seconds)
    expect(Math.abs(mediaTime - seconds), `the frame at ${seconds} s`).toBeLessThan(0.1)
    frames.push(picture)
  }
  const [two, seven, twoAgain, sevenAgain] = frames as [number[], number[], number[], number[]]
  // The counter and the picture move on between the two places.
  const between = difference(two, seven)
  expect(difference(two, twoAgain)).toBeLessThan(between / 2)
  expect(difference(seven, sevenAgain)).toBeLessThan(between / 2)
  expect(errors).toEqual([])
})

test('on a phone a double tap skips ten seconds and a third ten more, and a held finger plays at twice the speed', async () => {
  const { page, context, errors } = await visit({ path: film, size: 'phone' })
  await expectPlaying(page)
  const { width, height } = page.viewportSize()!
  const touch = await context.newCDPSession(page)
  const down = (x: number) =>
    touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: height / 3 }] })
  const up = () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })

  await down(width * 0.8)
  await eventually(() => rateOf(page)).toBe(2)
  // The page takes no finger that moves for scrolling.
  await touch.send('Input.dispatchTouchEvent', {
    type: 'touchMove',
    touchPoints: [{ x: width * 0.6, y: height / 2 }],
  })
  await nextFrame(page)
  expect(await rateOf(page)).toBe(2)
  await up()
  await eventually(() => rateOf(page)).toBe(1)

  await playerVideo(page).evaluate((video: HTMLVideoElement) => {
    video.pause()
    video.currentTime = 11
  })
  await eventually(() => currentTimeOf(page)).toBe(11)
  for (let tap = 0; tap < 3; tap++) {
    await down(width * 0.2)
    await up()
  }
  // Two taps lead to the first second.
  await eventually(() => currentTimeOf(page)).toBe(0)
  expect(errors).toEqual([])
})
