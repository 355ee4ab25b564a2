import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlayRequest, Playback } from './engine.ts'
import { startPreloadedPlayback, discardPreloadedPlayback, takePlayback, preload } from './preload.ts'

type Made = Playback & { starts: number[]; over: boolean }

const made: Made[] = vi.hoisted(() => [])

vi.mock('./playback.ts', () => ({
  createPlayback(request: PlayRequest) {
    const one = {
      request,
      starts: [] as number[],
      over: false,
      video: { readyState: 0, requestVideoFrameCallback() {} },
      state: { get: () => ({ failure: null }) },
      start: (from: number) => one.starts.push(from),
      isOver: () => one.over,
      destroy: () => {
        one.over = true
      },
    }
    made.push(one as unknown as Made)
    return one
  },
}))

const painted = Promise.resolve()
const removeVideoOverlay = vi.hoisted(() => vi.fn<() => void>())
vi.mock('./preloaded-video-overlay.ts', () => ({ showVideoOverlay: () => painted, removeVideoOverlay }))

const film: PlayRequest = { programId: 'tram', programGuid: 'tram', kind: 'movie', start: 0 }
const other: PlayRequest = { ...film, programId: 'ferry', programGuid: 'ferry' }

beforeEach(() => {
  vi.stubGlobal('HTMLMediaElement', { HAVE_FUTURE_DATA: 3 })
  vi.useFakeTimers()
})

afterEach(() => {
  discardPreloadedPlayback()
  for (const one of made) one.destroy()
  made.length = 0
  removeVideoOverlay.mockClear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a title is preloaded once; another replaces it', () => {
  preload(film)
  preload({ ...film })
  expect(made).toHaveLength(1)
  preload(other)
  expect(made.map(({ over }) => over)).toEqual([true, false])
})

test('a screen takes the preloaded title, and the title on screen is not preloaded again', () => {
  preload(film)
  const taken = takePlayback({ ...film, start: 90 })
  expect(taken).toBe(made[0])
  preload(film)
  expect(made).toHaveLength(1)
  taken.destroy()
  preload(film)
  expect(made).toHaveLength(2)
})

test('a screen of another title discards the preload', () => {
  preload(other)
  takePlayback(film)
  expect(made.map(({ over }) => over)).toEqual([true, false])
})

test.each([
  ['the preloaded title, from its position', { programGuid: 'tram', start: 0 }, [0]],
  ['another place in it', { programGuid: 'tram', start: 90 }, []],
  ['another film', { programGuid: 'ferry', start: 0 }, []],
])('a click starts %s', (_, at, starts) => {
  preload(film)
  void startPreloadedPlayback(at)
  expect(made[0]!.starts).toEqual(starts)
})

test('a started title that has a frame is shown at once; if no screen takes it, the overlay is removed with it', () => {
  preload(film)
  ;(made[0]!.video as { readyState: number }).readyState = 4
  removeVideoOverlay.mockClear()
  expect(startPreloadedPlayback(film)).toBe(painted)
  vi.advanceTimersByTime(999)
  expect(removeVideoOverlay).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(removeVideoOverlay).toHaveBeenCalledOnce()
})

test('the overlay stays until the screen that takes the title has the video', () => {
  preload(film)
  ;(made[0]!.video as { readyState: number }).readyState = 4
  void startPreloadedPlayback(film)
  removeVideoOverlay.mockClear()
  takePlayback(film)
  vi.advanceTimersByTime(1000)
  expect(removeVideoOverlay).not.toHaveBeenCalled()
})

test('cards that the pointer passes after the click do not stop the started title', () => {
  preload(film)
  void startPreloadedPlayback(film)
  preload(other)
  expect(made.map(({ over }) => over)).toEqual([false])
})

test('a click starts nothing without a preload', () => {
  void startPreloadedPlayback(film)
  expect(made).toEqual([])
})

test('a started title that no screen takes is stopped after a second, however often it is preloaded again', () => {
  preload(film)
  void startPreloadedPlayback(film)
  vi.advanceTimersByTime(900)
  preload(film)
  expect(made[0]!.over).toBe(false)
  vi.advanceTimersByTime(100)
  expect(made[0]!.over).toBe(true)
  expect(made).toHaveLength(1)
})

test('a title that a screen has taken plays on', () => {
  preload(film)
  void startPreloadedPlayback(film)
  takePlayback(film)
  vi.advanceTimersByTime(100_000)
  expect(made[0]!.over).toBe(false)
})

test('a preload that is not played is discarded after 90 seconds', () => {
  preload(film)
  vi.advanceTimersByTime(60_000)
  preload(film)
  vi.advanceTimersByTime(60_000)
  expect(made[0]!.over).toBe(false)
  vi.advanceTimersByTime(30_000)
  expect(made[0]!.over).toBe(true)
})
