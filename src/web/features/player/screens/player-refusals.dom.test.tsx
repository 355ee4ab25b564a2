import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endStream } from '#contract/streams.ts'
import { player as text } from '#text/zh_HK/player.ts'
import { purchaseGate } from '#web/viewer/playback-gates/playback-gates.ts'
import { parentalGate } from '#web/viewer/parental/parental-gate.ts'
import { loginPrompt, takePendingAction } from '#web/viewer/session/pending-action.ts'
import { button, renderPlayer } from '../../../../../test/support/render-player.tsx'
import { failure } from '../engine/failure.rules.ts'
import { playerSettings } from '../engine/player-settings.ts'
import '../../../../../test/support/in-november.ts'

const FIRST_SETTINGS = playerSettings.get()

beforeEach(() => {
  playerSettings.set(FIRST_SETTINGS)
  vi.stubGlobal('fetch', async () => new Response('WEBVTT\n'))
})
afterEach(() => {
  parentalGate.close()
  purchaseGate.close()
  loginPrompt.close()
  vi.unstubAllGlobals()
})

describe('a failure', () => {
  const panel = () => screen.queryByRole('alertdialog')

  test('of the network is hidden while the video plays on, and shown once it has stopped', async () => {
    const { state, user, engine, setVideo } = await renderPlayer()
    act(() => state.set({ failure: failure('network') }))
    expect(panel()).toBeNull()
    act(() => setVideo({ readyState: 1 }, 'waiting'))
    expect(within(panel()!).getByText(text.failure.network.title)).toBeDefined()
    expect(within(panel()!).getByText(text.failure.code('4001'))).toBeDefined()
    await user.click(button(text.failure.retry))
    expect(engine.retry).toHaveBeenCalledOnce()
  })

  test('of the network asks to look at nothing while the browser has one', async () => {
    const { state, setVideo } = await renderPlayer()
    act(() => state.set({ failure: failure('network') }))
    act(() => setVideo({ readyState: 1 }, 'waiting'))
    expect(within(panel()!).getByText(text.failure.unreachable)).toBeDefined()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    expect(within(panel()!).getByText(text.failure.network.text)).toBeDefined()
    online.mockRestore()
  })

  test('of our server says that it is ours; the buffer plays on before', async () => {
    const { state, user, engine, setVideo } = await renderPlayer()
    act(() => state.set({ failure: failure('server') }))
    expect(panel()).toBeNull()
    act(() => setVideo({ readyState: 1 }, 'waiting'))
    expect(within(panel()!).getByText(text.failure.server.text)).toBeDefined()
    expect(within(panel()!).getByText(text.failure.code('4005'))).toBeDefined()
    await user.click(button(text.failure.retry))
    expect(engine.retry).toHaveBeenCalledOnce()
  })

  test('of an order that our server could not answer has what its log knows it by', async () => {
    const { state } = await renderPlayer({ open: false, step: 'refused' })
    act(() => state.set({ failure: { kind: 'server', code: 'INTERNAL', message: 'Ours', requestId: 'req-7' } }))
    expect(within(panel()!).getByText(text.failure.server.title)).toBeDefined()
    expect(within(panel()!).getByText(text.failure.code('INTERNAL'))).toBeDefined()
    expect(within(panel()!).getByText(text.failure.reference('req-7'))).toBeDefined()
  })

  test('of the format pauses and offers the best playable rung', async () => {
    const { state, user, engine, video } = await renderPlayer()
    act(() => state.set({ failure: failure('format', { instead: 1080 }) }))
    expect(video.paused).toBe(true)
    expect(document.activeElement).toBe(button(text.failure.at('1080p')))
    await user.click(button(text.failure.at('1080p')))
    expect(engine.setQuality.mock.calls).toEqual([[1080]])
    expect(playerSettings.get().quality).toBe(1080)
    expect(video.paused).toBe(false)
  })

  test('of the format can be dismissed: the video plays on as it was', async () => {
    const { state, user, engine, video } = await renderPlayer()
    act(() => state.set({ failure: failure('format', { instead: 1080 }) }))
    await user.click(button(text.cancel))
    expect(panel()).toBeNull()
    expect(video.paused).toBe(false)
    expect(engine.setQuality).not.toHaveBeenCalled()
  })

  test('of too many streams names the devices; stopping one plays here', async () => {
    const { state, user, engine, call } = await renderPlayer()
    const since = '2026-11-22T12:00:00Z'
    const streams = [
      { streamId: 's1', deviceName: 'Safari · iPad', title: '夜渡鯉魚門', since, current: false },
      { streamId: 's2', deviceName: 'Chrome · Windows', title: '', since, current: true },
    ]
    act(() =>
      state.set({ failure: { kind: 'streams', code: 'STREAM_LIMIT', message: '同時觀看的裝置已達上限', streams } }),
    )
    const rows = within(panel()!).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Safari · iPad夜渡鯉魚門11月22日 20:00 開始/),
      expect.stringMatching(/^Chrome · Windows（本裝置）11月22日 20:00 開始/),
    ])
    expect(within(panel()!).getByText(text.failure.code('STREAM_LIMIT'))).toBeDefined()
    expect(document.activeElement).toBe(button('停止 Safari · iPad 的播放'))
    await user.click(button('停止 Safari · iPad 的播放'))
    expect(call.mock.calls).toEqual([[endStream, { streamId: 's1' }]])
    expect(engine.retry).toHaveBeenCalledOnce()
  })

  test('of too many streams lets a kids profile stop none', async () => {
    sessionStorage.setItem('kidsmode', 'true')
    const { state } = await renderPlayer()
    const stream = { streamId: 's1', deviceName: 'Safari', title: '', since: '2026-11-22T12:00:00Z', current: false }
    act(() => state.set({ failure: { kind: 'streams', code: 'STREAM_LIMIT', message: 'x', streams: [stream] } }))
    expect(screen.getByRole('listitem').textContent).toContain('Safari')
    expect(within(screen.getByRole('listitem')).queryByRole('button')).toBeNull()
    sessionStorage.removeItem('kidsmode')
  })

  test('of a stream that was stopped elsewhere can be tried again', async () => {
    const { state, user, engine } = await renderPlayer()
    act(() =>
      state.set({ failure: { kind: 'stopped', code: 'STREAM_ENDED', message: '此節目已由另一部裝置停止播放。' } }),
    )
    expect(within(panel()!).getByText(text.failure.stopped.title)).toBeDefined()
    await user.click(button(text.failure.retry))
    expect(engine.retry).toHaveBeenCalledOnce()
  })

  test('of an order that waits for its purchase is none while the content warning is read', async () => {
    const { state } = await renderPlayer({ open: false, step: 'warning' })
    act(() => state.set({ failure: { kind: 'refused', code: 'PURCHASE_REQUIRED', message: '此節目暫時未能播放。' } }))
    expect(panel()).toBeNull()
  })

  test('of a refused order shows the server’s sentence and the way out', async () => {
    const { state, user, onLeave } = await renderPlayer({ open: false, step: 'refused' })
    act(() => state.set({ failure: { kind: 'refused', code: 'REGION_REFUSED', message: 'Not in your region' } }))
    expect(within(panel()!).getByText('Not in your region')).toBeDefined()
    await user.click(within(panel()!).getByRole('button', { name: text.failure.leave }))
    expect(onLeave).toHaveBeenCalledOnce()
  })
})

test('a failure leads to the help centre’s page of its code', async () => {
  const { state } = await renderPlayer()
  act(() => state.set({ failure: failure('decode') }))
  expect(screen.getByRole('link', { name: text.failure.help }).getAttribute('href')).toBe('#/help/error/4003')
})

test('a failure in kids mode leads nowhere else', async () => {
  sessionStorage.setItem('kidsmode', 'true')
  const { state } = await renderPlayer()
  act(() => state.set({ failure: failure('decode') }))
  expect(screen.getByText(text.failure.code('4003'))).toBeDefined()
  expect(screen.queryByRole('link', { name: text.failure.help })).toBeNull()
  sessionStorage.removeItem('kidsmode')
})

describe('a refusal that another try cannot change', () => {
  test.each(['PREPARING', 'NOT_FOUND', '403', 'NOT_ALLOWED'])(
    '%s says so in words, with the way out only',
    async (code) => {
      const { state } = await renderPlayer({ open: false, step: 'refused' })
      act(() => state.set({ failure: { kind: 'refused', code, message: 'Not yet' } }))
      const panel = within(screen.getByRole('alertdialog'))
      expect(panel.getByText('Not yet')).toBeDefined()
      expect(panel.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([text.failure.leave])
      expect(document.activeElement?.textContent).toBe(text.failure.leave)
      expect(panel.queryByText(new RegExp(code))).toBeNull()
    },
  )

  test('a fault of the server can be tried again, and has a code to quote', async () => {
    const { state, user, engine } = await renderPlayer({ open: false, step: 'refused' })
    act(() => state.set({ failure: { kind: 'refused', code: 'INTERNAL', message: 'Ours' } }))
    expect(screen.getByText(text.failure.code('INTERNAL'))).toBeDefined()
    await user.click(button(text.failure.retry))
    expect(engine.retry).toHaveBeenCalledOnce()
  })
})

describe('a gate of the player', () => {
  test('the parental code is requested at once; the right one places the order again', async () => {
    const { engine } = await renderPlayer({ step: 'parentalCode', open: false })
    expect(screen.getByRole('alertdialog', { name: text.gate.parentalCode.title })).toBeDefined()
    expect(parentalGate.get()?.request).toEqual({ purpose: 'watch' })
    await act(async () => parentalGate.get()?.answer(true))
    expect(engine.retry).toHaveBeenCalledOnce()
  })

  test('a closed code dialog leaves the panel, from which it opens again', async () => {
    const { user, engine } = await renderPlayer({ step: 'parentalCode', open: false })
    await act(async () => parentalGate.close())
    expect(engine.retry).not.toHaveBeenCalled()
    await user.click(button(text.gate.parentalCode.go))
    expect(parentalGate.get()).not.toBeNull()
  })

  test('a visitor is prompted to log in, and returns to this title afterwards', async () => {
    const { user } = await renderPlayer({ step: 'login', open: false })
    const prompt = within(screen.getByRole('alertdialog', { name: text.gate.login.title }))
    await user.click(prompt.getByRole('link', { name: text.gate.login.go }))
    expect(loginPrompt.isOpen()).toBe(false)
    expect(takePendingAction()?.action).toEqual({ kind: 'play', to: '#/play?programId=tram&programGuid=tram' })
  })

  test('a purchase opens at once; the title that was bought is ordered again', async () => {
    const { engine } = await renderPlayer({ step: 'buy', open: false })
    expect(screen.getByRole('alertdialog', { name: text.gate.buy.rental.title })).toBeDefined()
    expect(purchaseGate.get()?.request).toEqual({ programId: 'tram' })
    await act(async () => purchaseGate.get()?.answer(true))
    expect(engine.retry).toHaveBeenCalledOnce()
  })

  test.each(['rental', 'plan', 'ticket'] as const)('a title that is offered for %s says so', async (offer) => {
    await renderPlayer({ step: 'buy', open: false, offer })
    const { title, go } = text.gate.buy[offer]
    expect(within(screen.getByRole('alertdialog', { name: title })).getByRole('button', { name: go })).toBeDefined()
  })

  test('the order’s own words outrank the older data of the title', async () => {
    const { state } = await renderPlayer({ step: 'buy', open: false, offer: 'rental' })
    act(() => state.set({ failure: { kind: 'refused', code: 'PLAN_REQUIRED', message: 'Pass' } }))
    expect(screen.getByRole('alertdialog', { name: text.gate.buy.plan.title })).toBeDefined()
  })

  test('leaving the title closes what it has opened', async () => {
    const { unmount } = await renderPlayer({ step: 'parentalCode', open: false })
    unmount()
    expect(parentalGate.get()).toBeNull()
    const second = await renderPlayer({ step: 'login', open: false })
    second.unmount()
    expect(loginPrompt.isOpen()).toBe(false)
    expect(takePendingAction()).toBeUndefined()
  })
})
