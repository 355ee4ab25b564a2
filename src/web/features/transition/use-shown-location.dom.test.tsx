import { act, renderHook } from '@testing-library/react'
import { useNavigate } from '#web/kit/router.tsx'
import { MemoryRouter } from '../../../../test/support/memory-router.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLOSE_MS } from './transition.rules.ts'
import { useShownLocation } from './use-shown-location.ts'

const routeAt = (pathname: string) => ({ name: pathname, delayed: pathname === '/play' })

/** A video element that plays or not, as a browser's does. */
function addVideo(isPlaying: boolean): HTMLVideoElement {
  const video = document.createElement('video')
  let paused = !isPlaying
  Object.defineProperty(video, 'paused', { get: () => paused })
  video.play = async () => {
    paused = false
  }
  video.pause = () => {
    paused = true
  }
  return document.body.appendChild(video)
}

/** The player's page, which is left for another. */
function leavePlayer() {
  const { result } = renderHook(() => ({ navigate: useNavigate(), ...useShownLocation(routeAt, () => {}) }), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={['/play']}>{children}</MemoryRouter>,
  })
  act(() => result.current.navigate('/movies'))
  expect(result.current).toMatchObject({ phase: 'closing', shown: { pathname: '/play' } })
  return result
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

test('leaving the player pauses the film, which stays paused once the page is left', () => {
  const film = addVideo(true)
  const result = leavePlayer()
  expect(film.paused).toBe(true)
  act(() => void vi.advanceTimersByTime(CLOSE_MS))
  expect(result.current).toMatchObject({ phase: 'opening', shown: { pathname: '/movies' } })
  expect(film.paused).toBe(true)
})

test('a video that starts while the transition closes is paused', () => {
  const trailer = addVideo(false)
  leavePlayer()
  void trailer.play()
  trailer.dispatchEvent(new Event('play'))
  expect(trailer.paused).toBe(true)
})

test('going back while the transition closes plays the film on, and nothing that was paused before', () => {
  const film = addVideo(true)
  const other = addVideo(false)
  const result = leavePlayer()
  act(() => void vi.advanceTimersByTime(CLOSE_MS - 100))
  act(() => result.current.navigate(-1))
  expect(result.current).toMatchObject({ phase: 'none', shown: { pathname: '/play' } })
  expect([film.paused, other.paused]).toEqual([false, true])
})

test('leaving for a third page while the transition closes keeps the film paused', () => {
  const film = addVideo(true)
  const result = leavePlayer()
  act(() => result.current.navigate('/drama'))
  expect(film.paused).toBe(true)
  act(() => void vi.advanceTimersByTime(CLOSE_MS))
  expect(result.current).toMatchObject({ shown: { pathname: '/drama' } })
  expect(film.paused).toBe(true)
})
