import { vi } from 'vitest'
import { createStore } from '#web/kit/store.ts'
import { IDLE_STATE, type Playback, type PlaybackState } from '#web/features/player/engine/engine.ts'

// The simulated DOM lacks them.
Object.assign(HTMLMediaElement, { HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3 })

interface FakeVideoFacts {
  paused: boolean
  ended: boolean
  currentTime: number
  duration: number
  readyState: number
}

/** A `<video>` of the simulated DOM that plays nothing: `facts` can be changed, its methods tell its listeners. */
function fakeVideo() {
  const video = document.createElement('video')
  const facts: FakeVideoFacts = { paused: true, ended: false, currentTime: 0, duration: 600, readyState: 4 }
  /** The page's next frame comes with the events, and what waits for its end. */
  const tell = (...events: string[]) => {
    const frames: FrameRequestCallback[] = []
    const framesSpy = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
    for (const name of events) video.dispatchEvent(new Event(name))
    framesSpy.mockRestore()
    const afterFrame: (() => void)[] = []
    const timersSpy = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((run: () => void) => afterFrame.push(run)) as never)
    for (const frame of frames) frame(performance.now())
    timersSpy.mockRestore()
    for (const run of afterFrame) run()
  }
  const set = (change: Partial<FakeVideoFacts>, ...events: string[]) => {
    Object.assign(facts, change)
    tell(...events)
  }
  for (const key of ['paused', 'ended', 'duration', 'readyState'] as const)
    Object.defineProperty(video, key, { get: () => facts[key] })
  Object.defineProperty(video, 'currentTime', {
    get: () => facts.currentTime,
    set(currentTime: number) {
      set({ currentTime }, 'seeking', 'seeked', 'timeupdate')
    },
  })
  Object.defineProperty(video, 'seeking', { get: () => false })
  Object.defineProperty(video, 'buffered', { get: () => ({ length: 0, start: () => 0, end: () => 0 }) })
  video.play = async () => set({ paused: false }, 'play', 'playing', 'timeupdate')
  video.pause = () => set({ paused: true }, 'pause')
  return { video, set }
}

/** A playback without a server and without an engine: its state is set by the test, what its engine is told is recorded. */
export function fakePlayback(request: Partial<Playback['request']> = {}) {
  const { video, set } = fakeVideo()
  const state = createStore<PlaybackState>({
    ...IDLE_STATE,
    order: null,
    needsClick: false,
    startedAt: 0,
    playingAt: 0,
  })
  const engine = {
    start: vi.fn<(start: number) => void>(() => void video.play()),
    setQuality: vi.fn<Playback['setQuality']>(),
    setAudio: vi.fn<Playback['setAudio']>(),
    retry: vi.fn<() => void>(),
    report: vi.fn<Playback['report']>(async () => undefined),
  }
  const grants = {
    master: () => '/v/grant/tram/master.m3u8',
    under: (url: string) => url,
    served: () => {},
    renew: async () => false,
  }
  const playback: Playback = {
    request: { programId: 'tram', programGuid: 'tram', kind: 'movie', start: 0, ...request },
    video,
    state,
    grants: () => grants,
    play: () => void video.play(),
    isOver: () => false,
    destroy: () => {},
    ...engine,
  }
  return { playback, state, video, engine, setVideo: set }
}
