import { expect } from 'vitest'
import { eventually } from '../e2e/support/world.ts'
import type { EnginePage } from './engine-page.ts'

/** The state of the player's `<video>`. */
export interface VideoFacts {
  time: number
  duration: number
  paused: boolean
  ended: boolean
  muted: boolean
  rate: number
  height: number
  /** `HTMLMediaElement.readyState`. */
  ready: number
}

const NONE: VideoFacts = {
  time: -1,
  duration: 0,
  paused: true,
  ended: false,
  muted: false,
  rate: 0,
  height: 0,
  ready: 0,
}

/** The player's video; `ready` is 0 while there is none. */
export async function video({ tab }: EnginePage): Promise<VideoFacts> {
  const found = await tab.run(() => {
    const element = document.querySelector<HTMLVideoElement>('section:has([data-controls]) video')
    if (!element) return null
    const { currentTime: time, duration, paused, ended, muted, playbackRate: rate, videoHeight: height } = element
    return { time, duration, paused, ended, muted, rate, height, ready: element.readyState }
  })
  return found ?? NONE
}

/** Waits for a state of the video. */
export const expectVideo = (page: EnginePage, state: Partial<VideoFacts>) =>
  eventually(() => video(page)).toMatchObject(state)

/** Waits until the video has moved on by half a second, without an error. */
export async function expectPlays(page: EnginePage): Promise<void> {
  await eventually(async () => (await video(page)).ready).toBeGreaterThanOrEqual(2)
  const { time } = await video(page)
  await eventually(async () => (await video(page)).time).toBeGreaterThan(time + 0.5)
  expect(await page.tab.run(() => document.querySelectorAll('[role=alertdialog]').length)).toBe(0)
}

/** Pauses by key, once the video plays. */
export async function pause(page: EnginePage): Promise<void> {
  await page.pressKey('k')
  await expectVideo(page, { paused: true })
}

/** Shows the controls, as a moved pointer does. */
export async function showControls({ tab }: EnginePage): Promise<void> {
  await tab.hover({ x: 600, y: 300 })
  await tab.hover({ x: 620, y: 320 })
}

/** Opens one of the menus of the bar. */
export async function openMenu(page: EnginePage, name: string): Promise<void> {
  await showControls(page)
  await page.click({ css: '[data-controls] button[aria-haspopup=menu]', name })
  await page.see({ css: '[role=menu]' })
}

/** Chooses in the open menu. */
export const choose = (page: EnginePage, name: string) => page.click({ css: '[role=menuitemradio]', name })
