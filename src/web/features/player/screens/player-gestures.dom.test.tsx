import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { player as text } from '#text/zh_HK/player.ts'
import { renderPlayer } from '../../../../../test/support/render-player.tsx'
import type { PlayerActions } from '../controls/player-context.ts'
import { playerSettings } from '../engine/player-settings.ts'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('WEBVTT'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const surface = (video: HTMLVideoElement) => video.parentElement!
const touch = { pointerType: 'touch', isPrimary: true, pointerId: 1, clientX: 10, clientY: 10 }
const secondFinger = { ...touch, isPrimary: false, pointerId: 2, clientX: 200 }

describe('taps on one side', () => {
  const tap = (video: HTMLVideoElement, afterMs: number) => {
    act(() => void vi.advanceTimersByTime(afterMs))
    fireEvent.pointerDown(surface(video), touch)
    fireEvent.pointerUp(surface(video), touch)
  }

  test.each([
    [[0, 200], 10, '+10'],
    [[0, 200, 200], 20, '+20'],
    [[0, 200, 500, 500], 30, '+30'],
  ])('at %j ms after each other skip %i seconds', async (waits, skipped, shown) => {
    const { video } = await renderPlayer()
    vi.useFakeTimers()
    const before = video.currentTime
    for (const wait of waits) tap(video, wait)
    expect(video.currentTime).toBe(before + skipped)
    expect(screen.getByText(shown)).toBeDefined()
    act(() => void vi.advanceTimersByTime(600))
    expect(screen.queryByText(shown)).toBeNull()
  })

  test('that come too late are single taps', async () => {
    const { video } = await renderPlayer()
    vi.useFakeTimers()
    const before = video.currentTime
    for (const wait of [0, 281, 281]) tap(video, wait)
    expect(video.currentTime).toBe(before)
  })
})

describe('a key that skips', () => {
  test('shows the seconds as a double tap does, and adds up', async () => {
    const { video } = await renderPlayer()
    vi.useFakeTimers()
    const before = video.currentTime
    for (const shown of ['+10', '+20']) {
      act(() => void fireEvent.keyDown(document.body, { code: 'ArrowRight' }))
      expect(screen.getByText(shown)).toBeDefined()
    }
    act(() => void fireEvent.keyDown(document.body, { code: 'KeyJ' }))
    expect(screen.getByText('−10')).toBeDefined()
    expect(video.currentTime).toBe(before + 10)
    act(() => void vi.advanceTimersByTime(600))
    expect(screen.queryByText('−10')).toBeNull()
  })

  test('shows nothing at the end, where nothing is skipped', async () => {
    const { setVideo } = await renderPlayer()
    act(() => setVideo({ currentTime: 600, ended: true, paused: true }, 'ended', 'pause'))
    act(() => void fireEvent.keyDown(document.body, { code: 'ArrowRight' }))
    expect(screen.queryByText('+10')).toBeNull()
  })

  test('shows a guest of a private screening nothing', async () => {
    const room = { locked: 'locked', hasPanel: false, wrap: (actions: PlayerActions) => actions, overlay: null }
    await renderPlayer({ room })
    act(() => void fireEvent.keyDown(document.body, { code: 'ArrowRight' }))
    expect(screen.queryByText('+10')).toBeNull()
  })
})

test.each([
  ['moves across the video', () => fireEvent.pointerMove, { ...touch, clientX: 90 }],
  ['is joined by a second one', () => fireEvent.pointerDown, secondFinger],
] as const)('a finger that %s is neither a tap nor held', async (_, happen, event) => {
  const { video } = await renderPlayer()
  vi.useFakeTimers()
  const before = video.currentTime
  for (let time = 0; time < 2; time++) {
    fireEvent.pointerDown(surface(video), touch)
    happen()(surface(video), event)
    fireEvent.pointerUp(surface(video), touch)
  }
  expect(video.currentTime).toBe(before)
  fireEvent.pointerDown(surface(video), touch)
  happen()(surface(video), event)
  act(() => void vi.advanceTimersByTime(600))
  expect(video.playbackRate).toBe(1)
})

describe('a held finger', () => {
  test('plays at twice the speed until it is lifted, and is then no tap', async () => {
    const { video } = await renderPlayer()
    vi.useFakeTimers()
    fireEvent.pointerDown(surface(video), touch)
    act(() => void vi.advanceTimersByTime(499))
    expect(video.playbackRate).toBe(1)
    act(() => void vi.advanceTimersByTime(1))
    expect(video.playbackRate).toBe(2)
    expect(screen.getByText(text.heldSpeed(2))).toBeDefined()
    fireEvent.pointerUp(surface(video), touch)
    expect(video.playbackRate).toBe(1)
    expect(screen.queryByText(text.heldSpeed(2))).toBeNull()
    expect(playerSettings.get().speed).toBe(1)
  })

  test('that is lifted before the page shows that it is held plays at the speed before', async () => {
    const { video } = await renderPlayer()
    vi.useFakeTimers()
    fireEvent.pointerDown(surface(video), touch)
    // Rendered once, at the end.
    act(() => {
      vi.advanceTimersByTime(500)
      expect(video.playbackRate).toBe(2)
      fireEvent.pointerUp(surface(video), touch)
    })
    expect(video.playbackRate).toBe(1)
    expect(screen.queryByText(text.heldSpeed(2))).toBeNull()
  })

  test('that is lost is given up for the next one', async () => {
    const { video } = await renderPlayer()
    vi.useFakeTimers()
    fireEvent.pointerDown(surface(video), touch)
    act(() => void vi.advanceTimersByTime(500))
    fireEvent.pointerDown(surface(video), { ...touch, pointerId: 3 })
    expect(video.playbackRate).toBe(1)
    expect(screen.queryByText(text.heldSpeed(2))).toBeNull()
  })

  test('goes on while it moves and while a second finger comes and goes', async () => {
    const { video } = await renderPlayer()
    vi.useFakeTimers()
    fireEvent.pointerDown(surface(video), touch)
    act(() => void vi.advanceTimersByTime(500))
    fireEvent.pointerMove(surface(video), { ...touch, clientX: 90 })
    fireEvent.pointerDown(surface(video), secondFinger)
    act(() => void vi.advanceTimersByTime(500))
    fireEvent.pointerUp(surface(video), secondFinger)
    expect(video.playbackRate).toBe(2)
    fireEvent.pointerUp(surface(video), touch)
    expect(video.playbackRate).toBe(1)
  })

  test('opens no context menu of the browser', async () => {
    const { video } = await renderPlayer()
    fireEvent.pointerDown(surface(video), touch)
    // False: its default was prevented.
    expect(fireEvent.contextMenu(surface(video))).toBe(false)
    fireEvent.pointerUp(surface(video), touch)
    expect(fireEvent.contextMenu(surface(video))).toBe(true)
  })

  test('does nothing while the title is paused, nor when it is a tap', async () => {
    const { video } = await renderPlayer()
    vi.useFakeTimers()
    fireEvent.pointerDown(surface(video), touch)
    fireEvent.pointerUp(surface(video), touch)
    act(() => void vi.advanceTimersByTime(600))
    expect(video.playbackRate).toBe(1)
    act(() => video.pause())
    fireEvent.pointerDown(surface(video), touch)
    act(() => void vi.advanceTimersByTime(600))
    expect(video.playbackRate).toBe(1)
  })
})
