import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { player as text } from '#text/zh_HK/player.ts'
import { button, renderPlayer, TITLE } from '../../../../../test/support/render-player.tsx'
import { playerSettings } from '../engine/player-settings.ts'

const FIRST_SETTINGS = playerSettings.get()

beforeEach(() => {
  playerSettings.set(FIRST_SETTINGS)
  vi.stubGlobal('fetch', async (url: string) => {
    const line = url.includes('/en.vtt') ? 'Mind the gap.' : '請小心月台空隙。'
    return new Response(`WEBVTT\n\n00:00:00.000 --> 00:00:30.000\n${line}\n`)
  })
})
afterEach(() => vi.unstubAllGlobals())

const slider = () => screen.getByRole('slider', { name: text.seek })
const menuButton = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}: `) })
const choices = () => within(screen.getByRole('menu')).getAllByRole('menuitemradio')
const chosen = () => within(screen.getByRole('menu')).getByRole('menuitemradio', { checked: true })

test('the clock has the length of the details, and is there at the end', async () => {
  const { setVideo } = await renderPlayer()
  const clock = () => document.querySelector('[data-controls] p')?.textContent
  act(() => setVideo({ duration: 15.6, currentTime: 3.9 }, 'durationchange', 'timeupdate'))
  expect(clock()).toBe('00:03/ 00:16')
  act(() => setVideo({ currentTime: 15.6, ended: true, paused: true }, 'timeupdate', 'ended', 'pause'))
  expect(clock()).toBe('00:16/ 00:16')
})

test('toasts stand above the controls while there is a player', async () => {
  const raised = () => document.documentElement.style.getPropertyValue('--controls-h')
  const { unmount } = await renderPlayer()
  expect(raised()).toBe('112px')
  unmount()
  expect(raised()).toBe('')
})

describe('play and pause', () => {
  test('the button says and does the opposite of what the video does', async () => {
    const { user, video } = await renderPlayer()
    expect(video.paused).toBe(false)
    await user.click(screen.getAllByRole('button', { name: text.pause })[0]!)
    expect(video.paused).toBe(true)
    await user.click(screen.getAllByRole('button', { name: text.play })[0]!)
    expect(video.paused).toBe(false)
  })

  test('Space and K toggle, but Space on a focused button is that button’s', async () => {
    const { user, video } = await renderPlayer()
    await user.keyboard(' ')
    expect(video.paused).toBe(true)
    await user.keyboard('k')
    expect(video.paused).toBe(false)
    button(text.mute).focus()
    await user.keyboard(' ')
    expect(video.paused).toBe(false)
    expect(playerSettings.get().muted).toBe(true)
  })

  test('playback starts at its position once it is open, and only once', async () => {
    const { engine, rerender } = await renderPlayer({ open: false, start: 90 })
    expect(engine.start).not.toHaveBeenCalled()
    await act(async () => rerender({ open: true }))
    await act(async () => rerender({ open: true, start: 120 }))
    expect(engine.start.mock.calls).toEqual([[90]])
  })

  test('a browser that wants a click first gets a button for it, over the title’s image', async () => {
    // The simulated DOM loads no image, and calls each complete.
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
    const { user, state, video } = await renderPlayer({ open: false, title: { ...TITLE, artwork: '/i/a/art' } })
    expect(document.querySelector('img')).toBeNull()
    act(() => state.set({ needsClick: true }))
    expect(document.querySelector('img')?.getAttribute('src')).toContain('/i/a/art')
    await user.click(button(text.clickToPlay))
    expect(video.paused).toBe(false)
  })
})

describe('the seek bar', () => {
  test.each([
    ['{ArrowRight}', 110],
    ['{ArrowLeft}', 90],
    ['{PageUp}', 160],
    ['{PageDown}', 40],
    ['{Home}', 0],
    // Just before the end: the last frame stays.
    ['{End}', 599.9],
  ])('%s seeks from 100 s to %s s', async (key, position) => {
    const { user, video, setVideo } = await renderPlayer()
    act(() => setVideo({ currentTime: 100 }, 'timeupdate'))
    slider().focus()
    await user.keyboard(key)
    expect(video.currentTime).toBe(position)
  })

  test('two keys before the next frame skip twice', async () => {
    const { user, video, setVideo } = await renderPlayer()
    act(() => setVideo({ currentTime: 100 }, 'timeupdate'))
    slider().focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(video.currentTime).toBe(120)
  })

  test('its value is the position, in words too', async () => {
    const { setVideo } = await renderPlayer()
    act(() => setVideo({ currentTime: 125 }, 'timeupdate'))
    expect(slider().getAttribute('aria-valuenow')).toBe('125')
    expect(slider().getAttribute('aria-valuemax')).toBe('600')
    expect(slider().getAttribute('aria-valuetext')).toBe(text.seekValue('02:05', '10:00'))
  })

  test('a digit jumps to that tenth of the video', async () => {
    const { user, video } = await renderPlayer()
    await user.keyboard('5')
    expect(video.currentTime).toBe(300)
  })
})

describe('the end of the last video', () => {
  const similar = [{ program: { programId: 'ferry', title: 'Ferry', landscapeImageURL: '/i/ferry' }, reason: 'Drama' }]

  test('offers similar titles, which open over home, in the place of the buttons in the middle', async () => {
    const { setVideo, get } = await renderPlayer({ similar })
    expect(screen.getAllByRole('button', { name: text.skipBack(10) })).toHaveLength(2)
    expect(get).not.toHaveBeenCalled()
    act(() => setVideo({ ended: true, paused: true }, 'ended', 'pause'))
    const link = await screen.findByRole('link', { name: /Ferry/ })
    expect(link.getAttribute('href')).toBe('#/category/list?programId=ferry')
    expect(get.mock.calls[0]![0]).toMatch(/^\/api_v2\/similarRcmd\?.*programId=tram/)
    expect(screen.getAllByRole('button', { name: text.replay }).length).toBeGreaterThan(0)
    expect(screen.getAllByRole('button', { name: text.skipBack(10) })).toHaveLength(1)
  })

  test('is as it was where there are none', async () => {
    const { setVideo } = await renderPlayer()
    await act(async () => setVideo({ ended: true, paused: true }, 'ended', 'pause'))
    expect(screen.queryByRole('region', { name: text.similar })).toBeNull()
    expect(screen.getAllByRole('button', { name: text.replay }).length).toBeGreaterThan(0)
  })
})

describe('a menu', () => {
  test('opens with the focus on what is chosen; arrows move and wrap', async () => {
    const { user } = await renderPlayer()
    await user.click(menuButton(text.speed))
    expect(document.activeElement).toBe(chosen())
    expect(document.activeElement?.textContent).toBe(text.speedValue(1))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe(text.speedValue(1.25))
    await user.keyboard('{End}{ArrowDown}')
    expect(document.activeElement).toBe(choices()[0])
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(choices().at(-1))
  })

  test('closes by Esc with the focus on its button, and by a click elsewhere', async () => {
    const { user } = await renderPlayer()
    await user.click(menuButton(text.speed))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(menuButton(text.speed))
    await user.click(menuButton(text.speed))
    await user.click(document.body)
    expect(screen.queryByRole('menu')).toBeNull()
  })

  test('after Esc has closed it Space plays, and Enter opens it again; elsewhere and back Space is the button’s', async () => {
    const { user, video } = await renderPlayer()
    await user.click(menuButton(text.speed))
    await user.keyboard('{Escape}')
    await user.keyboard(' ')
    expect(video.paused).toBe(true)
    await user.keyboard(' ')
    expect(video.paused).toBe(false)
    expect(screen.queryByRole('menu')).toBeNull()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('menu')).toBeDefined()
    await user.keyboard('{Escape}')
    await user.tab()
    await user.tab({ shift: true })
    await user.keyboard(' ')
    expect(screen.getByRole('menu')).toBeDefined()
    expect(video.paused).toBe(false)
  })

  test('its button, the menu and its groups are each named once', async () => {
    const { user, state } = await renderPlayer()
    playerSettings.set({ subtitle: 'off' })
    act(() => state.set({ audios: [] }))
    for (const control of screen.getAllByRole('button')) {
      const name = control.getAttribute('aria-label') ?? ''
      const [label, value] = name.split(': ')
      expect(value).not.toBe(label)
      // A tooltip that says something else than the name is read after it.
      if (control.title) expect(control.title).toBe(name)
    }
    await user.click(menuButton(text.speed))
    expect(screen.queryByRole('group', { name: text.speed })).toBeNull()
  })

  test('keeps its arrow keys from the player', async () => {
    const { user, video, setVideo } = await renderPlayer()
    act(() => setVideo({ currentTime: 100 }, 'timeupdate'))
    await user.click(menuButton(text.speed))
    await user.keyboard('{ArrowDown}{ArrowUp}')
    expect(video.currentTime).toBe(100)
    expect(playerSettings.get().volume).toBe(FIRST_SETTINGS.volume)
  })

  test('a second menu replaces the first', async () => {
    const { user } = await renderPlayer()
    await user.click(menuButton(text.speed))
    await user.click(menuButton(text.quality))
    expect(screen.getAllByRole('menu')).toHaveLength(1)
    expect(screen.getByRole('menu', { name: text.quality })).toBeDefined()
  })
})

describe('choices', () => {
  test('a chosen speed is remembered', async () => {
    const { user } = await renderPlayer()
    await user.click(menuButton(text.speed))
    await user.click(screen.getByRole('menuitemradio', { name: text.speedValue(1.5) }))
    expect(playerSettings.get().speed).toBe(1.5)
    expect(menuButton(text.speed).getAttribute('aria-label')).toBe(`${text.speed}: ${text.speedValue(1.5)}`)
  })

  test('a chosen rung is remembered and handed to the engine', async () => {
    const { user, engine } = await renderPlayer()
    await user.click(menuButton(text.quality))
    await user.click(screen.getByRole('menuitemradio', { name: /^720p/ }))
    expect(engine.setQuality.mock.calls).toEqual([[720]])
    expect(playerSettings.get().quality).toBe(720)
  })

  test('a rung that the device cannot play is not remembered: the engine answers it with a failure', async () => {
    const { user, engine } = await renderPlayer()
    await user.click(menuButton(text.quality))
    await user.click(screen.getByRole('menuitemradio', { name: /^4K/ }))
    expect(engine.setQuality.mock.calls).toEqual([[2160]])
    expect(playerSettings.get().quality).toBe(FIRST_SETTINGS.quality)
  })

  test('a chosen caption language is shown and remembered; off shows none', async () => {
    const { user } = await renderPlayer()
    expect(await screen.findByText('請小心月台空隙。')).toBeDefined()
    await user.click(menuButton(text.subtitles))
    const languages = within(screen.getByRole('group', { name: text.subtitles }))
    await user.click(languages.getByRole('menuitemradio', { name: 'English' }))
    expect(await screen.findByText('Mind the gap.')).toBeDefined()
    expect(playerSettings.get().subtitle).toBe('en')
    await user.click(menuButton(text.subtitles))
    await user.click(screen.getByRole('menuitemradio', { name: text.subtitlesOff }))
    expect(screen.queryByText('Mind the gap.')).toBeNull()
  })

  test('C switches captions off and back to the same language', async () => {
    const { user } = await renderPlayer()
    playerSettings.set({ subtitle: 'en' })
    await user.keyboard('c')
    expect(playerSettings.get().subtitle).toBe('off')
    await user.keyboard('c')
    expect(playerSettings.get().subtitle).toBe('en')
  })

  test('another sound track is handed to the engine, and its language and channels are remembered', async () => {
    const { user, state, engine } = await renderPlayer()
    const audios = [
      { id: 0, lang: 'zh-HK', name: '粵語', channels: 2, codec: 'mp4a.40.2' },
      { id: 1, lang: 'en', name: 'English', channels: 6, codec: 'ac-3' },
    ]
    act(() => state.set({ audios, audioId: 0 }))
    await user.click(menuButton(`${text.subtitles} / ${text.audio}`))
    await user.click(screen.getByRole('menuitemradio', { name: /^英文/ }))
    expect(engine.setAudio.mock.calls).toEqual([[1]])
    expect(playerSettings.get()).toMatchObject({ audioLang: 'en', audioChannels: 6 })
  })
})

describe('volume', () => {
  test('arrows up and down change it by a twentieth, between silence and full', async () => {
    const { user } = await renderPlayer()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(playerSettings.get().volume).toBe(0.9)
    expect(screen.getByRole('slider', { name: text.volume }).getAttribute('aria-valuetext')).toBe(text.volumeValue(90))
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(playerSettings.get().volume).toBe(1)
  })

  test('M and the button mute and unmute; the volume is kept', async () => {
    const { user } = await renderPlayer()
    playerSettings.set({ volume: 0.4 })
    await user.keyboard('m')
    expect(playerSettings.get()).toMatchObject({ muted: true, volume: 0.4 })
    expect(screen.getByRole('slider', { name: text.volume }).getAttribute('aria-valuetext')).toBe(text.volumeValue(0))
    await user.click(button(text.unmute))
    expect(playerSettings.get()).toMatchObject({ muted: false, volume: 0.4 })
  })
})
