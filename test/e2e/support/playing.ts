import { expect } from 'vitest'
import type { OrderKind } from '#contract/orders.ts'
import { call, eventually, type Page } from './world.ts'

export interface OrderAnswer {
  redirectURL: string
  expiresAt: string
  storyboardURL?: string
  subtitles: { lang: string; label: string; url: string }[]
}

/** Orders a title; the test's own way to a grant. */
export const order = (programId: string, more: { programGuid?: string; kind?: OrderKind } = {}): Promise<OrderAnswer> =>
  call('/api_v2/order', { programId, ...more })

/** How long the demo's worker may take to come to a title. */
const ENCODING_MS = 100_000

/** Waits until the demo's worker has made a title playable. */
export const playable = (programId: string) =>
  expect
    .poll(
      async () => {
        const { program } = await call<{ program: { access: string } }>('/api_v2/revamp/detail', { programId })
        return program.access
      },
      { timeout: ENCODING_MS, interval: 500 },
    )
    .toBe('play')

/** The hash route that plays a film. */
export const playPath = (programId: string, more: Record<string, string> = {}) =>
  `/#/play?${new URLSearchParams({ programId, programGuid: programId, ...more })}`

/** The player's own picture: a trailer may still move below the curtain when play has been pressed. */
export const filmIn = (page: Page) => page.locator('section:has([data-controls]) video')

/** Where the film stands, in seconds. */
export const timeOf = (page: Page): Promise<number> =>
  filmIn(page).evaluate((video: HTMLVideoElement) => video.currentTime)

export const isPaused = (page: Page): Promise<boolean> =>
  filmIn(page).evaluate((video: HTMLVideoElement) => video.paused)

/** The place in the film of the next picture that is really drawn; -1 when none comes for two seconds. */
export const nextFrame = (page: Page): Promise<number> =>
  filmIn(page).evaluate(
    (video: HTMLVideoElement) =>
      new Promise<number>((drawn) => {
        video.requestVideoFrameCallback((_, { mediaTime }) => drawn(mediaTime))
        setTimeout(drawn, 2000, -1)
      }),
  )

/** Sees the film move: two different pictures drawn, the second later in the film. */
export async function watches(page: Page): Promise<void> {
  await filmIn(page).waitFor()
  let first = -1
  await eventually(async () => (first = await nextFrame(page))).toBeGreaterThanOrEqual(0)
  await eventually(() => nextFrame(page)).toBeGreaterThan(first)
}

/** Shows the controls and answers them. */
export async function controls(page: Page) {
  await page.mouse.move(600, 300)
  await page.mouse.move(620, 320)
  return page.locator('[data-controls]').last()
}

/** Expects the film to have gone on from `seconds`. */
export async function goesOnFrom(page: Page, seconds: number): Promise<void> {
  await eventually(() => timeOf(page)).toBeGreaterThan(seconds)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
}
