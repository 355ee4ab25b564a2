import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get as httpGet, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import { openS3Store } from '../../test/support/s3.ts'
import { startFakeHarbour } from './support/fake-harbour.ts'
import { checkCompose, MISSING_NGINX, type RunningNginx, startNginx } from './support/nginx.ts'
import { edgeKeysJson, edgeVectors, grantOf } from './vectors.ts'

if (MISSING_NGINX) process.stderr.write(`${MISSING_NGINX}\n`)

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }
const SITE = 'https://films.example.hk'
const FILE = 'v720/00001.m4s'
const FILES = [
  FILE,
  'v720/init.mp4',
  'audio-0/1234567.m4s',
  'storyboard/storyboard.vtt',
  'storyboard/12.jpg',
  'sub-zh-Hant/zh-Hant.vtt',
]
const bytes = randomBytes(77_000)
const seconds = () => Math.floor(Date.now() / 1000)

let folder: string
let harbour: Awaited<ReturnType<typeof startFakeHarbour>>
let other: Awaited<ReturnType<typeof startFakeHarbour>>
let s3: Awaited<ReturnType<typeof openS3Store>>

const get = (
  { port }: RunningNginx,
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', localAddress = '127.0.0.1' } = {},
) =>
  new Promise<Answer>((resolve, reject) => {
    const request = httpGet({ host: '127.0.0.1', port, path, headers, method, localAddress }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    request.on('error', reject)
  })

const whoAnswered = ({ status, headers }: Answer): string => {
  if (headers['x-node']) return 'harbour'
  return status === 200 ? 'segment' : status === 403 ? 'refused' : String(status)
}

test.skipIf(MISSING_NGINX)('nginx takes the files of compose.yaml', async () => {
  const compose = parse(await readFile('deploy/compose.yaml', 'utf8')) as { services: { edge: { volumes: string[] } } }
  expect(await checkCompose(compose.services.edge.volumes)).toBe('')
})

describe.skipIf(MISSING_NGINX)('nginx as the edge', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'harbour-edge-store-'))
    // For nginx's workers, which are another user's when it is started by root.
    await chmod(folder, 0o755)
    harbour = await startFakeHarbour()
    other = await startFakeHarbour()
    s3 = await openS3Store(join(folder, 's3'), 'films/')
    const files = createFileStore(join(folder, 'media'))
    for (const store of [s3.store, files])
      for (const file of FILES) await store.put(`a/asset1/${file}`, { bytes }, { contentType: 'video/iso.segment' })
  })
  afterAll(async () => {
    await Promise.all([harbour.close(), other.close(), s3.close()])
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    for (const node of [harbour, other]) {
      node.asked.length = 0
      node.narrowed.clear()
      node.answer(undefined)
    }
  })

  const startOn = (kind: 'folder' | 's3') =>
    startNginx({
      nodes: [harbour.port],
      keys: edgeKeysJson(),
      store:
        kind === 'folder' ? { folder: join(folder, 'media') } : { s3: s3.settings, bucket: 'media', prefix: 'films/' },
    })

  describe.each(['s3', 'folder'] as const)('of a store in %s', (kind) => {
    let nginx: RunningNginx
    beforeAll(async () => {
      nginx = await startOn(kind)
    })
    afterAll(() => nginx.stop())

    test('decides each grant as Harbour’s rules say', async () => {
      const vectors = edgeVectors(seconds())
      const found = await Promise.all(
        vectors.map(async ({ name, path }) => [name, whoAnswered(await get(nginx, path))]),
      )
      expect(found).toEqual(vectors.map(({ name, is }) => [name, is]))
    })

    test('sends a segment with the headers of Harbour, whole and in part', async () => {
      const path = `/v/${grantOf(seconds())}/asset1/${FILE}`
      const { status, headers, body } = await get(nginx, path, { origin: SITE })
      expect([status, body.equals(bytes)]).toEqual([200, true])
      expect(headers).toMatchObject({
        'content-type': 'video/iso.segment',
        'content-length': '77000',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'access-control-allow-origin': SITE,
        'access-control-expose-headers': 'content-length, content-range, retry-after, x-request-id',
        vary: 'Origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
        etag: expect.stringMatching(/^"/),
      })
      expect(
        (await get(nginx, path, { origin: 'https://evil.example' })).headers['access-control-allow-origin'],
      ).toBeUndefined()
      const part = await get(nginx, path, { range: 'bytes=10-19' })
      expect([part.status, part.headers['content-range']]).toEqual([206, 'bytes 10-19/77000'])
      expect(part.body.equals(bytes.subarray(10, 20))).toBe(true)
      expect((await get(nginx, path, { range: 'bytes=90000-' })).status).toBe(416)
      expect((await get(nginx, path, { 'if-none-match': headers.etag! })).status).toBe(304)
      const head = await get(nginx, path, {}, { method: 'HEAD' })
      expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '77000'])
      expect(harbour.others()).toEqual([])
    })

    test('a missing file is 404, and says nothing of the store', async () => {
      const { status, headers, body } = await get(nginx, `/v/${grantOf(seconds())}/asset1/v720/09999.m4s`)
      expect(status).toBe(404)
      expect(JSON.parse(body.toString())).toMatchObject({ result: 'FAILED', errorCode: 'NOT_FOUND' })
      expect(headers['cache-control']).toBe('private, no-store')
    })

    test('a title that is taken down is Harbour’s at once its answer is old, what was cached too, and comes back', async () => {
      const path = `/v/${grantOf(seconds(), 2, { programId: `down-${kind}` })}/asset1/${FILE}`
      expect(whoAnswered(await get(nginx, path))).toBe('segment')
      harbour.narrowed.add(`down-${kind}`)
      harbour.answer(() => ({ status: 403 }))
      await vi.waitFor(async () => expect(whoAnswered(await get(nginx, path))).toBe('harbour'), {
        timeout: 5_000,
        interval: 100,
      })
      expect(harbour.others().at(-1)).toMatchObject({ method: 'GET', url: path })
      expect((await get(nginx, path)).status).toBe(403)
      expect(whoAnswered(await get(nginx, `/v/${grantOf(seconds())}/asset1/${FILE}`))).toBe('segment')
      harbour.narrowed.clear()
      await vi.waitFor(async () => expect(whoAnswered(await get(nginx, path))).toBe('segment'), {
        timeout: 5_000,
        interval: 100,
      })
    })

    test('what Harbour names is sent from the store, with Harbour’s headers; no client may name anything', async () => {
      const path = `/v/${grantOf(seconds(), null)}/asset1/${FILE}`
      harbour.answer(() => ({
        status: 200,
        headers: {
          'x-accel-redirect': `/_media/a/asset1/${FILE}`,
          'content-security-policy': "default-src 'none'",
          'cache-control': 'public, max-age=300',
          vary: 'Accept',
        },
      }))
      const { status, headers, body } = await get(nginx, path)
      expect([status, body.equals(bytes)]).toEqual([200, true])
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'",
        'cache-control': 'public, max-age=300',
        vary: 'Accept',
      })
      harbour.answer(undefined)
      for (const inner of [
        `/_media/a/asset1/${FILE}`,
        '/_segment/',
        '/_edge_title',
        `/_segment/../_media/a/asset1/${FILE}`,
      ])
        expect([inner, (await get(nginx, inner)).status]).toEqual([inner, 404])
    })
  })

  test('the second grant finds the segment in the cache, whoever had the first', async () => {
    const nginx = await startOn('s3')
    try {
      const outcomes = []
      for (const key of [2, 3, 2]) {
        const { headers } = await get(nginx, `/v/${grantOf(seconds(), key)}/asset1/${FILE}`)
        outcomes.push(headers['x-cache'])
      }
      expect(outcomes).toEqual(['MISS', 'HIT', 'HIT'])
      const titles = harbour.asked.filter(({ url }) => url.startsWith('/edge/'))
      expect(titles).toMatchObject([{ url: '/edge/titles/neon' }])
      expect((await get(nginx, `/v/${grantOf(seconds()).replace('.2.', '.3.')}/asset1/${FILE}`)).status).toBe(403)
    } finally {
      await nginx.stop()
    }
  })

  test('two edges learn of a take-down each by itself', async () => {
    const edges = await Promise.all([startOn('s3'), startOn('folder')])
    try {
      const path = `/v/${grantOf(seconds(), 2, { programId: 'down-both' })}/asset1/${FILE}`
      const all = async () => (await Promise.all(edges.map((nginx) => get(nginx, path)))).map(whoAnswered)
      expect(await all()).toEqual(['segment', 'segment'])
      harbour.narrowed.add('down-both')
      await vi.waitFor(async () => expect(await all()).toEqual(['harbour', 'harbour']), {
        timeout: 5_000,
        interval: 100,
      })
    } finally {
      await Promise.all(edges.map((nginx) => nginx.stop()))
    }
  })

  test('while Harbour does not answer, the last answer stands for its time, then the edge is closed', async () => {
    const own = await startFakeHarbour()
    const nginx = await startNginx({
      nodes: [own.port],
      keys: edgeKeysJson(),
      store: { folder: join(folder, 'media') },
    })
    try {
      const path = `/v/${grantOf(seconds())}/asset1/${FILE}`
      expect((await get(nginx, path)).status).toBe(200)
      await own.close()
      expect((await get(nginx, path)).status).toBe(200)
      // A second, and three of an error.
      await vi.waitFor(async () => expect((await get(nginx, path)).status).toBe(503), {
        timeout: 15_000,
        interval: 250,
      })
      const { headers, body } = await get(nginx, path)
      expect([headers['retry-after'], JSON.parse(body.toString()).errorCode]).toEqual(['2', 'UNAVAILABLE'])
    } finally {
      await nginx.stop()
    }
  })

  test('a key that is added by a reload is checked here from then on', async () => {
    const nginx = await startNginx({
      nodes: [harbour.port],
      keys: { 2: edgeKeysJson()[2]! },
      store: { folder: join(folder, 'media') },
    })
    try {
      const path = `/v/${grantOf(seconds(), 3)}/asset1/${FILE}`
      expect(whoAnswered(await get(nginx, path))).toBe('harbour')
      const file = join(nginx.folder, 'edge-keys.json')
      const keys = JSON.parse(await readFile(file, 'utf8'))
      await writeFile(file, JSON.stringify({ ...keys, 3: edgeKeysJson()[3] }))
      await nginx.reload()
      await vi.waitFor(async () => expect(whoAnswered(await get(nginx, path))).toBe('segment'), {
        timeout: 5_000,
        interval: 100,
      })
    } finally {
      await nginx.stop()
    }
  })

  describe('in front of two nodes', () => {
    let nginx: RunningNginx
    beforeAll(async () => {
      nginx = await startNginx({
        nodes: [harbour.port, other.port],
        keys: edgeKeysJson(),
        store: { folder: join(folder, 'media') },
      })
    })
    afterAll(() => nginx.stop())

    const sent = () => [harbour.others().length, other.others().length]

    test('a network stays on one node, whatever bearers it sends; all networks use both', async () => {
      const nodeOf = new Map<string, number>()
      for (let at = 0; at < 60; at++) {
        const localAddress = `127.0.0.${10 + (at % 20)}`
        const before = sent()
        await get(nginx, '/api/list.action', { authorization: `Bearer ${at}` }, { localAddress })
        const node = sent()[0]! > before[0]! ? 0 : 1
        expect(nodeOf.get(localAddress) ?? node).toBe(node)
        nodeOf.set(localAddress, node)
      }
      expect(new Set(nodeOf.values()).size).toBe(2)
    })

    test('what a node refuses with 503 the other one answers, but no POST twice', async () => {
      harbour.answer(() => ({ status: 503 }))
      const networks = Array.from({ length: 20 }, (_, at) => `127.0.0.${10 + at}`)
      const ask = (method: string) =>
        Promise.all(networks.map((localAddress) => get(nginx, '/api/list.action', {}, { method, localAddress })))
      expect(new Set((await ask('GET')).map(({ status }) => status))).toEqual(new Set([200]))
      const before = sent()
      expect(new Set((await ask('POST')).map(({ status }) => status))).toEqual(new Set([200, 503]))
      const posted = sent().map((count, at) => count - before[at]!)
      expect(posted[0]! + posted[1]!).toBe(networks.length)
    })

    test('a node whose port is closed keeps no request from the other one, also no POST', async () => {
      const closed = await startFakeHarbour()
      const edge = await startNginx({
        nodes: [harbour.port, closed.port],
        keys: edgeKeysJson(),
        store: { folder: join(folder, 'media') },
      })
      try {
        await closed.close()
        for (const method of ['GET', 'POST']) {
          const before = harbour.others().length
          for (let at = 0; at < 20; at++) {
            const localAddress = `127.0.0.${10 + at}`
            expect((await get(edge, '/api/list.action', {}, { method, localAddress })).status).toBe(200)
          }
          expect(harbour.others().length - before).toBe(20)
        }
      } finally {
        await edge.stop()
      }
    })

    test('a room’s members meet on one node, whoever they are', async () => {
      const before = sent()
      for (let at = 0; at < 10; at++)
        await get(
          nginx,
          '/api_v2/privateCinema/stream?screeningId=room7',
          {},
          { method: 'POST', localAddress: `127.0.0.${10 + at}` },
        )
      expect(
        sent()
          .map((count, at) => count - before[at]!)
          .toSorted(),
      ).toEqual([0, 10])
    })

    test('Harbour gets our id and the client’s address, and none of what the client calls them', async () => {
      const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
      await get(nginx, '/a', {
        traceparent: trace,
        'x-forwarded-for': '1.2.3.4',
        'x-request-id': 'forged',
        'x-region': 'MO',
      })
      const of = (url: string) => [...harbour.asked, ...other.asked].find((one) => one.url === url)!.headers
      expect(of('/a')).toMatchObject({
        'x-forwarded-for': '127.0.0.1',
        'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      })
      expect(of('/a')['x-region']).toBeUndefined()
      expect(of('/a').traceparent).toBeUndefined()
    })

    test('the log of nginx has no grant and no query', async () => {
      const grant = grantOf(seconds())
      await get(nginx, `/v/${grant}/asset1/${FILE}?token=secret`)
      await get(nginx, `/u/upload1/123/signature?x=secret`)
      await nginx.reload()
      const log = await vi.waitFor(
        async () => {
          const text = await readFile(join(nginx.folder, 'access.log'), 'utf8')
          expect(text).toContain('/u/upload1/-')
          return text
        },
        { timeout: 10_000 },
      )
      expect(log).toContain(`/v/-/asset1/${FILE}`)
      for (const secret of [grant.slice(0, 20), 'secret', 'signature']) expect(log).not.toContain(secret)
    })
  })
})
