import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestHttp, type TestHttp, type TestHttpOptions } from '../../../../test/support/http.ts'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { createPlayback, type Playback } from '#server/domains/playback/index.ts'
import { createTestClock, type TestClock } from '#server/kit/clock.ts'
import { createLog } from '#server/kit/log.ts'
import { mediaRoutes } from '../media/media.routes.ts'
import { playableTitle, playableUrl, unlimitedStreams, withoutPurchases } from '../../../../test/support/playback.ts'
import { visitor } from '../../../../test/support/viewers.ts'

const OWN_ORIGIN = 'https://harbour.test'
const segment = randomBytes(1_400_001)

let folder: string
let store: MediaStore
let clock: TestClock
let playback: Playback
let base: string
let http: TestHttp | undefined
let port: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-fast-path-'))
  store = createFileStore(folder)
  clock = createTestClock()
  const asset = {
    assetId: 'asset1',
    maxResolution: 'HD' as const,
    previewKey: 'p/asset1/0a.mp4',
    subtitleLanguages: [],
  }
  playback = createPlayback({
    streams: unlimitedStreams,
    clock,
    masterKey: Buffer.alloc(32, 1),
    hosts: { free: '', main: '', uhd: '' },
    access: withoutPurchases,
    sessions: { findLive: async () => ({ parentalVersion: 0 }) },
    media: { contentKey: async () => randomBytes(16) },
    titles: {
      playable: async () => ({ ...playableTitle, assets: { film: asset } }),
      narrowed: async () => [],
      publicPreview: async () => asset.previewKey,
    },
  })
  playback.domainModule.caches?.forEach((cache) => cache.clear())
  for (const key of ['a/asset1/v720/00001.m4s', 'a/asset1/master.m3u8', 'p/asset1/0a.mp4'])
    await store.put(key, { bytes: segment }, { contentType: 'video/mp4' })
  base = (await playableUrl(playback, visitor(), 'neon')).replace('master.m3u8', '')
})

afterEach(async () => {
  await http?.app.close()
  http = undefined
  await rm(folder, { recursive: true, force: true })
})

async function start(source: { accelPrefix?: string; store?: MediaStore } = {}, options: TestHttpOptions = {}) {
  http = await createTestHttp(() => undefined, {
    clock,
    media: (app, tools) =>
      mediaRoutes(app, {
        ...tools,
        streamAuthorization: playback.streamAuthorization,
        source: { store, ...source },
        images: { variant: async () => undefined, shareCard: async () => undefined },
        titleFonts: { find: async () => 'unknown' },
        uploads: { open: async () => undefined },
      }),
    ...options,
  })
  await http.app.listen({ host: '127.0.0.1', port: 0 })
  port = (http.app.server.address() as AddressInfo).port
  return http
}

type RequestOptions = { method?: 'GET' | 'HEAD'; headers?: Record<string, string>; agent?: Agent }

async function request(path: string, options: RequestOptions = {}): Promise<IncomingMessage> {
  const sent = httpGet({ host: '127.0.0.1', port, path, ...options })
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

async function read(path: string, options: RequestOptions = {}) {
  const response = await request(path, options)
  const { statusCode, headers } = response
  return { statusCode, headers, body: await buffer(response) }
}

/** Headers that are equal for repeated requests. */
function stableHeaders({ date: _date, 'x-request-id': id, ...headers }: Record<string, unknown>) {
  return { ...headers, hasId: typeof id === 'string' && id.length > 0 }
}

const cases = [
  ['a segment', () => `${base}v720/00001.m4s`],
  ['a preview', () => '/p/asset1/0a.mp4'],
] as const
const requests: RequestOptions[] = [
  {},
  { method: 'HEAD' },
  { headers: { range: 'bytes=10-700000' } },
  { headers: { range: 'bytes=-7', origin: OWN_ORIGIN } },
  { headers: { range: 'bytes=9999999-' } },
  { headers: { 'if-none-match': '*', origin: 'https://evil.test' } },
]

describe.each(cases)('%s', (_, pathOf) => {
  test.each(requests)('the fast path and the route give the same response: %j', async (options) => {
    const { app, logged } = await start()
    const fast = await read(`${pathOf()}?x=1`, options)
    const routed = await app.inject({ method: 'GET', url: `${pathOf()}?x=1`, ...options })
    expect(fast.statusCode).toBe(routed.statusCode)
    expect(fast.body.equals(routed.rawPayload)).toBe(true)
    const keepAliveHeaders = { connection: expect.anything(), 'keep-alive': expect.anything() }
    expect({ ...stableHeaders(fast.headers), ...keepAliveHeaders }).toEqual({
      ...stableHeaders(routed.headers),
      ...keepAliveHeaders,
    })
    // The fast path logs at level debug, so the only line is the route's.
    expect(logged.filter(({ msg }) => msg === 'request')).toHaveLength(1)
  })
})

test('streams from a store without local files', async () => {
  await start({ store: { ...store, localPath: () => null } })
  const { statusCode, body } = await read(`${base}v720/00001.m4s`, { headers: { range: 'bytes=5-1000004' } })
  expect([statusCode, body.equals(segment.subarray(5, 1_000_005))]).toEqual([206, true])
})

test('behind nginx the fast path only authorizes', async () => {
  await start({ accelPrefix: '/protected-media/' })
  const { statusCode, headers, body } = await read(`${base}v720/00001.m4s`, { headers: { origin: OWN_ORIGIN } })
  expect([statusCode, body.length]).toEqual([200, 0])
  expect(headers).toMatchObject({
    'x-accel-redirect': '/protected-media/a/asset1/v720/00001.m4s',
    'content-type': 'video/iso.segment',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': OWN_ORIGIN,
    vary: 'Origin',
  })
})

/** Those that nginx takes from the response with X-Accel-Redirect unchanged, and those that it makes for the file. */
const OF_NGINX =
  /^(x-accel-.*|content-(type|length|disposition)|accept-ranges|set-cookie|cache-control|expires|etag|last-modified|date|connection|keep-alive)$/

test('the documented nginx configuration passes on every other header of a file that it sends', async () => {
  await start({ accelPrefix: '/protected-media/' })
  const { headers } = await read(`${base}v720/00001.m4s`, { headers: { origin: OWN_ORIGIN } })
  const documented = await readFile('docs/operations.md', 'utf8')
  const passed = [...documented.matchAll(/add_header ([\w-]+) \$upstream_http_/g)].map(([, name]) =>
    name!.toLowerCase(),
  )
  const dropped = Object.keys(headers).filter((name) => !OF_NGINX.test(name) && !passed.includes(name))
  expect(dropped).toEqual([])
  expect(headers['strict-transport-security']).toBeTruthy()
})

test('refusals, missing objects and other files are left to the routes, with envelopes', async () => {
  const { logged } = await start()
  const forged = await read(base.replace(/\.[\w-]{22}/, `.${'A'.repeat(22)}`) + 'v720/00001.m4s')
  expect(JSON.parse(String(forged.body))).toMatchObject({ result: 'FAILED', errorCode: '403' })
  expect(forged.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' })
  const missing = await read(`${base}v720/00002.m4s`)
  expect([missing.statusCode, JSON.parse(String(missing.body)).errorCode]).toEqual([404, 'NOT_FOUND'])
  expect((await read('/p/asset1/0b.mp4')).statusCode).toBe(404)
  expect((await read(`${base}master.m3u8`)).headers['cache-control']).toBe('private, no-store')
  clock.advance('PT6H')
  expect((await read(`${base}v720/00001.m4s`)).statusCode).toBe(403)
  expect(logged.filter(({ msg }) => msg === 'request')).toHaveLength(5)
})

test('responses are measured by route and logged at level debug without the grant', async () => {
  const logged: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk))
      done()
    },
  })
  const { app } = await start({}, { log: createLog({ level: 'debug', role: 'test', destination }) })
  const path = `${base}v720/00001.m4s`
  const { headers } = await read(path)
  await read('/p/asset1/0a.mp4')
  // The client may have the last byte before the response is measured.
  const metrics = () => app.inject('/metrics').then(({ body }) => body)
  await expect.poll(metrics).toContain('harbour_http_seconds_count{method="GET",route="/v/*",status="2xx"} 1')
  await expect.poll(metrics).toContain('harbour_http_seconds_count{method="GET",route="/p/*",status="2xx"} 1')
  const line = logged.map((text) => JSON.parse(text)).find(({ url }) => String(url).startsWith('/v/'))
  expect(line).toMatchObject({ reqId: headers['x-request-id'], method: 'GET', status: 200 })
  expect(logged.join('')).not.toContain(path.split('/')[2])
})

test('closing lets a segment in flight finish and closes its keep-alive connection', async () => {
  await store.put('a/asset1/v720/00003.m4s', { bytes: randomBytes(24_000_000) }, { contentType: 'video/mp4' })
  const { app } = await start()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const response = await request(`${base}v720/00003.m4s`, { agent })
  const closed = app.close()
  expect((await buffer(response)).length).toBe(24_000_000)
  await closed
  await expect(read(`${base}v720/00003.m4s`, { agent })).rejects.toThrow(/ECONNREFUSED|ECONNRESET|hang up/)
  agent.destroy()
})
