import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tabBars } from '#contract/categories.ts'
import { createVisit } from '#contract/visits.ts'
import { callOrThrow, call, onNotAllowed, onSessionEnd } from './api-client.ts'
import { CallError } from './envelope.ts'
import { loadText } from './text.ts'

const SUCCESS = { result: 'SUCCESS', tabList: [] }
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
  await loadText('en_US')
})
afterEach(() => vi.unstubAllGlobals())

const answers = (body: unknown, init: ResponseInit = {}) =>
  fetching.mockImplementation(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), init))
const request = () => {
  const [url, init] = fetching.mock.calls[0] ?? []
  return { url: url as string, init: init ?? {}, headers: new Headers(init?.headers) }
}

describe('what is sent', () => {
  test('a call that changes nothing is a GET whose address can be cached: nothing personal is in it', async () => {
    answers(SUCCESS)
    localStorage.setItem('token', 'secret')
    localStorage.setItem('mobileno', '91234567')
    await call(tabBars, { recommendType: '1' })
    const { url, init, headers } = request()
    expect(url).toBe('/api_v2/revamp/tabBars?recommendType=1&language=en_US&pattern=normal')
    expect(init.method).toBeUndefined()
    expect(headers.get('Authorization')).toBe('Bearer secret')
    const context = new URLSearchParams(headers.get('X-Client-Context') ?? '')
    expect(context.get('platform')).toBe('website')
    expect(context.get('mobileno')).toBe('91234567')
    expect(context.get('areaCode')).toBe('852')
    expect(context.has('token')).toBe(false)
    expect(context.has('parentalCode')).toBe(false)
  })

  test('a call that changes something is POSTed, with nothing in its address', async () => {
    answers({ result: 'SUCCESS' })
    await call(createVisit, { route: 'Homepage' })
    const { url, init } = request()
    expect(url).toBe('/api_v2/visit/create')
    expect(init.method).toBe('POST')
    expect(JSON.parse(init.body as string)).toEqual({ route: 'Homepage', language: 'en_US', pattern: 'normal' })
  })

  test('kids mode is said on every call', async () => {
    answers(SUCCESS)
    sessionStorage.setItem('kidsmode', 'true')
    await call(tabBars, {})
    expect(request().url).toContain('pattern=children')
  })
})

describe('what comes back', () => {
  test('a success is given as it is', async () => {
    answers(SUCCESS)
    expect(await call(tabBars, {})).toEqual(SUCCESS)
  })

  test('a refusal keeps its code and its sentence, whatever the HTTP status', async () => {
    answers({ result: 'FAILED', errorCode: 'UNAVAILABLE', message: 'later' }, { status: 503 })
    expect(await call(tabBars, {})).toMatchObject({ result: 'FAILED', errorCode: 'UNAVAILABLE', message: 'later' })
    await expect(callOrThrow(tabBars, {})).rejects.toThrow(CallError)
  })

  test.each([
    ['no network', () => fetching.mockRejectedValue(new TypeError('failed'))],
    ['a page of a proxy', () => answers('<html>502</html>', { status: 502 })],
    ['something that is no envelope', () => answers({ ok: true })],
  ])('%s answers NETWORK, and does not throw', async (_, arrange) => {
    arrange()
    expect(await call(tabBars, {})).toEqual({
      result: 'FAILED',
      errorCode: 'NETWORK',
      message: 'Network error please check the network.',
    })
  })

  test('a call that its caller gave up is not taken for a network failure', async () => {
    const abort = new AbortController()
    fetching.mockImplementation(async () => {
      abort.abort()
      throw new DOMException('aborted', 'AbortError')
    })
    await expect(call(tabBars, {}, { signal: abort.signal })).rejects.toThrow('aborted')
  })
})

describe('a refusal that the site did not foresee', () => {
  test.each([
    ['NOT_ALLOWED', 1],
    ['403', 1],
    ['NOT_FOUND', 0],
  ])('%s asks who is here: %s times', async (errorCode, times) => {
    const doubt = vi.fn<() => void>()
    onNotAllowed(doubt)
    answers({ result: 'FAILED', errorCode, message: 'no' })
    await call(tabBars, {})
    expect(doubt).not.toHaveBeenCalled()
    localStorage.setItem('token', 'tok')
    await call(tabBars, {})
    expect(doubt).toHaveBeenCalledTimes(times)
    onNotAllowed(() => {})
  })
})

describe('the end of a session', () => {
  const dead = { result: 'FAILED', errorCode: '0x800A1001', message: 'expired' }

  test('a dead token ends the session', async () => {
    const ended = vi.fn()
    onSessionEnd(ended)
    localStorage.setItem('token', 't')
    answers(dead, { status: 401 })
    await call(tabBars, {})
    expect(ended).toHaveBeenCalledOnce()
  })

  test('without a token there is nothing to end', async () => {
    const ended = vi.fn()
    onSessionEnd(ended)
    answers(dead, { status: 401 })
    await call(tabBars, {})
    expect(ended).not.toHaveBeenCalled()
  })
})
