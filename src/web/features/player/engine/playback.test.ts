import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Engine, EngineSetup, Playback } from './engine.ts'
import { failure } from './failure.rules.ts'
import { createPlayback } from './playback.ts'
import { playerSettings } from './player-settings.ts'

/** A `<video>` that only plays and pauses. */
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
}))
vi.mock('./choose-engine.ts', () => ({ chooseEngine: async () => openEngine }))

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
    continueLoading: () => {},
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

/** The network fails and is retried automatically. */
async function failNetwork() {
  playback.state.set({ failure: failure('network') })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(retries).toBeGreaterThan(0)
}

test('a preloaded title is loaded and not played, whatever happens to the network', async () => {
  expect(openEngine).toHaveBeenCalledTimes(1)
  expect(openEngine.mock.calls[0]![0].isPreload).toBe(true)
  await failNetwork()
  expect(video.plays).toBe(0)
})

test('a video has the chosen volume and speed before it plays, and follows changes until it is destroyed', () => {
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

test('playback resumes automatically when the network is back', async () => {
  playback.start(0)
  await failNetwork()
  expect(video.plays).toBe(2)
})

test('a paused video stays paused through automatic retries, and plays when the viewer retries', async () => {
  playback.start(0)
  video.pause()
  await failNetwork()
  expect(video.paused).toBe(true)
  playback.retry()
  expect(video.paused).toBe(false)
})

test('a pause right after the start stays: no pending step plays the video after it', async () => {
  playback.start(0)
  video.pause()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(video.paused).toBe(true)
  expect(video.plays).toBe(1)
})
