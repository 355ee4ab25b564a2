import { afterEach, expect, test, vi } from 'vitest'
import { mediaStore } from './media-state.ts'

const frames = new Map<number, FrameRequestCallback>()

function watch() {
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.set(frames.size + 1, frame).size)
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id))
  const video = document.createElement('video')
  const seen: number[] = []
  const store = mediaStore(video)
  const stop = store.subscribe(() => seen.push(store.get().time))
  seen.length = 0
  let time = 0
  Object.defineProperty(video, 'currentTime', { get: () => time })
  const tell = (name: string, at: number) => {
    time = at
    video.dispatchEvent(new Event(name))
  }
  return { tell, seen, stop }
}

afterEach(() => {
  frames.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a seek, a wait and the time are shown once, after the next frame: what the engine does at the event comes first', () => {
  vi.useFakeTimers()
  const { tell, seen } = watch()
  for (const [at, name] of ['seeking', 'waiting', 'progress', 'timeupdate'].entries()) tell(name, at + 1)
  expect(seen).toEqual([])
  expect(frames.size).toBe(1)
  frames.get(1)!(0)
  expect(seen).toEqual([])
  vi.advanceTimersByTime(1)
  expect(seen).toEqual([4])
})

test('the end of a seek is shown after the next frame, so that it does not delay the frame of the video', () => {
  const { tell, seen } = watch()
  for (const name of ['seeking', 'seeked', 'canplay', 'playing']) tell(name, 7)
  expect(seen).toEqual([])
  expect(frames.size).toBe(1)
})

test('a pause is shown at once, with what was to be shown later', () => {
  const { tell, seen } = watch()
  tell('seeking', 7)
  tell('pause', 7)
  expect(seen).toEqual([7])
  expect(frames.size).toBe(0)
})

test('a page in the background has no frames: all is kept at once', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const { tell, seen } = watch()
  tell('timeupdate', 3)
  expect(seen).toEqual([3])
})

test('an update that waits for the next frame is applied at once when the page goes to the background', () => {
  const { tell, seen } = watch()
  tell('waiting', 5)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(seen).toEqual([5])
  expect(frames.size).toBe(0)
})

test('updates nothing without a subscriber', () => {
  vi.useFakeTimers()
  const { tell, seen, stop } = watch()
  tell('timeupdate', 3)
  frames.get(1)!(0)
  stop()
  expect(vi.getTimerCount()).toBe(0)
  expect(frames.size).toBe(0)
  expect(seen).toEqual([])
})
