import { afterEach, expect, test, vi } from 'vitest'
import { removeVideoOverlay, showVideoOverlay } from './preloaded-video-overlay.ts'

const makeVideo = () => document.createElement('video')

afterEach(() => {
  removeVideoOverlay()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the frame covers the page until its screen takes the video out of it', async () => {
  const video = makeVideo()
  await showVideoOverlay(video)
  const cover = video.parentElement!
  expect(cover.parentElement).toBe(document.body)
  expect(cover.getAttribute('aria-hidden')).toBe('true')
  const screen = document.createElement('div')
  document.body.append(screen)
  screen.append(video)
  removeVideoOverlay()
  expect(cover.isConnected).toBe(false)
  expect(video.isConnected).toBe(true)
  screen.remove()
})

test('a frame that no screen takes is removed with its video, and so is one that another replaces', () => {
  const [one, other] = [makeVideo(), makeVideo()]
  void showVideoOverlay(one)
  void showVideoOverlay(other)
  expect([one.isConnected, other.isConnected]).toEqual([false, true])
  removeVideoOverlay()
  expect(other.isConnected).toBe(false)
})

test('the screen waits for a frame of the page, but not in a page that has none', async () => {
  vi.useFakeTimers()
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
  let painted = 0
  void showVideoOverlay(makeVideo()).then(() => painted++)
  frames.shift()!(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(painted).toBe(0)
  frames.shift()!(16)
  await vi.advanceTimersByTimeAsync(0)
  expect(painted).toBe(1)
  void showVideoOverlay(makeVideo()).then(() => painted++)
  await vi.advanceTimersByTimeAsync(100)
  expect(painted).toBe(2)
})
