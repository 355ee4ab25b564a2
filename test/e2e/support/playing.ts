import { expect } from 'vitest'
import type { PlaybackKind } from '#contract/playback.ts'
import { call, eventually, type Page } from './world.ts'

export interface OrderAnswer {
  redirectURL: string
  expiresAt: string
  storyboardURL?: string
  subtitles: { lang: string; label: string; url: string }[]
}

/** Orders a title; its response has the grant. */
export const order = (
  programId: string,
  more: { programGuid?: string; kind?: PlaybackKind } = {},
): Promise<OrderAnswer> => call('/api_v2/order', { programId, ...more })

/** Timeout for the demo's worker to encode a title. */
const ENCODING_MS = 270_000

/** Waits until the demo's worker has encoded a title. */
export const waitUntilPlayable = (programId: string) =>
  expect
    .poll(
      async () => {
        const { program } = await call<{ program: { access: string } }>('/api_v2/revamp/detail', { programId })
        return program.access
      },
      { timeout: ENCODING_MS, interval: 500 },
    )
    .toBe('play')

/** The hash route that plays a title. */
export const playPath = (programId: string, more: Record<string, string> = {}) =>
  `/#/play?${new URLSearchParams({ programId, programGuid: programId, ...more })}`

/** The player's video element. The sheet's trailer may still be in the document during the route transition. */
export const playerVideo = (page: Page) => page.locator('section:has([data-controls]) video')

/** Playback position in seconds. */
export const currentTimeOf = (page: Page): Promise<number> =>
  playerVideo(page).evaluate((video: HTMLVideoElement) => video.currentTime)

export const isPaused = (page: Page): Promise<boolean> =>
  playerVideo(page).evaluate((video: HTMLVideoElement) => video.paused)

/** Media time of the next presented frame; -1 if none is presented for two seconds. */
export const nextFrame = (page: Page): Promise<number> =>
  playerVideo(page).evaluate(
    (video: HTMLVideoElement) =>
      new Promise<number>((resolve) => {
        video.requestVideoFrameCallback((_, { mediaTime }) => resolve(mediaTime))
        setTimeout(resolve, 2000, -1)
      }),
  )

/** Expects playback to progress: two frames are presented, the second with a later media time. */
export async function expectPlaying(page: Page): Promise<void> {
  await playerVideo(page).waitFor()
  let first = -1
  await eventually(async () => (first = await nextFrame(page))).toBeGreaterThanOrEqual(0)
  await eventually(() => nextFrame(page)).toBeGreaterThan(first)
}

/** Shows the player controls and returns them. */
export async function showControls(page: Page) {
  await page.mouse.move(600, 300)
  await page.mouse.move(620, 320)
  return page.locator('[data-controls]').last()
}

/** Expects playback beyond `seconds` without an error dialog. */
export async function expectPlayingFrom(page: Page, seconds: number): Promise<void> {
  await eventually(() => currentTimeOf(page)).toBeGreaterThan(seconds)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
}
