import { expect, test, vi } from 'vitest'
import { watchScreens } from './device-interfaces.ts'

/** A video with the browser's remote playback. */
function castVideo(watch: (found: (isAvailable: boolean) => void) => Promise<number>) {
  const cancelWatchAvailability = vi.fn(async () => {})
  const video = Object.assign(new EventTarget(), { remote: { watchAvailability: watch, cancelWatchAvailability } })
  return { video: video as unknown as HTMLVideoElement, cancelWatchAvailability }
}

test('a screen that the browser finds is offered, and no longer once it is gone', async () => {
  const onChange = vi.fn()
  let found: (isAvailable: boolean) => void = () => {}
  const { video, cancelWatchAvailability } = castVideo(async (callback) => {
    found = callback
    return 7
  })
  const stop = watchScreens(video, onChange)
  found(true)
  found(false)
  stop()
  found(true)
  await vi.waitFor(() => expect(cancelWatchAvailability).toHaveBeenCalledWith(7))
  expect(onChange.mock.calls).toEqual([['cast'], [undefined]])
})

test('a browser that does not look for screens offers none', async () => {
  const onChange = vi.fn()
  const { video } = castVideo(() => Promise.reject(new DOMException('', 'NotSupportedError')))
  watchScreens(video, onChange)()
  watchScreens(new EventTarget() as HTMLVideoElement, onChange)()
  expect(onChange).not.toHaveBeenCalled()
})

test('Safari offers AirPlay while it has a target', () => {
  const onChange = vi.fn()
  const video = Object.assign(new EventTarget(), { webkitShowPlaybackTargetPicker: () => {} })
  const stop = watchScreens(video as unknown as HTMLVideoElement, onChange)
  const tell = (availability: string) =>
    video.dispatchEvent(Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), { availability }))
  tell('available')
  tell('not-available')
  stop()
  tell('available')
  expect(onChange.mock.calls).toEqual([['airplay'], [undefined]])
})
