import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { player as text } from '#text/zh_HK/player.ts'
import { hideToast, toastStore } from '#web/kit/toast-store.ts'
import { button, renderPlayer } from '../../../../../test/support/render-player.tsx'
import type { PlayerActions } from '../controls/player-context.ts'
import { playerSettings } from '../engine/player-settings.ts'
import { countUntouched, forgetUntouched } from './use-leave.ts'

const FIRST_SETTINGS = playerSettings.get()
const EPISODE = {
  programGuid: 'tram.2',
  episode: 2,
  title: '次日',
  imageURL: '/i/2',
} as never

beforeEach(() => {
  playerSettings.set(FIRST_SETTINGS)
  forgetUntouched()
  vi.stubGlobal('fetch', async (url: string) => {
    const line = url.includes('/en.vtt') ? 'Mind the gap.' : '請小心月台空隙。'
    return new Response(`WEBVTT\n\n00:00:00.000 --> 00:00:30.000\n${line}\n`)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const openMenu = async (user: Awaited<ReturnType<typeof renderPlayer>>['user'], name: string) =>
  user.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }))
const group = (name: string) => within(screen.getByRole('group', { name }))
const choose = async (user: Awaited<ReturnType<typeof renderPlayer>>['user'], name: string, choice: string) => {
  await openMenu(user, text.subtitles)
  await user.click(group(name).getByRole('menuitemradio', { name: choice }))
}

describe('subtitles', () => {
  test('of a second language are shown above the first, each in its own language', async () => {
    const { user } = await renderPlayer()
    await waitFor(() => expect(screen.getByText('請小心月台空隙。')).toBeDefined())
    await choose(user, text.looks.second, 'English')
    await waitFor(() => expect(screen.getByText('Mind the gap.')).toBeDefined())
    const [second, first] = [screen.getByText('Mind the gap.'), screen.getByText('請小心月台空隙。')]
    expect(second.closest('[lang]')!.getAttribute('lang')).toBe('en')
    expect(first.closest('[lang]')!.getAttribute('lang')).toBe('zh-HK')
    expect(second.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await choose(user, text.looks.second, text.looks.noSecond)
    expect(screen.queryByText('Mind the gap.')).toBeNull()
  })

  test('have four sizes and three backgrounds, which are kept', async () => {
    const { user } = await renderPlayer()
    await choose(user, text.looks.size, text.looks.sizes.huge)
    await choose(user, text.looks.background, text.looks.backgrounds.solid)
    const layer = document.querySelector('[data-size]')!
    expect(layer.getAttribute('data-size')).toBe('huge')
    expect(layer.getAttribute('data-background')).toBe('solid')
    expect(playerSettings.get()).toMatchObject({ subtitleSize: 'huge', subtitleBackground: 'solid' })
  })

  test('that are off have no looks to choose', async () => {
    playerSettings.set({ subtitle: 'off', secondSubtitle: 'en' })
    const { user } = await renderPlayer()
    await openMenu(user, text.subtitles)
    expect(screen.queryByText(text.looks.size)).toBeNull()
    expect(screen.queryByText('Mind the gap.')).toBeNull()
  })
})

test('a rung says how much it sends, sound says its format', async () => {
  const { user, state } = await renderPlayer()
  act(() =>
    state.set({
      audios: [
        { id: 0, lang: 'yue', name: '粵語', channels: 2, codec: 'mp4a.40.2' },
        { id: 1, lang: 'yue', name: '粵語', channels: 6, codec: 'ec-3' },
      ],
      audioId: 0,
    }),
  )
  await openMenu(user, text.quality)
  expect(screen.getByRole('menuitemradio', { name: /^1080p/ }).textContent).toContain(text.mbps('6'))
  expect(screen.getByRole('menuitemradio', { name: /^4K/ }).textContent).toContain(text.unplayable)
  await openMenu(user, text.subtitles)
  const sounds = group(text.audio).getAllByRole('menuitemradio')
  expect(sounds.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('AAC · 立體聲'),
    expect.stringContaining('Dolby Digital Plus · 環迴聲 5.1'),
  ])
  // The menu scrolls: what is chosen most often comes first.
  const groups = within(screen.getByRole('menu')).getAllByRole('group')
  expect(groups.map((one) => one.getAttribute('aria-label')).slice(0, 2)).toEqual([text.subtitles, text.audio])
})

test('at the end nothing is skipped forward: its offers stay', async () => {
  const { setVideo, user, video } = await renderPlayer()
  act(() => setVideo({ ended: true, currentTime: video.duration }, 'ended'))
  await user.keyboard('{ArrowRight}')
  expect(video.currentTime).toBe(video.duration)
  await user.keyboard('{ArrowLeft}')
  expect(video.currentTime).toBe(video.duration - 10)
})

test('in the list of episodes arrows move from one to the next instead of changing the volume', async () => {
  const list = [1, 2, 3].map((episode) => ({
    programGuid: `tram.${episode}`,
    episode,
    title: `標題 ${episode}`,
    imageURL: '',
  }))
  const episodes = { list, current: 'tram.1', next: undefined, previous: undefined, choose: vi.fn() }
  const { user } = await renderPlayer({ episodes: episodes as never })
  await user.click(button(text.episodeList))
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('標題 3')
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toContain('標題 2')
  expect(playerSettings.get().volume).toBe(FIRST_SETTINGS.volume)
})

describe('after three untouched episodes', () => {
  const choices = () => ({ list: [EPISODE], current: 'tram.1', next: EPISODE, previous: undefined, choose: vi.fn() })

  test('the next one waits for the viewer', async () => {
    for (let n = 0; n < 3; n++) countUntouched()
    const episodes = choices()
    const { setVideo, user, video } = await renderPlayer({ episodes })
    act(() => setVideo({ ended: true }, 'ended'))
    expect(screen.getByRole('alertdialog', { name: text.stillWatching.title })).toBeDefined()
    expect(video.paused).toBe(true)
    expect(episodes.choose).not.toHaveBeenCalled()
    await user.click(button(text.stillWatching.go))
    expect(episodes.choose).toHaveBeenCalledWith(EPISODE)
  })

  test('playing on answers too, as does seeking back out of the credits', async () => {
    for (let n = 0; n < 3; n++) countUntouched()
    const { setVideo, user, video } = await renderPlayer({ episodes: choices() })
    const question = () => screen.queryByRole('alertdialog', { name: text.stillWatching.title })
    act(() => setVideo({ ended: true }, 'ended'))
    expect(question()).not.toBeNull()
    await user.keyboard('m')
    expect(question()).not.toBeNull()
    act(() => setVideo({ ended: false, currentTime: 1 }, 'seeked'))
    expect(question()).toBeNull()
    for (let n = 0; n < 3; n++) countUntouched()
    act(() => setVideo({ ended: true }, 'ended'))
    expect(question()).not.toBeNull()
    await user.keyboard('m')
    await act(() => video.play())
    expect(question()).toBeNull()
  })

  test('a key or a click restarts the count', async () => {
    for (let n = 0; n < 3; n++) countUntouched()
    const { setVideo, user } = await renderPlayer({ episodes: choices() })
    await user.keyboard('m')
    act(() => setVideo({ ended: true }, 'ended'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(button(text.playNow)).toBeDefined()
  })

  test('only episodes that began by themselves count', async () => {
    vi.useFakeTimers()
    const episodes = choices()
    for (let n = 0; n < 3; n++) {
      const { setVideo, unmount } = await renderPlayer({ episodes })
      act(() => setVideo({ ended: true }, 'ended'))
      for (let second = 0; second < 10; second++) act(() => void vi.advanceTimersByTime(1000))
      unmount()
    }
    expect(episodes.choose).toHaveBeenCalledTimes(3)
    const { setVideo } = await renderPlayer({ episodes })
    act(() => setVideo({ ended: true }, 'ended'))
    expect(screen.getByRole('alertdialog', { name: text.stillWatching.title })).toBeDefined()
  })
})

describe('sharing', () => {
  test('copies the page of the title for messengers where the device has no dialog of its own', async () => {
    const { user } = await renderPlayer()
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(button(text.share))
    expect(writeText.mock.calls).toEqual([[`${location.origin}/s/tram`]])
    expect(toastStore.get().toast?.text).toBe(text.shared.done)
    hideToast()
  })

  test('is offered neither to a child nor in a private screening', async () => {
    const room = { locked: undefined, hasPanel: false, wrap: (actions: PlayerActions) => actions, overlay: null }
    const { unmount } = await renderPlayer({ room })
    expect(screen.queryByRole('button', { name: text.share })).toBeNull()
    unmount()
    sessionStorage.setItem('kidsmode', 'true')
    await renderPlayer()
    expect(screen.queryByRole('button', { name: text.share })).toBeNull()
    sessionStorage.removeItem('kidsmode')
  })
})

test('a child’s player has few words: neither quality nor speed', async () => {
  const named = (name: string) => screen.queryByRole('button', { name: new RegExp(`^${name}`) })
  const { unmount } = await renderPlayer()
  expect([named(text.quality), named(text.speed)].every(Boolean)).toBe(true)
  unmount()
  sessionStorage.setItem('kidsmode', 'true')
  await renderPlayer()
  expect([named(text.quality), named(text.speed)]).toEqual([null, null])
  expect(named(text.subtitles)).not.toBeNull()
  sessionStorage.removeItem('kidsmode')
})
