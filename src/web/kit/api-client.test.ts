import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tabBars } from '#contract/categories.ts'
import { createFavorite } from '#contract/library.ts'
import { createVisit } from '#contract/visits.ts'
import { type ApiClientOptions, createApiClient } from './api-client.ts'
import { CallError } from './envelope.ts'
import { serverNow, serverOffset } from './server-clock.ts'

const SUCCESS = { result: 'SUCCESS', tabList: [] }
const REFUSED = { result: 'FAILED', errorCode: 'NOT_FOUND', message: 'gone' }
const REFUSAL = { result: 'FAILED', errorCode: 'UNAVAILABLE', message: 'later' }
const fetching = vi.fn<typeof fetch>()
const onRefusal = vi.fn<ApiClientOptions['onRefusal']>()

/** A client of an app that has no viewer. */
const { call, callOrThrow } = createApiClient({
  context: (token = 'own') => ({
    address: { language: 'en_US', pattern: 'normal' },
    token,
    client: { platform: 'console', deviceSerial: undefined },
  }),
  onRefusal,
  networkMessage: () => 'no network',
  unansweredMessage: () => 'no answer',
  faultMessage: (code) => `ours: ${code}`,
})

beforeEach(() => {
  vi.stubGlobal('fetch', fetching)
  vi.stubGlobal('navigator', { onLine: true })
  fetching.mockReset()
  onRefusal.mockReset()
})
afterEach(() => vi.unstubAllGlobals())

const respond = (body: unknown, init: ResponseInit = {}) =>
  fetching.mockImplementation(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), init))
const request = () => {
  const [url, init] = fetching.mock.calls[0] ?? []
  return { url: url as string, init: init ?? {}, headers: new Headers(init?.headers) }
}

describe('requests', () => {
  test('a call that changes nothing is a GET with the context in its address', async () => {
    respond(SUCCESS)
    await call(tabBars, { recommendType: '1' })
    const { url, init, headers } = request()
    expect(url).toBe('/api_v2/revamp/tabBars?recommendType=1&language=en_US&pattern=normal')
    expect(init.method).toBeUndefined()
    expect(headers.get('Authorization')).toBe('Bearer own')
    expect(headers.get('X-Client-Context')).toBe('platform=console')
  })

  test('a call that changes something is POSTed, with nothing in its address', async () => {
    respond({ result: 'SUCCESS' })
    await call(createVisit, { route: 'Homepage' })
    const { url, init, headers } = request()
    expect(url).toBe('/api_v2/visit/create')
    expect(init.method).toBe('POST')
    expect(headers.get('Content-Type')).toBe('application/json')
    expect(JSON.parse(init.body as string)).toEqual({ route: 'Homepage', language: 'en_US', pattern: 'normal' })
  })
})

describe('responses', () => {
  test.each([
    ['no-store', 600_000],
    ['public, max-age=60', 0],
  ])("the server's time is learned from a response with %s: %i ms", async (cacheControl, offsetMs) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const date = new Date(Date.now() + 600_000).toUTCString()
    respond(SUCCESS, { headers: { Date: date, 'Cache-Control': cacheControl } })
    await call(tabBars, {})
    expect(Math.abs(serverNow() - Date.now() - offsetMs)).toBeLessThan(1_000)
    serverOffset.reset()
    vi.useRealTimers()
  })

  test('a success is returned as it is', async () => {
    respond(SUCCESS)
    expect(await call(tabBars, {})).toEqual(SUCCESS)
    expect(onRefusal).not.toHaveBeenCalled()
  })

  test('a refusal keeps its code and its message, whatever the HTTP status', async () => {
    respond(REFUSED, { status: 404 })
    expect(await call(tabBars, {})).toEqual(REFUSED)
    await expect(callOrThrow(tabBars, {})).rejects.toThrow(CallError)
  })

  test.each([
    ['its request', { requestId: 'r-9' }, 'r-9'],
    ['its status', {}, '503'],
  ])('an unavailable service is ours: it keeps its code, and quotes %s', async (_, named, code) => {
    respond({ ...REFUSAL, ...named, retryAfter: 10 }, { status: 503 })
    expect(await call(tabBars, {})).toEqual({ ...REFUSAL, ...named, retryAfter: 10, message: `ours: ${code}` })
  })

  const failing = (isProbe: boolean) => {
    fetching.mockImplementation(async (url) => {
      if (url === '/healthz' && isProbe) return new Response()
      throw new TypeError('failed')
    })
  }

  test.each([
    ['no network', 'no network', () => failing(false)],
    ['a failed call, while the site answers,', 'no answer', () => failing(true)],
    ['something that is no envelope', 'no answer', () => respond({ ok: true })],
  ])('%s returns NETWORK, throws nothing and is not reported as a refusal', async (_, message, arrange) => {
    arrange()
    expect(await call(tabBars, {})).toEqual({ result: 'FAILED', errorCode: 'NETWORK', message })
    expect(onRefusal).not.toHaveBeenCalled()
  })

  test('offline nothing is probed, and calls that fail together probe once', async () => {
    const probes = () => fetching.mock.calls.filter(([url]) => url === '/healthz').length
    failing(false)
    vi.stubGlobal('navigator', { onLine: false })
    expect(await call(tabBars, {})).toMatchObject({ message: 'no network' })
    expect(probes()).toBe(0)
    vi.stubGlobal('navigator', { onLine: true })
    await Promise.all([call(tabBars, {}), call(tabBars, {})])
    expect(probes()).toBe(1)
  })

  test('a page of a proxy with a status of 4xx is no network failure either', async () => {
    respond('<html>429</html>', { status: 429 })
    expect(await call(tabBars, {})).toMatchObject({ errorCode: 'INTERNAL', message: 'ours: 429' })
  })

  test.each([
    ['a page of a proxy', '<html>502</html>', '502'],
    ['nothing', '', '502'],
    [
      'a fault with the number of the request',
      { result: 'FAILED', errorCode: 'INTERNAL', message: 'system error', requestId: 'r-7' },
      'r-7',
    ],
  ])('%s, with a status of 5xx, is a fault of ours with a code to quote', async (_, body, code) => {
    respond(body, { status: 502 })
    expect(await call(tabBars, {})).toEqual({
      result: 'FAILED',
      errorCode: 'INTERNAL',
      requestId: code,
      message: `ours: ${code}`,
    })
  })

  const hang = () =>
    fetching.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        }),
    )

  test.each([
    ['of a network that is lost', 'no network', false],
    ['of a site that answered another call meanwhile', 'no answer', true],
  ])('a call without an answer counts as a network failure after 20 seconds, %s', async (_, message, isAnswered) => {
    vi.useFakeTimers()
    respond({ result: 'SUCCESS' })
    await call(tabBars, {})
    hang()
    const answer = call(tabBars, {})
    await vi.advanceTimersByTimeAsync(12_000)
    if (isAnswered) {
      respond({ result: 'SUCCESS' })
      await call(tabBars, {})
      hang()
    }
    // Three seconds are the probe's, which nothing answers.
    await vi.advanceTimersByTimeAsync(11_000)
    expect(await answer).toMatchObject({ errorCode: 'NETWORK', message })
    vi.useRealTimers()
  })

  test.each([
    ['sends', { ...createFavorite, uploads: { image: { maxBytes: 1, types: [] } } }],
    ['answers', { ...createFavorite, file: 'application/zip' }],
  ] as const)('a call that %s a file has five minutes', async (_, endpoint) => {
    vi.useFakeTimers()
    const isOver = vi.fn<() => void>()
    hang()
    const answer = call(endpoint as typeof createFavorite, { programId: 'a', programGuid: 'a' })
    void answer.then(isOver)
    await vi.advanceTimersByTimeAsync(299_000)
    expect(isOver).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await answer).toMatchObject({ errorCode: 'NETWORK' })
    vi.useRealTimers()
  })

  test('an aborted call rejects and is not taken for a network failure', async () => {
    const abort = new AbortController()
    fetching.mockImplementation(async () => {
      abort.abort()
      throw new DOMException('aborted', 'AbortError')
    })
    await expect(call(tabBars, {}, { signal: abort.signal })).rejects.toThrow('aborted')
  })
})

describe('reported refusals', () => {
  test('a refusal is reported with the token that it answers', async () => {
    respond(REFUSAL)
    await call(tabBars, {})
    expect(onRefusal.mock.calls).toEqual([[REFUSAL, 'own']])
  })

  test('a refusal that the caller handles is not reported', async () => {
    respond(REFUSAL)
    await call(tabBars, {}, { handles: ({ errorCode }) => errorCode === 'UNAVAILABLE' })
    expect(onRefusal).not.toHaveBeenCalled()
    await call(tabBars, {}, { handles: ({ errorCode }) => errorCode === 'NOT_FOUND' })
    expect(onRefusal).toHaveBeenCalledOnce()
  })

  test('a refusal to another token is not reported', async () => {
    respond(REFUSAL)
    await call(tabBars, {}, { token: 'other' })
    expect(request().headers.get('Authorization')).toBe('Bearer other')
    expect(onRefusal).not.toHaveBeenCalled()
  })
})
