import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { createTestDb, type TestDb } from '../../../../test/support/database.ts'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import { createImages, type Images } from '#server/domains/images/index.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { ImageRefused, type ImageCodec } from '#server/domains/images/ports.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { serveMedia } from '../../../../test/support/media-routes.ts'

const CHROMIUM = 'image/avif,image/webp,image/apng,*/*;q=0.8'
const never = new AbortController().signal

/** A fake codec that returns a description of its output. Pixels are tested with the adapter. */
const codec: ImageCodec = {
  async inspect(bytes) {
    const { width, height } = await sharp(bytes)
      .metadata()
      .catch(() => Promise.reject(new ImageRefused('not a picture')))
    return { width, height, hasAlpha: false }
  },
  async encode(_bytes, { width, format }) {
    encoded.push(`${width}.${format}`)
    await gateOpened
    if (failing.has(format)) throw new Error('cannot encode')
    return Buffer.from(`${format} of ${width}`)
  },
  async encodeCard(_bytes, { width, height }) {
    encoded.push('card.jpg')
    return Buffer.from(`card of ${width}x${height}`)
  },
}

let encoded: string[]
/** Encoding waits for this promise. */
let gateOpened: Promise<void> | undefined
let failing: Set<string>
let requests: string[]
let failures: string[]
let database: TestDb
let folder: string
let store: MediaStore
let images: Images
let isBusy = false
let app: FastifyInstance
let key: string

beforeAll(async () => {
  database = await createTestDb()
})

afterAll(() => database.close())

beforeEach(async () => {
  encoded = []
  gateOpened = undefined
  failing = new Set()
  requests = []
  failures = []
  await sql`truncate image`.execute(database.db)
  folder = await mkdtemp(join(tmpdir(), 'harbour-pictures-'))
  store = createFileStore(folder)
  const clock = createTestClock()
  const request = (what: string) => async () => void requests.push(what)
  isBusy = false
  images = createImages({
    db: database.db,
    clock,
    store,
    codec,
    requestWork: request('images'),
    isBusy: async () => isBusy,
  })
  app = await serveMedia({ source: { store }, images })
  key = await images.register({ bytes: await poster('#ff6f59') }, { name: 'neon-poster' })
})

afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const poster = (background: string, width = 600) =>
  sharp({ create: { width, height: 900, channels: 3, background } })
    .webp()
    .toBuffer()
const get = (url: string, accept?: string) => app.inject({ url, headers: accept === undefined ? {} : { accept } })
const prepare = () => images.prepareBacklog(never, (hash, error) => failures.push(`${hash}: ${String(error)}`))

describe('images', () => {
  test.each([
    [CHROMIUM, 'image/avif', 'avif of 320'],
    ['image/webp,*/*', 'image/webp', 'webp of 320'],
    ['*/*', 'image/jpeg', 'jpg of 320'],
    [undefined, 'image/jpeg', 'jpg of 320'],
  ])('are sent in the best format that is accepted: %s gets %s', async (accept, type, payload) => {
    await prepare()
    const answer = await get(`/i/${key}?w=320`, accept)
    expect(answer).toMatchObject({ statusCode: 200, payload })
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept',
      etag: expect.stringMatching(/^"[^"]+"$/),
    })
    const again = await app.inject({
      url: `/i/${key}?w=320`,
      headers: { 'if-none-match': String(answer.headers.etag), ...(accept !== undefined && { accept }) },
    })
    expect(again).toMatchObject({ statusCode: 304, payload: '' })
  })

  test('serves WebP until AVIF is encoded, and requests the worker once', async () => {
    const early = await get(`/i/${key}?w=320`, CHROMIUM)
    expect(early.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=300' })
    await get(`/i/${key}?w=480`, CHROMIUM)
    expect(requests).toEqual(['images'])
    expect(encoded).not.toContain('320.avif')
    await prepare()
    const late = await get(`/i/${key}?w=320`, CHROMIUM)
    expect(late.headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(late.headers.etag).not.toBe(early.headers.etag)
  })

  test('a tiny version is made for the page once, and stored; an image that cannot be read has none', async () => {
    const url = `/i/${key}`
    const preview = `data:image/webp;base64,${Buffer.from('webp of 16').toString('base64')}`
    expect(await images.previews([url, url])).toEqual(new Map([[url, preview]]))
    const others = createImages({
      db: database.db,
      clock: createTestClock(),
      store,
      codec,
      requestWork: async () => {},
    })
    expect((await others.previews([url])).get(url)).toBe(preview)
    expect(encoded).toEqual(['16.webp'])
    failing.add('webp')
    const bad = await images.register({ bytes: await poster('#101010') }, { name: 'bad' })
    expect((await images.previews([`/i/${bad}`, 'https://example.org/a.jpg'])).get(`/i/${bad}`)).toBe('')
  })

  test('never upscales: serves the largest for larger or absent widths', async () => {
    for (const query of ['', '?w=640', '?w=960', '?w=1920']) {
      expect((await get(`/i/${key}${query}`)).payload).toBe('jpg of 640')
    }
    expect(encoded).toEqual(['640.jpg'])
  })

  test('concurrent requests encode a variant once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => get(`/i/${key}?w=240`)))
    expect(new Set(answers.map(({ payload }) => payload))).toEqual(new Set(['jpg of 240']))
    expect(encoded).toEqual(['240.jpg'])
  })

  test('a burst of uncached images from one address does not block another; the excess gets 503', async () => {
    const gate = Promise.withResolvers<void>()
    gateOpened = gate.promise
    const bytes = await poster('#ff6f59')
    const many = await Promise.all(
      Array.from({ length: 140 }, (_, n) =>
        images.register({ bytes: Buffer.concat([bytes, Buffer.from(`${n}`)]) }, { name: 'cold' }),
      ),
    )
    const from = (remoteAddress: string, url: string) => app.inject({ url, remoteAddress })
    const greedy = many.map((one) => from('203.0.113.9', `/i/${one}?w=160`))
    await vi.waitFor(() => expect(encoded).toHaveLength(1))
    const other = from('203.0.113.10', `/i/${key}?w=240`)
    gate.resolve()
    expect(await other).toMatchObject({ statusCode: 200, payload: 'jpg of 240' })
    expect(encoded.length).toBeLessThan(20)
    const answers = await Promise.all(greedy)
    const refused = answers.filter(({ statusCode }) => statusCode === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(100)
    expect(refused[0]!.headers['retry-after']).toMatch(/^[1-9]/)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(140 - refused.length)
  })

  test('an image waits half a minute for its turn, since a browser does not ask for a refused one again', async () => {
    const gate = Promise.withResolvers<void>()
    gateOpened = gate.promise
    const running = get(`/i/${key}?w=160`)
    await vi.waitFor(() => expect(encoded).toHaveLength(1))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const patient = get(`/i/${key}?w=240`)
    await vi.waitUntil(() => vi.getTimerCount() > 0)
    await vi.advanceTimersByTimeAsync(29_000)
    gate.resolve()
    expect((await running).statusCode).toBe(200)
    expect(await patient).toMatchObject({ statusCode: 200, payload: 'jpg of 240' })
  })

  test('the image of a shared link is a JPEG of 1200x630 for every crawler, encoded once', async () => {
    for (const accept of [CHROMIUM, '*/*', undefined]) {
      const answer = await get(`/i/${key}?card`, accept)
      expect(answer).toMatchObject({ statusCode: 200, payload: 'card of 1200x630' })
      expect(answer.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=31536000, immutable',
      })
    }
    expect(encoded).toEqual(['card.jpg'])
    expect((await get(`/i/${key.split('/')[0]}/other?card`)).statusCode).toBe(404)
  })

  test.each(['w=', 'w=160&card', 'w=0', 'w=321', 'w=-160', 'w=160px', 'w=99999999999', 'w=160&w=320'])(
    '?%s is 400',
    async (query) => {
      const answer = await get(`/i/${key}?${query}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ result: 'FAILED', errorCode: 'INVALID_INPUT' })
      expect(encoded).toEqual([])
    },
  )

  test('other hashes and names are 404', async () => {
    const [hash] = key.split('/')
    const paths = [
      `${hash}/other`,
      `${'0'.repeat(24)}/neon-poster`,
      `${hash}`,
      `${hash}/../source`,
      `${hash}/source%00`,
      `${hash}/320.webp`,
      '',
    ]
    const answers = await Promise.all(paths.map((path) => get(`/i/${path}`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(paths.map(() => 404))
  })

  test('the same bytes are one image and keep their name', async () => {
    expect(await images.register({ bytes: await poster('#ff6f59') }, { name: 'again' })).toBe(key)
    expect(await images.register({ bytes: await poster('#ff6f5a') }, { name: 'again' })).not.toBe(key)
  })

  test('prepares images by priority, each once', async () => {
    await images.register({ bytes: await poster('#000001', 160) }, { name: 'later', priority: 1 })
    await images.register({ bytes: await poster('#000002', 240) }, { name: 'billboard', priority: 0 })
    await prepare()
    expect(encoded.slice(0, 4)).toEqual(['160.avif', '160.webp', '240.avif', '240.webp'])
    expect(encoded).toHaveLength(4 + 2 + 10)
    await prepare()
    expect(encoded).toHaveLength(16)
  })

  test('skips an image that cannot be encoded and retries in the next run', async () => {
    failing.add('avif')
    await images.register({ bytes: await poster('#000001', 160) }, { name: 'second' })
    await prepare()
    expect(failures).toHaveLength(2)
    failing.clear()
    await prepare()
    expect((await get(`/i/${key}?w=160`, CHROMIUM)).headers['content-type']).toBe('image/avif')
  })

  test('a stopped worker leaves the rest of the backlog', async () => {
    await images.prepareBacklog(AbortSignal.abort(), () => undefined)
    expect(encoded).toEqual([])
  })

  test('while the worker has films to prepare it encodes only images that a request waits for', async () => {
    const urgent = await images.register({ bytes: await poster('#000002', 160) }, { name: 'urgent', priority: 0 })
    isBusy = true
    await prepare()
    expect(encoded.filter((what) => what.includes('avif'))).toEqual([])
    await get(`/i/${urgent}?w=160`, CHROMIUM)
    await prepare()
    expect((await get(`/i/${urgent}?w=160`, CHROMIUM)).headers['content-type']).toBe('image/avif')
    expect((await get(`/i/${key}?w=160`, CHROMIUM)).headers['content-type']).toBe('image/webp')
    isBusy = false
    await prepare()
    expect((await get(`/i/${key}?w=320`, CHROMIUM)).headers['content-type']).toBe('image/avif')
  })

  test('where AVIF is not made, WebP is final, and nothing is left to the worker', async () => {
    const requestWork = async () => void requests.push('images')
    images = createImages({ db: database.db, clock: createTestClock(), store, codec, isAvifMade: false, requestWork })
    await app.close()
    app = await serveMedia({ source: { store }, images })
    const answer = await get(`/i/${key}?w=160`, CHROMIUM)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(requests).toEqual([])
    expect(encoded).toEqual(['160.webp'])
  })

  test('a repeated request needs no database query', async () => {
    await get(`/i/${key}?w=160`)
    database.takeQueries()
    await get(`/i/${key}?w=160`)
    expect(database.takeQueries()).toEqual([])
  })

  test.each(['../x', 'A', '', 'a b', 'a/b'])('refuses the name "%s"', async (name) => {
    await expect(images.register({ bytes: await poster('#ff6f59') }, { name })).rejects.toThrow(RangeError)
  })

  test('refuses an invalid image and inserts no row', async () => {
    database.takeQueries()
    await expect(images.register({ bytes: Buffer.from('x') }, { name: 'x' })).rejects.toThrow(ImageRefused)
    await expect(images.register({ bytes: Buffer.alloc(31 * 1024 * 1024) }, { name: 'x' })).rejects.toThrow(
      ImageRefused,
    )
    await expect(images.register({ key: 'a/b/none.jpg' }, { name: 'x' })).rejects.toThrow(ImageRefused)
    expect(database.takeQueries()).toEqual([])
  })
})
