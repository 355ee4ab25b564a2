import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { player as playerText } from '#text/zh_HK/player.ts'
import { screenings } from '#text/zh_HK/screenings.ts'
import { hideToast, toastStore } from '#web/kit/toast-store.ts'
import { createStore } from '#web/kit/store.ts'
import { renderPlayer } from '../../../../../test/support/render-player.tsx'
import { renderWeb } from '../../../../../test/support/render-web.tsx'
import { screening } from '../../../../../test/support/screenings-web.ts'
import type { PlayerActions } from '../controls/player-context.ts'
import type { RoomState, ScreeningInfo } from './room-client.ts'
import type { RoomPlayer } from './room-player.ts'
import { TogetherOverlay } from './together-overlay.tsx'
import type { Waiting } from './wait.rules.ts'

const text = screenings.together

const person = (seatId: string, change: object = {}) => ({
  seatId,
  number: 2,
  name: seatId,
  host: false,
  guest: true,
  connected: true,
  condition: 'playing' as const,
  ...change,
})
const HOST = person('子晴', { host: true, guest: false, number: 1 })
const roomOf = (change: object = {}) => ({
  version: 2,
  playing: true,
  position: 96_000,
  at: 0,
  now: 0,
  people: [HOST, person('海棠', { drift: 120 }), person('阿朗', { connected: false })],
  ...change,
})

interface Shown {
  host?: boolean
  seats?: number
  state?: object
  waiting?: Waiting
  isFinished?: boolean
}

async function show({ host = true, seats = 5, state = {}, waiting, isFinished = false }: Shown = {}) {
  const client = createStore<RoomState>({
    room: roomOf(),
    offset: 0,
    roundTrip: 0,
    link: 'live',
    over: undefined,
    ...state,
  })
  const own = createStore({ drift: 0, isInStep: true, isFinished, waiting })
  const [stopWaiting, keepWaiting, onPlay, onLeave, onOpen] = Array.from({ length: 5 }, () => vi.fn<() => void>())
  const room = {
    client: { state: client, serverNow: () => 1_000 },
    state: own,
    stopWaiting,
    keepWaiting,
  } as unknown as RoomPlayer
  const info = {
    screening: screening({ host, seats }),
    seatId: host ? '子晴' : '海棠',
    people: roomOf().people,
  } as unknown as ScreeningInfo
  const view = await renderWeb(
    <TogetherOverlay info={info} room={room} isOpen onOpen={onOpen!} onPlay={onPlay!} onLeave={onLeave!} />,
  )
  return { ...view, client, stopWaiting, keepWaiting, onPlay, onLeave }
}

const row = (name: string) => within(screen.getByText(name).closest('li')!)

afterEach(() => vi.unstubAllGlobals())

test('each person is marked by a word; the host has the guests’ link and all can leave', async () => {
  const { user, onLeave } = await show()
  expect(row('子晴').getByText(text.hostYou)).toBeTruthy()
  expect(row('海棠').getByText(/相差 0\.1 秒/u)).toBeTruthy()
  expect(row('阿朗').getByText(new RegExp(text.reconnecting, 'u'))).toBeTruthy()
  expect(screen.getByText(/空座 × 2/u)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toContain('/#/private?guest=')
  await user.click(screen.getByRole('button', { name: text.leave }))
  expect(onLeave).toHaveBeenCalledOnce()
})

test('a guest sees neither the link nor who else may be removed, and is told what the host does', async () => {
  const { client } = await show({ host: false })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText(text.inStepWithHost)).toBeTruthy()
  expect(screen.getByText(text.announce.playing)).toBeTruthy()
  await act(async () => client.set({ room: roomOf({ version: 3, playing: false, people: [HOST] }) }))
  expect(screen.getAllByText(text.announce.paused).length).toBeGreaterThan(0)
})

test('only the host may go on without waiting, or wait on', async () => {
  const waiting = { seatIds: ['阿朗'], endsAt: performance.now() + 12_000 }
  const { user, stopWaiting, keepWaiting, unmount } = await show({
    waiting,
    state: { room: roomOf({ playing: false }) },
  })
  expect(screen.getByRole('heading', { name: text.wait.title('阿朗') })).toBeTruthy()
  expect(screen.getByText(/1:36/u)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.wait.keep }))
  await user.click(screen.getByRole('button', { name: text.wait.goOn }))
  expect([stopWaiting?.mock.calls.length, keepWaiting?.mock.calls.length]).toEqual([1, 1])
  unmount()
  await show({ host: false, state: { room: roomOf({ playing: false }) } })
  expect(screen.getByRole('heading', { name: text.wait.title('阿朗') })).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.wait.goOn })).toBeNull()
})

test('the host begins; a guest waits for it', async () => {
  const state = { room: roomOf({ version: 0, playing: false }) }
  const { user, onPlay, unmount } = await show({ state })
  await user.click(screen.getByRole('button', { name: text.begin.action }))
  expect(onPlay).toHaveBeenCalledOnce()
  unmount()
  await show({ host: false, state })
  expect(screen.getByRole('heading', { name: text.begin.guest })).toBeTruthy()
})

test('before the start the host reads who is here, who is not, and what they see', async () => {
  const [here, away] = [
    person('海棠', { condition: 'waiting' }),
    person('阿朗', { connected: false, condition: 'waiting' }),
  ]
  const begin = (people: object[]) => ({ room: roomOf({ version: 0, playing: false, people }) })
  const { unmount } = await show({ state: begin([HOST, here, away]) })
  const card = within(screen.getByRole('region', { name: text.begin.host }))
  expect(card.getByText(text.begin.here('海棠'))).toBeTruthy()
  expect(card.getByText(text.begin.notYet('阿朗'))).toBeTruthy()
  expect(card.getByText(text.begin.guestsSee(text.begin.guest))).toBeTruthy()
  unmount()
  await show({ state: begin([HOST]) })
  expect(screen.getByText(text.begin.none)).toBeTruthy()
})

test('who leaves, and who comes back, is told to the others; a lost connection is not leaving', async () => {
  hideToast()
  const { client } = await show()
  const lost = [HOST, person('海棠', { connected: false }), person('阿朗', { connected: false })]
  await act(async () => client.set({ room: roomOf({ version: 3, people: lost }) }))
  expect(toastStore.get().toast).toBeUndefined()
  const left = [HOST, person('海棠', { connected: false, condition: 'waiting' })]
  await act(async () => client.set({ room: roomOf({ version: 4, people: left }) }))
  expect(toastStore.get().toast?.text).toBe(text.left('海棠、阿朗'))
  hideToast()
  const back = [HOST, person('海棠')]
  await act(async () => client.set({ room: roomOf({ version: 5, people: back }) }))
  expect(toastStore.get().toast?.text).toBe(text.came('海棠'))
  hideToast()
})

test('who has left is said to have left, and is not counted as present', async () => {
  hideToast()
  const { client } = await show()
  expect(screen.getByRole('heading', { name: `${text.title} ${text.people('3')}` })).toBeTruthy()
  const gone = person('海棠', { connected: false, condition: 'waiting', left: true })
  await act(async () => client.set({ room: roomOf({ version: 3, people: [HOST, gone] }) }))
  expect(row('海棠').getByText(new RegExp(text.gone, 'u'))).toBeTruthy()
  expect(screen.getByRole('heading', { name: `${text.title} ${text.people('1')}` })).toBeTruthy()
  await act(async () => client.set({ room: roomOf({ version: 0, playing: false, people: [HOST, gone] }) }))
  expect(screen.getByText(text.begin.gone('海棠'))).toBeTruthy()
  expect(screen.queryByText(text.begin.notYet('海棠'))).toBeNull()
  hideToast()
})

test('before the start a guest is not in step with anything, and the host sees who has come in', async () => {
  const guest = person('海棠', { condition: 'waiting' })
  const state = { room: roomOf({ version: 0, playing: false, people: [HOST, guest] }) }
  const { unmount } = await show({ host: false, state })
  expect(screen.queryByText(text.inStepWithHost)).toBeNull()
  expect(screen.getAllByText(text.pill.notBegun)).toHaveLength(2)
  unmount()
  await show({ state })
  expect(screen.getByText(text.entered('1'))).toBeTruthy()
  expect(screen.queryByText(text.alone)).toBeNull()
})

test.each([
  [5, text.pill.alone],
  [1, text.pill.playing],
])('a host who plays alone in a screening of %i seats reads %s, not that anybody is in step', async (seats, said) => {
  await show({ seats, state: { room: roomOf({ people: [HOST] }) } })
  expect(screen.getAllByText(said)).toHaveLength(2)
  expect(screen.queryByText(text.pill.live)).toBeNull()
})

test('at the end of the title a guest is told so, with the way back; the host has the end screen of the player', async () => {
  const state = { room: roomOf({ playing: false, people: [HOST, person('海棠', { condition: 'paused' })] }) }
  const { user, onLeave, unmount } = await show({ host: false, state, isFinished: true })
  expect(screen.getByRole('heading', { name: text.finished.title })).toBeTruthy()
  expect(screen.queryByText(text.pill.paused)).toBeNull()
  await user.click(screen.getByRole('button', { name: text.back }))
  expect(onLeave).toHaveBeenCalledOnce()
  unmount()
  await show({ state, isFinished: true })
  expect(screen.queryByRole('heading', { name: text.finished.title })).toBeNull()
  expect(row('海棠').getByText(new RegExp(text.pill.finished, 'u'))).toBeTruthy()
})

test('a guest’s empty seats look like nothing to click', async () => {
  const { unmount } = await show({ host: false })
  const emptySeat = () => screen.getByText(/空座/u).closest('li')!
  expect(emptySeat().querySelector('svg')).toBeNull()
  unmount()
  await show()
  expect(emptySeat().querySelector('svg')).not.toBeNull()
})

test('a guest’s list of shortcuts has none of the host’s, and none of episodes', async () => {
  vi.stubGlobal('fetch', async () => new Response('WEBVTT\n'))
  const room = { locked: text.locked, hasPanel: false, wrap: (actions: PlayerActions) => actions, overlay: null }
  const { user } = await renderPlayer({ room })
  await user.keyboard('{Shift>}[Slash]{/Shift}')
  const list = within(screen.getByRole('dialog', { name: playerText.shortcuts }))
  const { keys } = playerText
  const shown = [keys.volume, keys.mute, keys.fullscreen, keys.subtitles, keys.help]
  expect(list.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(shown)
})

test.each([
  ['removed', text.removed],
  ['ended', text.ended],
] as const)('%s: it says so, and only the way out is left', async (over, title) => {
  await show({ host: false, state: { over } })
  expect(within(screen.getByRole('alertdialog', { name: title })).getAllByRole('button')).toHaveLength(1)
  expect(screen.queryByRole('list')).toBeNull()
})

test('a guest’s controls of playback are disabled, and say who controls it', async () => {
  vi.stubGlobal('fetch', async () => new Response('WEBVTT\n'))
  const { user, video } = await renderPlayer({
    room: {
      locked: text.locked,
      hasPanel: false,
      wrap: (actions) => ({ ...actions, toggle: () => {} }),
      overlay: null,
    },
  })
  const play = screen.getAllByRole<HTMLButtonElement>('button', { name: text.locked })[0]!
  expect(play.disabled).toBe(true)
  expect(screen.queryByRole('button', { name: new RegExp(`^${playerText.speed}`, 'u') })).toBeNull()
  expect(screen.getByRole('slider', { name: playerText.seek }).getAttribute('aria-disabled')).toBe('true')
  const { paused } = video
  await user.keyboard('k')
  expect(video.paused).toBe(paused)
})
