import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from '#web/kit/store.ts'
import { type EngineState, IDLE_STATE } from './engine.ts'
import { openPlain } from './native-engine.ts'
import { chooseEngine } from './choose-engine.ts'

/** A `<video>` that plays HLS natively, as Safari's. */
class FakeVideo extends EventTarget {
  src = ''
  preload = ''
  paused = true
  currentTime = 0
  videoWidth = 0
  videoHeight = 0
  error: { code: number } | null = null
  async play() {
    this.paused = false
  }
}

let video: FakeVideo
let state: ReturnType<typeof createStore<EngineState>>
let master: string
let renewals: string[]
let served: string[]

beforeEach(() => {
  video = new FakeVideo()
  state = createStore<EngineState>(IDLE_STATE)
  master = '/v/grant1/tram/master.m3u8'
  renewals = []
  served = []
})

const grants = (renewed?: string) => ({
  master: () => master,
  under: (url: string) => url,
  served: (url: string) => void served.push(url),
  renew: async (url: string) => {
    renewals.push(url)
    if (renewed === undefined) return false
    master = renewed
    return true
  },
})
const open = ({
  start = 0,
  isPreload = false,
  renewed,
}: { start?: number; isPreload?: boolean; renewed?: string } = {}) =>
  openPlain({ video: video as unknown as HTMLVideoElement, state, grants: grants(renewed), start, isPreload })
const fail = async (code: number) => {
  video.error = { code }
  video.dispatchEvent(new Event('error'))
  await vi.waitFor(() => expect(renewals.length + (state.get().failure ? 1 : 0)).toBeGreaterThan(0))
  await Promise.resolve()
}

describe('a browser that plays HLS natively', () => {
  test('gets the playlist, at the position where it starts', () => {
    open()
    expect(video).toMatchObject({ src: '/v/grant1/tram/master.m3u8', preload: 'auto' })
    open({ start: 90 })
    expect(video.src).toBe('/v/grant1/tram/master.m3u8#t=90')
  })

  test('loads no more than the metadata of a preloaded title until it plays', () => {
    const engine = open({ isPreload: true })
    expect(video.preload).toBe('metadata')
    engine.continueLoading()
    expect(video.preload).toBe('auto')
  })

  test('says which quality it plays, by the lines of the picture also of an upright one', () => {
    open()
    Object.assign(video, { videoWidth: 1280, videoHeight: 720 }).dispatchEvent(new Event('resize'))
    expect(state.get().height).toBe(720)
    Object.assign(video, { videoWidth: 720, videoHeight: 1280 }).dispatchEvent(new Event('resize'))
    expect(state.get().height).toBe(720)
    expect(state.get().rungs).toEqual([])
  })

  test('goes on at its position under a renewed grant, playing if it was', async () => {
    open({ renewed: '/v/grant2/tram/master.m3u8' })
    await video.play()
    video.currentTime = 42
    await fail(4)
    expect(renewals).toEqual(['/v/grant1/tram/master.m3u8'])
    expect(video).toMatchObject({ src: '/v/grant2/tram/master.m3u8#t=42', paused: false })
    expect(state.get().failure).toBeNull()
  })

  test('renews once: a second failure without a frame between is shown', async () => {
    open({ renewed: '/v/grant2/tram/master.m3u8' })
    await fail(4)
    await fail(3)
    await vi.waitFor(() => expect(state.get().failure).toMatchObject({ kind: 'decode', code: '4003' }))
    expect(renewals).toHaveLength(1)
  })

  test('renews again after it has played', async () => {
    open({ renewed: '/v/grant2/tram/master.m3u8' })
    await fail(4)
    video.dispatchEvent(new Event('playing'))
    expect(served).toEqual(['/v/grant2/tram/master.m3u8'])
    renewals = []
    await fail(4)
    expect(renewals).toEqual(['/v/grant2/tram/master.m3u8'])
  })

  test.each([
    [2, 'network'],
    [3, 'decode'],
    [4, 'missing'],
  ])('shows failure %s as %s when no grant helps, and tries again where it was', async (code, kind) => {
    const engine = open()
    await fail(code)
    await vi.waitFor(() => expect(state.get().failure).toMatchObject({ kind }))
    video.currentTime = 30
    engine.retry()
    expect(state.get().failure).toBeNull()
    expect(video.src).toBe('/v/grant1/tram/master.m3u8#t=30')
  })

  test('leaves the server’s own refusal as it is', async () => {
    open()
    state.set({ failure: { kind: 'stopped', code: 'STREAM_ENDED' } })
    await fail(4)
    await vi.waitFor(() => expect(renewals).toHaveLength(1))
    expect(state.get().failure).toMatchObject({ kind: 'stopped' })
  })

  test('receives no event once it is destroyed', async () => {
    open().destroy()
    video.dispatchEvent(new Event('error'))
    Object.assign(video, { videoWidth: 1280, videoHeight: 720 }).dispatchEvent(new Event('resize'))
    await Promise.resolve()
    expect(renewals).toEqual([])
    expect(state.get().height).toBeUndefined()
  })
})

describe('the engine', () => {
  const REQUEST = { programId: 'tram', programGuid: 'tram', kind: 'movie', start: 0 } as const
  const browser = (window: object, canPlay: string) => {
    vi.stubGlobal('window', window)
    vi.stubGlobal('document', { createElement: () => ({ canPlayType: () => canPlay }) })
  }
  afterEach(() => vi.unstubAllGlobals())

  test.each([
    ['Chromium and Firefox', { MediaSource: {} }, '', 'openHls'],
    ['Chromium, whose canPlayType also says yes', { MediaSource: {} }, 'maybe', 'openHls'],
    ['Safari 17.1 and later', { ManagedMediaSource: {} }, 'maybe', 'openHls'],
    ['an older iPhone', {}, 'maybe', 'openPlain'],
  ])('of %s', async (...[, window, canPlay, name]) => {
    browser(window, canPlay)
    expect((await chooseEngine(REQUEST))?.name).toBe(name)
  })

  test('of a browser that can play neither is none, and of a plain file the browser', async () => {
    browser({}, '')
    expect(await chooseEngine(REQUEST)).toBeNull()
    expect((await chooseEngine({ ...REQUEST, file: '/p/a/b.mp4' }))?.name).toBe('openPlain')
  })
})
