import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tabBars } from '#contract/categories.ts'
import { loadShellText } from '#web/viewer/text/shell-text.ts'
import { call, onNotAllowed, onSessionEnd } from './api-client.ts'

const fetching = vi.fn<typeof fetch>()

function memory(items: Record<string, string> = {}) {
  return {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => void (items[key] = value),
    removeItem: (key: string) => void delete items[key],
    clear: () => void (items = {}),
  }
}

beforeEach(async () => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', memory({ language: 'en_US', 'harbour.deviceSerial': 'serial' }))
  vi.stubGlobal('sessionStorage', memory())
  vi.stubGlobal('navigator', { platform: 'Test', onLine: true, userAgent: 'X11; Linux' })
  vi.stubGlobal('fetch', fetching)
  fetching.mockReset()
  await loadShellText('en_US')
})
afterEach(() => {
  onNotAllowed(() => {})
  onSessionEnd(() => {})
  vi.unstubAllGlobals()
})

const respond = (body: object, init: ResponseInit = {}) =>
  fetching.mockImplementation(async () => new Response(JSON.stringify(body), init))
const request = () => {
  const [url, init] = fetching.mock.calls[0] ?? []
  return { url: url as string, headers: new Headers(init?.headers) }
}

test('URLs contain no personal data and are cacheable', async () => {
  respond({ result: 'SUCCESS', tabList: [] })
  localStorage.setItem('token', 'secret')
  localStorage.setItem('mobileno', '91234567')
  await call(tabBars, { recommendType: '1' })
  const { url, headers } = request()
  expect(url).toBe('/api_v2/revamp/tabBars?recommendType=1&language=en_US&pattern=normal')
  expect(headers.get('Authorization')).toBe('Bearer secret')
  const context = new URLSearchParams(headers.get('X-Client-Context') ?? '')
  expect(context.get('platform')).toBe('website')
  expect(context.get('mobileno')).toBe('91234567')
  expect(context.get('areaCode')).toBe('852')
  expect(context.has('token')).toBe(false)
  expect(context.has('parentalCode')).toBe(false)
})

test('kids mode is sent with every call', async () => {
  respond({ result: 'SUCCESS', tabList: [] })
  sessionStorage.setItem('kidsmode', 'true')
  await call(tabBars, {})
  expect(request().url).toContain('pattern=children')
})

test('a call with another token sends no data of the stored session', async () => {
  respond({ result: 'SUCCESS', tabList: [] })
  localStorage.setItem('token', 'stored')
  localStorage.setItem('mobileno', '91234567')
  localStorage.setItem('currentProfile', JSON.stringify({ profileId: 'p1', name: 'A' }))
  await call(tabBars, {}, { token: 'other' })
  const { url, headers } = request()
  expect(headers.get('Authorization')).toBe('Bearer other')
  expect(url).not.toContain('profileId')
  expect(headers.get('X-Client-Context')).not.toMatch(/91234567|profileId/)
})

describe('an unexpected refusal', () => {
  test.each([
    ['NOT_ALLOWED', 1],
    ['403', 1],
    ['NOT_FOUND', 0],
  ])('%s to a member checks the session: %s times', async (errorCode, times) => {
    const notAllowed = vi.fn<() => void>()
    onNotAllowed(notAllowed)
    respond({ result: 'FAILED', errorCode, message: 'no' })
    await call(tabBars, {})
    expect(notAllowed).not.toHaveBeenCalled()
    localStorage.setItem('token', 'tok')
    await call(tabBars, {})
    expect(notAllowed).toHaveBeenCalledTimes(times)
  })
})

describe('session expiry', () => {
  const dead = { result: 'FAILED', errorCode: '0x800A1001', message: 'expired' }

  test('an expired token ends the session', async () => {
    const ended = vi.fn()
    onSessionEnd(ended)
    localStorage.setItem('token', 't')
    respond(dead, { status: 401 })
    await call(tabBars, {})
    expect(ended.mock.calls).toEqual([['expired']])
  })

  test('without a token nothing changes', async () => {
    const ended = vi.fn()
    onSessionEnd(ended)
    respond(dead, { status: 401 })
    await call(tabBars, {})
    expect(ended).not.toHaveBeenCalled()
  })

  test('a response to a replaced token does not end the session', async () => {
    const ended = vi.fn()
    onSessionEnd(ended)
    localStorage.setItem('token', 'old')
    fetching.mockImplementation(async () => {
      localStorage.setItem('token', 'new')
      return new Response(JSON.stringify(dead))
    })
    await call(tabBars, {})
    expect(ended).not.toHaveBeenCalled()
  })
})
