import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REPORT_MAX } from '#contract/playback-reports.ts'
import { createStore } from '#web/kit/store.ts'
import { IDLE_STATE, type PlaybackState } from './engine.ts'
import { failure } from './failure.rules.ts'
import { reportQuality } from './quality-report.ts'

class FakeVideo extends EventTarget {
  paused = false
  seeking = false
  currentTime = 0
}
const REQUEST = { programId: 'tram', programGuid: 'tram', kind: 'movie', start: 0 } as const
const RUNG = { height: 720, bitrate: 1, playable: true }

let video: FakeVideo
let state: ReturnType<typeof createStore<PlaybackState>>
let time: number
let page: EventTarget
let sent: object[]

beforeEach(() => {
  video = new FakeVideo()
  state = createStore<PlaybackState>({
    ...IDLE_STATE,
    rungs: [RUNG],
    order: null,
    needsClick: false,
    startedAt: 1000,
    playingAt: 0,
  })
  time = 1000
  page = new EventTarget()
  sent = []
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => vi.unstubAllGlobals())

const watch = (more: { isReported?: boolean; request?: object } = {}) =>
  reportQuality(
    {
      request: { ...REQUEST, ...more.request },
      video: video as unknown as HTMLVideoElement,
      state,
    },
    { isReported: more.isReported ?? true, send: (report) => void sent.push(report), now: () => time },
  )
const on = (name: string, after = 0) => {
  time += after
  video.dispatchEvent(new Event(name))
}
const playTo = (seconds: number) => {
  while (video.currentTime < seconds) {
    video.currentTime += 0.25
    on('timeupdate', 250)
  }
}

test('a title that played before its screen reports its own time to the first frame, and stalls from the beginning', () => {
  state.set({ playingAt: 1040 })
  time = 1100
  const end = watch()
  playTo(5)
  on('waiting')
  on('playing', 200)
  end()
  expect(sent).toMatchObject([{ startMs: 40, stalls: 1, stalledMs: 200 }])
})

test('a playback is reported once: time to the first frame, played seconds, stalls, changes of quality, the failure', () => {
  const end = watch()
  on('waiting', 100)
  on('playing', 300)
  state.set({ height: 720 })
  playTo(10)
  on('waiting')
  on('playing', 1500)
  state.set({ height: 1080 })
  video.seeking = true
  on('waiting')
  on('playing', 400)
  video.seeking = false
  video.currentTime = 300
  on('timeupdate')
  playTo(305)
  state.set({ failure: failure('network') })
  state.set({ failure: failure('decode') })
  end()
  page.dispatchEvent(new Event('pagehide'))
  expect(sent).toEqual([
    {
      programId: 'tram',
      engine: 'hls',
      startMs: 400,
      playedSeconds: 15,
      stalls: 1,
      stalledMs: 1500,
      renditionChanges: 1,
      errorCode: '4001',
    },
  ])
})

test('what is measured is reported up to the limits of the contract', () => {
  const end = watch()
  on('playing', 3_600_000)
  on('waiting')
  time += 86_400_000
  end()
  expect(sent).toMatchObject([{ startMs: REPORT_MAX.startMs, stalls: 1, stalledMs: REPORT_MAX.stalledMs }])
})

test('closing the page and the end of the title report too, and a stall that lasts counts until then', () => {
  watch()
  on('playing', 200)
  on('waiting')
  time += 700
  page.dispatchEvent(new Event('pagehide'))
  expect(sent).toMatchObject([{ stalls: 1, stalledMs: 700 }])
  on('ended')
  expect(sent).toHaveLength(1)
})

test('a playback that did not start is reported only if it failed', () => {
  watch()()
  expect(sent).toEqual([])
  const end = watch()
  state.set({ failure: { kind: 'streams', code: 'STREAM_LIMIT' } })
  end()
  expect(sent).toEqual([expect.not.objectContaining({ startMs: expect.anything() })])
  expect(sent).toMatchObject([{ errorCode: 'STREAM_LIMIT' }])
})

test.each([
  ['what is not in the sample', false, {}],
  ['a trailer', true, { kind: 'trailer' }],
  ['a plain file', true, { file: '/p/a/b.mp4' }],
])('%s is not reported', (...[, isReported, request]) => {
  const end = watch({ isReported, request })
  on('playing', 200)
  end()
  expect(sent).toEqual([])
})
