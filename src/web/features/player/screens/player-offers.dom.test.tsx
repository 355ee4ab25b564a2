import { act, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { player as text } from '#text/zh_HK/player.ts'
import { button, renderPlayer } from '../../../../../test/support/render-player.tsx'
import { failure } from '../engine/failure.rules.ts'
import { forgetUntouched } from './use-leave.ts'

const SECOND = { programGuid: 'tram.2', episode: 2, title: '次日', imageURL: '/i/2' } as never
/** The opening ends at 70 s and can be skipped from 12 s; the credits begin at 540 s. */
const POINTS = { startShowPoint: 12, startPosition: 70, endPosition: 540 }
const TITLE = {
  title: 'The last tram',
  subtitle: '',
  artwork: '',
  duration: 600,
  points: POINTS,
  restriction: undefined,
  warning: '',
  isPreparing: false,
}

beforeEach(() => {
  forgetUntouched()
  vi.stubGlobal('fetch', async () => new Response('WEBVTT\n'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const renderEpisode = async () => {
  const choose = vi.fn()
  const episodes = { list: [SECOND], current: 'tram.1', next: SECOND, previous: undefined, choose }
  return { ...(await renderPlayer({ title: TITLE, episodes })), choose }
}
const offered = (name: string) => screen.queryByRole('button', { name })
const pass = (seconds: number) => {
  for (let second = 0; second < seconds; second++) act(() => void vi.advanceTimersByTime(1000))
}

describe('the next episode', () => {
  test('begins automatically ten seconds after the credits have begun; a pause stops the count', async () => {
    vi.useFakeTimers()
    const { setVideo, choose, video } = await renderEpisode()
    act(() => setVideo({ currentTime: 539 }, 'timeupdate'))
    expect(offered(text.playNow)).toBeNull()
    act(() => setVideo({ currentTime: 540 }, 'timeupdate'))
    expect(offered(text.playNow)).not.toBeNull()
    pass(6)
    act(() => video.pause())
    pass(60)
    expect(choose).not.toHaveBeenCalled()
    await act(() => video.play())
    pass(3)
    expect(choose).not.toHaveBeenCalled()
    pass(1)
    expect(choose.mock.calls).toEqual([[SECOND]])
  })

  test('stays cancelled after seeking back and forth, and is offered once the episode is started again', async () => {
    vi.useFakeTimers()
    const { setVideo, choose } = await renderEpisode()
    act(() => setVideo({ currentTime: 541 }, 'timeupdate'))
    act(() => button(text.cancel).click())
    pass(30)
    expect(offered(text.playNow)).toBeNull()
    expect(choose).not.toHaveBeenCalled()
    act(() => setVideo({ currentTime: 100 }, 'timeupdate'))
    act(() => setVideo({ currentTime: 541 }, 'timeupdate'))
    expect(offered(text.playNow)).toBeNull()
    act(() => setVideo({ currentTime: 0 }, 'timeupdate'))
    act(() => setVideo({ currentTime: 541 }, 'timeupdate'))
    expect(offered(text.playNow)).not.toBeNull()
  })

  test('is offered at the end to who has cancelled it, without a count', async () => {
    vi.useFakeTimers()
    const { setVideo, choose } = await renderEpisode()
    act(() => setVideo({ currentTime: 541 }, 'timeupdate'))
    act(() => button(text.cancel).click())
    act(() => setVideo({ currentTime: 600, ended: true, paused: true }, 'ended', 'pause'))
    pass(30)
    expect(choose).not.toHaveBeenCalled()
    const offers = within(document.querySelector<HTMLElement>('[data-offers]')!)
    act(() => offers.getByRole('button', { name: text.next }).click())
    expect(choose.mock.calls).toEqual([[SECOND]])
  })
})

describe('the focus goes to the play button, not to the page,', () => {
  const pressEnterOn = async (user: UserEvent, name: string) => {
    act(() => button(name).focus())
    await user.keyboard('{Enter}')
  }
  const isOnPlayButton = () => document.activeElement?.hasAttribute('data-play')

  test('after Enter on skipping the opening', async () => {
    const { setVideo, user } = await renderEpisode()
    act(() => setVideo({ currentTime: 13 }, 'timeupdate'))
    await pressEnterOn(user, text.skipOpening)
    expect(offered(text.skipOpening)).toBeNull()
    expect(isOnPlayButton()).toBe(true)
  })

  test('after Enter on cancelling the next episode', async () => {
    const { setVideo, user } = await renderEpisode()
    act(() => setVideo({ currentTime: 541 }, 'timeupdate'))
    await pressEnterOn(user, text.cancel)
    expect(offered(text.playNow)).toBeNull()
    expect(isOnPlayButton()).toBe(true)
  })

  test('after Enter on the way out of a failure', async () => {
    const { state, user } = await renderEpisode()
    act(() => state.set({ failure: failure('format', { instead: 1080 }) }))
    await pressEnterOn(user, text.cancel)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(isOnPlayButton()).toBe(true)
  })

  test('but stays where the viewer has put it meanwhile', async () => {
    const { setVideo } = await renderEpisode()
    act(() => setVideo({ currentTime: 13 }, 'timeupdate'))
    act(() => button(text.mute).focus())
    act(() => setVideo({ currentTime: 71 }, 'timeupdate'))
    expect(document.activeElement).toBe(button(text.mute))
  })
})

describe('the stars', () => {
  const atEnd = { currentTime: 600, ended: true, paused: true }

  test('are asked for at the end of a title', async () => {
    const { setVideo } = await renderPlayer({ title: TITLE, rating: <p>stars</p> })
    expect(screen.queryByText('stars')).toBeNull()
    act(() => setVideo(atEnd, 'ended', 'pause'))
    expect(screen.getByText('stars')).toBeDefined()
  })

  test('are not asked for between two episodes', async () => {
    const { setVideo, rerender } = await renderEpisode()
    rerender({ rating: <p>stars</p> })
    act(() => setVideo(atEnd, 'ended', 'pause'))
    expect(screen.queryByText('stars')).toBeNull()
  })
})

test('skipping the opening is offered from its place, and jumps behind it', async () => {
  const { setVideo, video } = await renderEpisode()
  act(() => setVideo({ currentTime: 11 }, 'timeupdate'))
  expect(offered(text.skipOpening)).toBeNull()
  act(() => setVideo({ currentTime: 13 }, 'timeupdate'))
  act(() => button(text.skipOpening).click())
  expect(video.currentTime).toBe(70)
  expect(offered(text.skipOpening)).toBeNull()
})
