import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { page } from '#contract/paging.ts'
import { createTestHttp, type TestHttp, type TestHttpOptions } from '../../../../test/support/http.ts'
import { memberViewer } from '../../../../test/support/viewers.ts'

const output = z.object({ text: z.string() })
const row = endpoint({
  wire: 'v2',
  path: '/revamp/row',
  viewer: 'anyone',
  kids: 'narrowed',
  cacheable: true,
  summary: 'A row.',
  input: z.object({ page, variant: z.optional(z.string()) }),
  output,
})
const popup = endpoint({
  wire: 'action',
  path: '/homePopupAd.action',
  viewer: 'anyone',
  kids: 'narrowed',
  cacheable: true,
  summary: 'Ads.',
  input: z.object({}),
  output,
})
const order = endpoint({
  wire: 'v2',
  path: '/order',
  viewer: 'anyone',
  kids: 'narrowed',
  summary: 'Order.',
  input: z.object({}),
  output,
})

const LONG = '港映 Harbour '.repeat(400)
const URL = '/api_v2/revamp/row?language=zh_HK&pattern=normal'
const MEMBER = memberViewer()

let http: TestHttp | undefined
afterEach(async () => {
  await http?.app.close()
  http = undefined
})

async function start(
  options: TestHttpOptions = {},
  text: (seen: { region: string; kids: boolean; language: string; serial?: string }) => string = () => LONG,
) {
  const handler = vi.fn(
    async (
      viewer: { region: string; kids: boolean; language: string; deviceSerial?: string | undefined },
      input: { variant?: string | undefined },
    ) => {
      if (input.variant === 'nothing') throw new AppError('NOT_FOUND')
      return { text: text({ ...viewer, ...(viewer.deviceSerial && { serial: viewer.deviceSerial }) }) }
    },
  )
  http = await createTestHttp((on) => {
    on(row, handler)
    on(popup, (viewer) => handler(viewer, {}))
    on(order, (viewer) => handler(viewer, {}))
  }, options)
  return { ...http, handler }
}

test('a visitor’s response is computed once a minute and declares its max-age', async () => {
  const { app, clock, handler } = await start()
  const first = await app.inject(URL)
  clock.advance('PT20S')
  const second = await app.inject(URL)
  expect(handler).toHaveBeenCalledTimes(1)
  expect(second.body).toBe(first.body)
  expect(first.headers['cache-control']).toBe('public, max-age=60')
  expect(second.headers['cache-control']).toBe('public, max-age=40')
  expect(second.headers.vary).toBe('Authorization, Accept-Encoding, Origin')
  clock.advance('PT40S')
  await app.inject(URL)
  expect(handler).toHaveBeenCalledTimes(2)
})

test('computed and cached responses have the same headers, except the request id', async () => {
  const { app } = await start()
  const [first, second] = [await app.inject(URL), await app.inject(URL)].map(({ headers }) => {
    const { 'x-request-id': id, date: _, ...rest } = headers
    return { id, rest }
  })
  expect(second?.rest).toEqual(first?.rest)
  expect(second?.id).not.toBe(first?.id)
  expect(second?.id).toMatch(/\S/)
})

test.each([
  ['br', (bytes: Buffer) => brotliDecompressSync(bytes)],
  ['gzip', (bytes: Buffer) => gunzipSync(bytes)],
] as const)('responds with %s and its own ETag, which yields 304', async (encoding, unpack) => {
  const { app } = await start()
  for (let n = 0; n < 2; n++) {
    const response = await app.inject({ url: URL, headers: { 'accept-encoding': encoding } })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(JSON.parse(unpack(response.rawPayload).toString()).text).toBe(LONG)
    const etag = String(response.headers.etag)
    const again = await app.inject({ url: URL, headers: { 'accept-encoding': encoding, 'if-none-match': etag } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    const plain = await app.inject({ url: URL, headers: { 'if-none-match': etag } })
    expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
  }
})

test('unknown parameters share a cache entry, known ones do not', async () => {
  const { app, handler } = await start()
  for (const query of ['', '&utm_source=x', '&page=1', '&deviceSerial=d', '&pattern=normal'])
    await app.inject(URL + query)
  expect(handler).toHaveBeenCalledTimes(1)
  await app.inject(`${URL}&page=2`)
  await app.inject('/api_v2/revamp/row?language=en_US')
  await app.inject('/api_v2/revamp/row?pattern=children')
  expect(handler).toHaveBeenCalledTimes(4)
})

test('kids mode has its own cache entries', async () => {
  const { app } = await start({}, ({ kids }) => (kids ? 'kids' : 'all'))
  const get = async (query: string) => (await app.inject(`/api_v2/revamp/row?${query}`)).json().text
  for (let n = 0; n < 2; n++)
    expect([await get('pattern=normal'), await get('pattern=children'), await get('')]).toEqual(['all', 'kids', 'all'])
})

test('a shared response does not depend on the first requester', async () => {
  const { app } = await start({}, ({ serial }) => serial ?? 'nobody')
  expect((await app.inject({ url: URL, headers: { 'x-client-context': 'deviceSerial=mine' } })).json().text).toBe(
    'nobody',
  )
})

test('a response to a request with a token is private, even if one is cached', async () => {
  const { app, handler } = await start({ resolveViewer: async () => MEMBER })
  await app.inject(URL)
  await app.inject(URL)
  for (const request of [{ url: URL, headers: { authorization: 'Bearer t' } }, { url: `${URL}&token=t` }]) {
    const response = await app.inject(request)
    expect(response.headers['cache-control']).toBe('private, no-store')
    expect(response.headers.etag).toBeUndefined()
  }
  expect(handler).toHaveBeenCalledTimes(3)
})

test('an unknown token is refused even if the response is cached', async () => {
  const { app } = await start()
  await app.inject(URL)
  expect((await app.inject({ url: URL, headers: { authorization: 'Bearer t' } })).statusCode).toBe(401)
})

test('refusals are not cached', async () => {
  const { app, handler } = await start()
  for (let n = 0; n < 2; n++) {
    const response = await app.inject(`${URL}&variant=nothing`)
    expect([response.json().errorCode, response.headers['cache-control']]).toEqual(['NOT_FOUND', 'private, no-store'])
  }
  expect(handler).toHaveBeenCalledTimes(2)
})

test('POST returns the same body, uncacheable', async () => {
  const { app, handler } = await start()
  await app.inject(URL)
  const response = await app.inject({ method: 'POST', url: URL })
  expect([response.json().text, response.headers['cache-control'], response.headers.etag]).toEqual([
    LONG,
    'private, no-store',
    undefined,
  ])
  expect(handler).toHaveBeenCalledTimes(1)
})

test('a catalogue change invalidates the cache', async () => {
  let text = 'before'
  const { app, changeCatalogue } = await start({}, () => text)
  await app.inject(URL)
  text = 'after'
  expect((await app.inject(URL)).json().text).toBe('before')
  changeCatalogue()
  expect((await app.inject(URL)).json().text).toBe('after')
})

test('no cached response outlives the next window edge', async () => {
  const edge = Temporal.Instant.from('2026-11-21T04:00:07.900Z')
  const { app, clock, handler } = await start({
    nextEdge: async (now) => (Temporal.Instant.compare(now, edge) < 0 ? edge : undefined),
  })
  expect((await app.inject(URL)).headers['cache-control']).toBe('public, max-age=7')
  clock.advance('PT7.9S')
  expect((await app.inject(URL)).headers['cache-control']).toBe('public, max-age=60')
  expect(handler).toHaveBeenCalledTimes(2)
})

test('XML and JSON of the action API have separate cache entries', async () => {
  const { app } = await start()
  for (let n = 0; n < 2; n++) {
    const xml = await app.inject({ url: '/api/homePopupAd.action', headers: { accept: 'application/xml' } })
    const json = await app.inject({ url: '/api/homePopupAd.action', headers: { accept: 'application/json' } })
    expect([xml.headers['content-type'], json.headers['content-type']]).toEqual([
      'application/xml; charset=utf-8',
      'application/json; charset=utf-8',
    ])
    expect([xml.headers.vary].flat().join(', ').split(', ')).toContain('Accept')
  }
})

test('the region header counts only from a trusted proxy, and is part of the cache key', async () => {
  const region = ({ region: where }: { region: string }) => where
  const trusting = await start({ config: { TRUST_PROXY: 'loopback', REGION_HEADER: 'X-Region' } }, region)
  const get = async (app: TestHttp['app'], where?: string) =>
    (await app.inject({ url: URL, headers: where ? { 'x-region': where } : {} })).json().text
  for (let n = 0; n < 2; n++)
    expect([
      await get(trusting.app, 'MO'),
      await get(trusting.app, 'HK'),
      await get(trusting.app),
      await get(trusting.app, 'nonsense'),
    ]).toEqual(['MO', 'HK', 'HK', 'HK'])
  expect((await trusting.app.inject(URL)).headers.vary).toBe('Authorization, Accept-Encoding, Origin, X-Region')
  await trusting.app.close()
  const untrusting = await start({ config: { TRUST_PROXY: '192.0.2.1', REGION_HEADER: 'X-Region' } }, region)
  expect(await get(untrusting.app, 'MO')).toBe('HK')
})

test('rate limits an address, also for cached responses', async () => {
  const { app } = await start()
  const remoteAddress = '192.0.2.9'
  const statuses = new Set<number>()
  for (let n = 1; n < 650; n++) statuses.add((await app.inject({ url: `${URL}&page=${n}`, remoteAddress })).statusCode)
  expect([...statuses]).toEqual([200, 429])
  const refused = await app.inject({ url: `${URL}&page=9999`, remoteAddress })
  expect([refused.json().errorCode, refused.headers['retry-after']]).toEqual(['TOO_MANY_TRIES', '1'])
  expect((await app.inject({ url: `${URL}&page=1`, remoteAddress })).statusCode).toBe(429)
  expect((await app.inject({ url: `${URL}&page=9999` })).statusCode).toBe(200)
})
