import { act, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { setSiteConfig } from '#web/viewer/site-config/site-config.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { FootBar } from './foot-bar.tsx'

const NOTICE = {
  zh_HK: 'PayMe 今晚維護。',
  en_US: 'PayMe is under maintenance tonight.',
  until: '2999-01-01T00:00:00+08:00',
}
const render = (notice: object = {}, withNotice = true) => {
  setSiteConfig({ notice: { ...NOTICE, ...notice } })
  return renderWeb(<FootBar withNotice={withNotice} />)
}

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
  setSiteConfig({})
})

test('the notice is shown until it is closed, which the tab remembers; another one is shown again', async () => {
  const { user, unmount } = await render()
  expect(screen.getByRole('status').textContent).toBe(NOTICE.zh_HK)
  await user.click(screen.getByRole('button'))
  expect(screen.getByRole('status').textContent).toBe('')
  unmount()
  const again = await render()
  expect(screen.getByRole('status').textContent).toBe('')
  again.unmount()
  await render({ zh_HK: '八達通今晚維護。' })
  expect(screen.getByRole('status').textContent).toBe('八達通今晚維護。')
})

test.each([
  ['that is over', { until: '2020-01-01T00:00:00+08:00' }, true],
  ['without an end', { until: '' }, true],
  ['on a page without a header', {}, false],
])('no notice %s', async (_what, notice, withNotice) => {
  await render(notice, withNotice)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('without a network that is said instead', async () => {
  await render()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => window.dispatchEvent(new Event('offline')))
  expect(screen.getByRole('status').textContent).not.toContain(NOTICE.zh_HK)
  expect(screen.getByRole('status').textContent).not.toBe('')
})

test('a page that is open shows a new notice within a minute or two, and takes one away that has ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let answer: object = { ...NOTICE, zh_HK: '八達通今晚維護。' }
  const asked = vi.fn(async (_url: string, _init: RequestInit) => Response.json(answer))
  vi.stubGlobal('fetch', asked)
  onTestFinished(() => void vi.unstubAllGlobals())
  await render({ until: '' })
  asked.mockClear()
  const status = () => screen.getByRole('status').textContent
  expect(status()).toBe('')
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(asked).toHaveBeenCalledExactlyOnceWith('/notice.json', { credentials: 'omit' })
  expect(status()).toBe('八達通今晚維護。')
  answer = { zh_HK: '', en_US: '', until: '' }
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(status()).toBe('')
})

test('a hidden page does not request the notice, and does once it is visible again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const asked = vi.fn(async () => Response.json(NOTICE))
  vi.stubGlobal('fetch', asked)
  onTestFinished(() => void vi.unstubAllGlobals())
  await render()
  asked.mockClear()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await act(() => vi.advanceTimersByTimeAsync(200_000))
  expect(asked).not.toHaveBeenCalled()
  hidden.mockReturnValue(false)
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(asked).toHaveBeenCalledOnce()
})

test.each([
  ['an error', async () => new Response('no', { status: 502 })],
  ['no answer', async () => Promise.reject(new TypeError('gone'))],
  ['something else', async () => Response.json({ zh_HK: 1 })],
  ['a page of a network', async () => new Response('<html>')],
])('%s instead of the notice changes nothing', async (_, answer) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('fetch', vi.fn(answer))
  onTestFinished(() => void vi.unstubAllGlobals())
  await render()
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(screen.getByRole('status').textContent).toBe(NOTICE.zh_HK)
})
