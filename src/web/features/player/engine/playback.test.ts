import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Engine, EngineSetup } from './engine.ts'
import { failure } from './failure.rules.ts'
import { createPlayback, type Playback } from './playback.ts'
import { playerSettings } from './player-settings.ts'

/** A `<video>` as far as playing and pausing go. */
class FakeVideo extends EventTarget {
  paused = true
  ended = false
  readyState = 4
  currentTime = 0
  plays = 0
  async play() {
    this.plays += 1
    this.paused = false
  }
  pause() {
    this.paused = true
  }
  load() {}
  remove() {}
  removeAttribute() {}
}

const { openEngine } = vi.hoisted(() => ({ openEngine: vi.fn<(setup: EngineSetup) => Engine>() }))
vi.mock('./stream-source.ts', () => ({
  requestOrder: async () => ({ redirectURL: '/master', expiresAt: '', subtitles: [] }),
  masterOf: () => '/master',
  chooseEngine: async () => openEngine,
}))

const REQUEST = { programId: 'tram', programGuid: 'tram', kind: 'movie', start: 0 } as const
let video: FakeVideo
let retries: number
let playback: Playback

beforeEach(async () => {
  vi.useFakeTimers()
  video = new FakeVideo()
  retries = 0
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', { createElement: () => video })
  vi.stubGlobal('HTMLMediaElement', { HAVE_FUTURE_DATA: 3, HAVE_METADATA: 1 })
  openEngine.mockReturnValue({
    goOn: () => {},
    setQuality: () => {},
    setAudio: () => {},
    retry: () => void (retries += 1),
    bandwidth: () => undefined,
    destroy: () => {},
  })
  playback = createPlayback(REQUEST)
  await vi.advanceTimersByTimeAsync(0)
})

afterEach(() => {
  playback.destroy()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The line goes, and is tried again by itself. */
async function loseLine() {
  playback.state.set({ failure: failure('network') })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(retries).toBeGreaterThan(0)
}

test('a title that is only made ready is loaded and not played, whatever happens to the line', async () => {
  expect(openEngine).toHaveBeenCalledTimes(1)
  expect(openEngine.mock.calls[0]![0].warm).toBe(true)
  await loseLine()
  expect(video.plays).toBe(0)
})

test('a film has the volume and the speed that were chosen before it is heard, and hears of changes until it is over', () => {
  expect(video).toMatchObject({ volume: 1, muted: false })
  playerSettings.set({ volume: 0.3, muted: true, speed: 1.5 })
  expect(video).toMatchObject({ volume: 0.3, muted: true, playbackRate: 1.5, defaultPlaybackRate: 1.5 })
  const next = createPlayback(REQUEST)
  expect(video.plays).toBe(0)
  expect(video).toMatchObject({ volume: 0.3, muted: true })
  next.destroy()
  playback.destroy()
  playerSettings.set({ volume: 1, muted: false, speed: 1 })
  expect(video).toMatchObject({ volume: 0.3, muted: true, playbackRate: 1.5 })
})

test('a film that runs goes on by itself when the line is back', async () => {
  playback.begin(0)
  await loseLine()
  expect(video.plays).toBe(2)
})

test('a film that its viewer has paused stays paused when the line is tried again by itself, and plays when they press', async () => {
  playback.begin(0)
  video.pause()
  await loseLine()
  expect(video.paused).toBe(true)
  playback.retry()
  expect(video.paused).toBe(false)
})

test('a pause in the very moment of beginning stands: nothing that is still under way plays after it', async () => {
  playback.begin(0)
  video.pause()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(video.paused).toBe(true)
  expect(video.plays).toBe(1)
})
