import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { createPlayback, type Playback, type PlaybackTitle } from '#server/domains/playback/index.ts'
import { createTestClock, type TestClock } from '#server/kit/clock.ts'
import { mediaRoutes } from './media.routes.ts'
import { playableTitle, playableUrl, unlimitedStreams, withoutPurchases } from '../../../../test/support/playback.ts'
import { visitor } from '../../../../test/support/viewers.ts'

const segment = randomBytes(700_001)
const playlist = `#EXTM3U\n${Array.from({ length: 300 }, (_, n) => `#EXTINF:2,\n${n}.m4s`).join('\n')}\n`
const contentKey = randomBytes(16)
const masterKey = Buffer.alloc(32, 1)

const assetOf = (assetId: string) => ({
  assetId,
  maxResolution: 'HD' as const,
  previewKey: `p/${assetId}/0a.mp4`,
  subtitleLanguages: [],
})

let folder: string
let store: MediaStore
let clock: TestClock
let title: PlaybackTitle | undefined
let narrowed: string[]
let playback: Playback
const clearCaches = () => playback.domainModule.caches?.forEach((cache) => cache.clear())
let app: FastifyInstance
let base: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-streams-'))
  store = createFileStore(folder)
  clock = createTestClock()
  narrowed = []
  title = { ...playableTitle, assets: { film: assetOf('asset1') } }
  playback = createPlayback({
    streams: unlimitedStreams,
    clock,
    masterKey,
    hosts: { free: '', main: '', uhd: '' },
    access: withoutPurchases,
    sessions: { findLive: async () => ({ parentalVersion: 0 }) },
    media: { contentKey: async (assetId) => (assetId === 'asset1' ? contentKey : null) },
    titles: {
      playable: async () => title,
      narrowed: async () => narrowed,
      publicPreview: async (assetId) => (assetId === 'asset1' && title ? 'p/asset1/0a.mp4' : undefined),
    },
  })
  await Promise.all([
    write('a/asset1/master.m3u8', '#EXTM3U\n'),
    write('a/asset1/v720/index.m3u8', playlist),
    write('a/asset1/v720/00001.m4s', segment),
    write('a/asset1/v720/init.mp4', 'init'),
    write('a/asset1/storyboard/storyboard.vtt', 'WEBVTT\n'),
    write('a/asset2/v720/00001.m4s', segment),
    write('a/asset1/secret.txt', 'secret'),
    write('p/asset1/0a.mp4', segment),
    write('p/asset1/0b.mp4', segment),
  ])
  app = await build()
  base = (await playableUrl(playback, visitor(), 'neon')).replace('master.m3u8', '')
})

afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (key: string, bytes: Uint8Array | string) =>
  store.put(key, { bytes: Buffer.from(bytes) }, { contentType: 'application/octet-stream' })

async function build(accelPrefix?: string): Promise<FastifyInstance> {
  const built = Fastify({ forceCloseConnections: 'idle' })
  await mediaRoutes(built, {
    findFirst: () => undefined,
    streamAuthorization: playback.streamAuthorization,
    source: { store, accelPrefix },
    regionOf: (request) => String(request.headers['x-region'] ?? 'HK'),
    addressOf: () => '127.0.0.1',
    images: { variant: async () => undefined, shareCard: async () => undefined },
    titleFonts: { find: async () => 'unknown' },
    uploads: { open: async () => undefined },
  })
  return built
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

test('serves playlists, key and files of a stream with a valid grant', async () => {
  expect(await get(`${base}master.m3u8`)).toMatchObject({ statusCode: 200, payload: '#EXTM3U\n' })
  const key = await get(`${base}key`)
  expect(key.rawPayload.equals(contentKey)).toBe(true)
  const file = await get(`${base}v720/00001.m4s`)
  expect(file.rawPayload.equals(segment)).toBe(true)
  expect(file.headers).toMatchObject({
    'content-type': 'video/iso.segment',
    'content-length': String(segment.length),
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
  })
})

test.each(['master.m3u8', 'v720/index.m3u8', 'key'])('%s is not cacheable', async (file) => {
  expect((await get(base + file)).headers['cache-control']).toBe('private, no-store')
})

describe('without a valid grant', () => {
  const refused = { statusCode: 403 }
  const envelope = { result: 'FAILED', errorCode: '403', message: expect.stringMatching(/./) }
  const files = [
    'master.m3u8',
    'v720/index.m3u8',
    'v720/00001.m4s',
    'v720/init.mp4',
    'key',
    'storyboard/storyboard.vtt',
  ]

  test.each(files)('%s is 403 for a forged, truncated, foreign or expired grant', async (file) => {
    const [, , grant = ''] = base.split('/')
    const [payload = '', signature = ''] = grant.split('.')
    const forgedPayload = Buffer.from(
      JSON.stringify(['asset2', 'neon', 'neon', 'movie', false, null, null, null, 9e9]),
    ).toString('base64url')
    const others = [
      `${payload}.${'A'.repeat(22)}`,
      `${forgedPayload}.${signature}`,
      grant.slice(0, -1),
      grant.slice(1),
      payload,
      `${grant}.${grant}`,
      'x',
      'a.b',
    ]
    for (const other of others) {
      const answer = await get(`/v/${other}/asset1/${file}`)
      expect({ other, statusCode: answer.statusCode }).toEqual({ other, ...refused })
      expect(answer.json()).toEqual(envelope)
      expect(answer.headers['cache-control']).toBe('private, no-store')
    }
    expect(await get(`/v/${grant}/asset2/${file}`)).toMatchObject(refused)
    expect(await get(`/v/asset1/${file}`)).toMatchObject(refused)
    expect(await get(`/v/${'g'.repeat(5000)}/asset1/${file}`)).toMatchObject(refused)
    clock.advance('PT6H')
    expect(await get(base + file)).toMatchObject(refused)
  })
})

test.each([
  '../asset2/v720/00001.m4s',
  '..%2fasset2%2fv720%2f00001.m4s',
  '%2e%2e/asset2/v720/00001.m4s',
  'v720/..%2f..%2fasset2/v720/00001.m4s',
  'secret.txt',
  'v720/',
  '',
  'v720/00001.m4s%00',
  'v720//00001.m4s',
])('refuses the path %s', async (file) => {
  const { port } = await listening()
  const reply = await rawGet(port, base + file)
  expect(reply).toMatch(/^HTTP\/1\.1 (404|403|400) /)
})

test('a missing file is 404 with an envelope', async () => {
  const answer = await get(`${base}v720/00002.m4s`)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ result: 'FAILED', errorCode: 'NOT_FOUND' })
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
})

test('a withdrawn title stops playing within seconds, immediately on a catalogue change', async () => {
  expect(await get(`${base}key`)).toMatchObject({ statusCode: 200 })
  title = undefined
  clock.advance('PT5S')
  expect(await get(`${base}key`)).toMatchObject({ statusCode: 403 })
  expect(await get(`${base}v720/index.m3u8`)).toMatchObject({ statusCode: 403 })
})

test('a catalogue change takes effect immediately', async () => {
  expect(await get(`${base}master.m3u8`)).toMatchObject({ statusCode: 200 })
  title = { ...title!, assets: { film: assetOf('asset9') } }
  clearCaches()
  expect(await get(`${base}master.m3u8`)).toMatchObject({ statusCode: 403 })
})

test('long playlists are compressed if accepted', async () => {
  const plain = await get(`${base}v720/index.m3u8`)
  expect(plain.payload).toBe(playlist)
  expect(plain.headers['content-encoding']).toBeUndefined()
  const packed = await get(`${base}v720/index.m3u8`, { 'accept-encoding': 'gzip' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  expect(gunzipSync(packed.rawPayload).toString()).toBe(playlist)
  const file = await get(`${base}v720/00001.m4s`, { 'accept-encoding': 'gzip, br' })
  expect(file.headers['content-encoding']).toBeUndefined()
})

test('the key of a media playlist is an absolute path under the same grant, compressed or not', async () => {
  const lines = playlist.replace('#EXTM3U\n', '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="../key"\n')
  await write('a/asset1/v1080/index.m3u8', lines)
  const expected = lines.replace('../key', `${base}key`)
  expect(base).toMatch(/^\/v\//)
  expect((await get(`${base}v1080/index.m3u8`)).payload).toBe(expected)
  const packed = await get(`${base}v1080/index.m3u8`, { 'accept-encoding': 'gzip' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  expect(gunzipSync(packed.rawPayload).toString()).toBe(expected)
  expect(await get(`${base}key`)).toMatchObject({ statusCode: 200, rawPayload: contentKey })
})

test('behind nginx the app authorizes and nginx sends', async () => {
  const other = await build('/protected-media/')
  const answer = await other.inject(`${base}v720/00001.m4s`)
  expect(answer).toMatchObject({ statusCode: 200, payload: '' })
  expect(answer.headers).toMatchObject({
    'x-accel-redirect': '/protected-media/a/asset1/v720/00001.m4s',
    'content-type': 'video/iso.segment',
  })
  expect(await other.inject(`/v/x/asset1/v720/00001.m4s`)).toMatchObject({ statusCode: 403 })
  await other.close()
})

test('previews are public only for titles that may have one', async () => {
  expect((await get('/p/asset1/0a.mp4', { range: 'bytes=0-9' })).headers).toMatchObject({
    'content-type': 'video/mp4',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-range': `bytes 0-9/${segment.length}`,
  })
  const others = ['/p/asset1/0b.mp4', '/p/asset2/0a.mp4', '/p/asset1/../../a/asset1/secret.txt', '/p/asset1/0a.mp4x']
  const answers = await Promise.all(others.map((url) => get(url)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
  title = undefined
  clearCaches()
  expect(await get('/p/asset1/0a.mp4')).toMatchObject({ statusCode: 404 })
})

async function listening(): Promise<{ port: number }> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { port: (app.server.address() as { port: number }).port }
}

/** Sends the path unchanged; fetch would normalize it. */
async function rawGet(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

describe('what an edge asks of a title before it sends a segment', () => {
  const request = (path: string) => app.inject({ url: path })
  test.each([
    ['/edge/titles/neon', 403],
    ['/edge/titles/other', 204],
    ['/edge/titles/..%2fneon', 204],
  ])('%s: %d, for a minute in all', async (path, status) => {
    narrowed = ['neon']
    clearCaches()
    const answer = await request(path)
    expect(answer).toMatchObject({ statusCode: status, payload: '' })
    const ages = /^max-age=(\d+), stale-while-revalidate=(\d+), stale-if-error=600$/.exec(
      String(answer.headers['cache-control']),
    )!
    // What is in memory is 30 s old where a notice was missed.
    expect(30 + Number(ages[1]) + Number(ages[2])).toBeLessThanOrEqual(60)
  })

  test('a title that is taken down is said at once', async () => {
    expect((await request('/edge/titles/neon')).statusCode).toBe(204)
    narrowed = ['neon']
    clearCaches()
    await vi.waitFor(async () => expect((await request('/edge/titles/neon')).statusCode).toBe(403))
  })
})
