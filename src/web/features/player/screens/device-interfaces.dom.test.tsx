import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { player as text } from '#text/zh_HK/player.ts'
import { button, renderPlayer } from '../../../../../test/support/render-player.tsx'

beforeEach(() => vi.stubGlobal('fetch', async () => new Response('WEBVTT\n')))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Gives an object properties of the browser until the end of the test. */
function give(object: object, properties: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(object, name, { configurable: true, writable: true, value })
    given.push(() => Reflect.deleteProperty(object, name))
  }
}
const given: (() => void)[] = []
afterEach(() => given.splice(0).forEach((takeBack) => takeBack()))

/** A device that can go full screen, with a finger or a pointer. */
function fullscreenDevice({ isTouch, lock }: { isTouch: boolean; lock: () => Promise<void> }) {
  const requestFullscreen = vi.fn(async () => {})
  give(document, { fullscreenEnabled: true, fullscreenElement: null })
  give(document.documentElement, { requestFullscreen })
  give(screen, { orientation: { lock } })
  const matchMedia = window.matchMedia.bind(window)
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(pointer: coarse)' ? { ...matchMedia(query), matches: isTouch } : matchMedia(query),
  )
  return { requestFullscreen }
}

test.each([
  [true, 1],
  [false, 0],
])('full screen turns the picture to landscape on a touch screen only (%s)', async (isTouch, times) => {
  const lock = vi.fn(async () => {})
  const { requestFullscreen } = fullscreenDevice({ isTouch, lock })
  const { user } = await renderPlayer()
  await user.click(button(text.fullscreen))
  await waitFor(() => expect(requestFullscreen).toHaveBeenCalledOnce())
  await act(async () => {})
  expect(lock.mock.calls).toEqual(Array.from({ length: times }, () => ['landscape']))
})

test('a browser that refuses to turn the picture plays on in full screen', async () => {
  const { requestFullscreen } = fullscreenDevice({
    isTouch: true,
    lock: () => Promise.reject(new DOMException('', 'NotSupportedError')),
  })
  const { user, video } = await renderPlayer()
  await user.click(button(text.fullscreen))
  await waitFor(() => expect(requestFullscreen).toHaveBeenCalledOnce())
  expect(video.paused).toBe(false)
})

test('an iPhone, where a page cannot go full screen, opens its own player', async () => {
  const webkitEnterFullscreen = vi.fn()
  give(document, { fullscreenEnabled: false, fullscreenElement: null })
  const { user, video } = await renderPlayer()
  Object.assign(video, { webkitEnterFullscreen })
  await user.click(button(text.fullscreen))
  expect(webkitEnterFullscreen).toHaveBeenCalledOnce()
})

test('the system’s media controls name the title and move it; they are given back when the player is left', async () => {
  const handlers = new Map<string, MediaSessionActionHandler | null>()
  const session: { metadata: unknown } & Pick<MediaSession, 'setActionHandler'> = {
    metadata: null,
    setActionHandler: (name, handler) => void handlers.set(name, handler),
  }
  give(navigator, { mediaSession: session })
  vi.stubGlobal(
    'MediaMetadata',
    class {
      readonly facts: object
      constructor(facts: object) {
        this.facts = facts
      }
    },
  )
  const { video, unmount } = await renderPlayer()
  await waitFor(() => expect(session.metadata).toMatchObject({ facts: { title: 'The last tram' } }))
  const trigger = (name: MediaSessionAction, more: object = {}) =>
    act(async () => handlers.get(name)?.({ action: name, ...more }))
  await trigger('seekto', { seekTime: 60 })
  expect(video.currentTime).toBe(60)
  await trigger('seekbackward')
  expect(video.currentTime).toBe(50)
  await trigger('seekforward', { seekOffset: 30 })
  expect(video.currentTime).toBe(80)
  await trigger('pause')
  expect(video.paused).toBe(true)
  await trigger('play')
  expect(video.paused).toBe(false)
  // A film has no next title: the system shows no button for one.
  expect(handlers.get('nexttrack')).toBeNull()
  unmount()
  expect(session.metadata).toBeNull()
  expect([...handlers.values()].every((handler) => handler === null)).toBe(true)
})

test('picture-in-picture opens and closes with its button', async () => {
  give(document, { pictureInPictureEnabled: true, pictureInPictureElement: null })
  const exit = vi.fn(async () => {})
  give(document, { exitPictureInPicture: exit })
  const { user, video } = await renderPlayer()
  const request = vi.fn(async () => ({}) as PictureInPictureWindow)
  video.requestPictureInPicture = request
  await user.click(button(text.pip))
  expect(request).toHaveBeenCalledOnce()
  give(document, { pictureInPictureElement: video })
  await user.click(button(text.pip))
  expect(exit).toHaveBeenCalledOnce()
})
