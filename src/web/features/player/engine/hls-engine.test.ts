import type Hls from 'hls.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookAhead, watchLookAhead } from './hls-engine.ts'

/** A `<video>` for seeking, which presents no frame by itself. */
class FakeVideo extends EventTarget {
  seeking = false
  readyState = 4
  requestVideoFrameCallback() {}
  tell(type: 'seeking' | 'seeked' | 'emptied') {
    this.seeking = type === 'seeking'
    this.dispatchEvent(new Event(type))
  }
}

const NEAR = lookAhead(false)
const FAR = lookAhead(true)
let video: FakeVideo
let config: ReturnType<typeof lookAhead>

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('HTMLMediaElement', { HAVE_FUTURE_DATA: 3 })
  video = new FakeVideo()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function watch({ prime }: { prime: boolean }) {
  config = lookAhead(!prime)
  return watchLookAhead({ config } as unknown as Hls, video as unknown as HTMLVideoElement, prime)
}

test('until the frame of a seek is presented, no more than it needs is loaded', async () => {
  watch({ prime: false })
  video.tell('seeking')
  expect(config).toEqual(NEAR)
  video.tell('seeked')
  expect(config).toEqual(NEAR)
  await vi.advanceTimersByTimeAsync(500)
  expect(config).toEqual(FAR)
})

test('a seek during a seek keeps the bandwidth for its own frame', async () => {
  watch({ prime: false })
  video.tell('seeking')
  video.tell('seeked')
  video.tell('seeking')
  await vi.advanceTimersByTimeAsync(500)
  expect(config).toEqual(NEAR)
  video.tell('seeked')
  await vi.advanceTimersByTimeAsync(500)
  expect(config).toEqual(FAR)
})

test('a seek that loses its source does not leave the buffer at one second', async () => {
  watch({ prime: false })
  video.tell('seeking')
  video.tell('emptied')
  await vi.advanceTimersByTimeAsync(500)
  expect(config).toEqual(FAR)
})

test('a preload buffers one frame until it goes on, and a seek then still comes first', async () => {
  const ahead = watch({ prime: true })
  video.tell('seeking')
  video.tell('seeked')
  await vi.advanceTimersByTimeAsync(500)
  expect(config).toEqual(NEAR)
  video.tell('seeking')
  ahead.continueLoading()
  expect(config).toEqual(NEAR)
  video.tell('seeked')
  await vi.advanceTimersByTimeAsync(500)
  expect(config).toEqual(FAR)
})
