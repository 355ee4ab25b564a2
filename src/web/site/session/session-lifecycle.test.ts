import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tabBars } from '#contract/categories.ts'
import { call, onSessionEnd } from '#web/viewer/session/api-client.ts'
import { logOut } from '#web/viewer/session/log-out.ts'
import { takeMessage } from '#web/kit/session.ts'
import { loadShellText } from '#web/viewer/text/shell-text.ts'
import { takePendingAction } from '#web/viewer/session/pending-action.ts'
import { storedItems, stubBrowser } from '../../../../test/support/fake-browser.ts'
import { expireSession } from './session-lifecycle.ts'

const fetching = vi.fn<typeof fetch>()
const dead = { result: 'FAILED', errorCode: '0x800A3002', message: '已在其他地方登出' }
const local = { token: 'tok', mobileno: '91234567', language: 'zh_HK', currentProfile: '{"profileId":"p"}' }
let browser: ReturnType<typeof stubBrowser>
const open = (hash: string) => {
  browser = stubBrowser({ local, session: { kidsmode: 'true', utm_source: 'x' }, hash })
  vi.stubGlobal('fetch', fetching)
}
const answer = (body: object) => fetching.mockImplementation(async () => Response.json(body))

beforeEach(async () => {
  open('#/category/rolling-category?categoryId=x')
  fetching.mockReset()
  onSessionEnd(expireSession)
  await loadShellText('zh_HK')
})
afterEach(() => vi.unstubAllGlobals())

describe('SPEC 4, session expiry', () => {
  test('ten calls that fail together end it once: all cleared but the language, one message, login, and back', async () => {
    answer(dead)
    await Promise.all(Array.from({ length: 10 }, () => call(tabBars, {})))
    expect(browser.reload).toHaveBeenCalledTimes(1)
    expect(browser.location.hash).toBe('#/login')
    expect(storedItems(localStorage)).toEqual({ language: 'zh_HK' })
    expect(takeMessage()).toBe(dead.message)
    expect(takePendingAction()?.action).toEqual({ kind: 'go', to: '/category/rolling-category?categoryId=x' })
    expect(storedItems(sessionStorage)).toEqual({})
  })

  test.each(['0x800A1000', '0x800A1001', '0x800A3002'])('%s ends it', async (errorCode) => {
    answer({ ...dead, errorCode })
    await call(tabBars, {})
    expect(browser.reload).toHaveBeenCalledTimes(1)
  })

  test.each(['LOGIN_REQUIRED', 'NOT_ALLOWED', 'INTERNAL', '403'])('%s does not', async (errorCode) => {
    answer({ ...dead, errorCode })
    await call(tabBars, {})
    expect(localStorage.getItem('token')).toBe('tok')
  })

  test('in the mobile embed it is home, and the app signs in again', () => {
    open('#/mobile/helpcenter')
    expireSession('over')
    expect(browser.location.hash).toBe('#/')
    expect(takeMessage()).toBe('over')
    expect(takePendingAction()).toBeUndefined()
  })

  test('an answer to a token that is not here any more ends no session', async () => {
    fetching.mockImplementation(async () => {
      localStorage.setItem('token', 'newer')
      return Response.json(dead)
    })
    await call(tabBars, {})
    expect(localStorage.getItem('token')).toBe('newer')
    expect(browser.reload).not.toHaveBeenCalled()
  })

  test('nor does the answer to a link’s token, which is sent alone', async () => {
    answer(dead)
    await call(tabBars, {}, { token: 'of-a-link' })
    const [url, init] = fetching.mock.calls[0] ?? []
    const headers = new Headers(init?.headers)
    expect(headers.get('Authorization')).toBe('Bearer of-a-link')
    expect(`${url as string} ${headers.get('X-Client-Context')}`).not.toMatch(/profileId|mobileno|tok/)
    expect(localStorage.getItem('token')).toBe('tok')
  })
})

describe('logout', () => {
  test.each([
    ['the server agrees', { result: 'SUCCESS' }],
    ['the session was over already', dead],
    ['the server is in trouble', { ...dead, errorCode: 'INTERNAL' }],
  ])('%s: all is cleared, home, and no message', async (_, body) => {
    answer(body)
    expect(await logOut()).toBeUndefined()
    expect(storedItems(localStorage)).toEqual({ language: 'zh_HK' })
    expect(browser.location.hash).toBe('#/category/list')
    expect(browser.reload).toHaveBeenCalledTimes(1)
    expect(takeMessage()).toBeUndefined()
  })

  test('without a network it still ends here', async () => {
    fetching.mockRejectedValue(new TypeError('offline'))
    expect(await logOut()).toBeUndefined()
    expect(localStorage.getItem('token')).toBeNull()
  })

  test.each(['403', 'NOT_ALLOWED'])(
    'a child’s session is not left (%s): nothing is cleared, and it says why',
    async (errorCode) => {
      answer({ ...dead, errorCode, message: '兒童檔案不可登出' })
      expect(await logOut()).toBe('兒童檔案不可登出')
      expect(localStorage.getItem('token')).toBe('tok')
      expect(browser.reload).not.toHaveBeenCalled()
    },
  )
})
