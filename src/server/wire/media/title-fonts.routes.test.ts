import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import { createTitleFonts, titleFontUrl, type TitleFonts } from '#server/domains/images/index.ts'
import type { TitleFaceCutter } from '#server/domains/images/ports.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { sql } from '#server/kit/db.ts'
import { createTestDb, type TestDb } from '../../../../test/support/database.ts'
import { serveMedia } from '../../../../test/support/media-routes.ts'

const never = new AbortController().signal
const cutter: TitleFaceCutter = {
  cut: async (glyphs) => [
    { unicodeRange: 'U+41', woff2: Buffer.from(`font of ${glyphs}`) },
    { unicodeRange: 'U+9713', woff2: Buffer.from('another') },
  ],
}

let requests: string[]
let failures: string[]
let database: TestDb
let folder: string
let store: MediaStore
let titleFonts: TitleFonts
let app: FastifyInstance

beforeAll(async () => {
  database = await createTestDb()
})

afterAll(() => database.close())

beforeEach(async () => {
  requests = []
  failures = []
  await sql`truncate title_font`.execute(database.db)
  folder = await mkdtemp(join(tmpdir(), 'harbour-faces-'))
  store = createFileStore(folder)
  const requestWork = async () => void requests.push('fonts')
  titleFonts = createTitleFonts({ db: database.db, clock: createTestClock(), store, cutter, requestWork })
  app = await serveMedia({ source: { store }, titleFonts })
})

afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string) => app.inject(url)
const subsetFonts = () => titleFonts.cutBacklog(never, (hash, error) => failures.push(`${hash}: ${String(error)}`))

const url = titleFontUrl('霓虹A')!

test('serves the style sheet and the fonts of a subset', async () => {
  await titleFonts.register(['霓虹A', 'A霓虹', '其他', ' '])
  await subsetFonts()
  const css = await get(url)
  expect(css.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const [first, second] = [...css.payload.matchAll(/url\(([^)]+)\)/g)].map(([, font]) => font!)
  const font = await get(first!)
  expect(font.headers).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': expect.stringContaining('immutable'),
  })
  expect(font.payload).toBe('font of A虹霓')
  expect((await get(second!)).payload).toBe('another')
  expect(failures).toEqual([])
})

test('returns an empty response until the font is subset, and requests the worker once', async () => {
  await titleFonts.register(['霓虹A'])
  const early = await get(url)
  expect(early).toMatchObject({ statusCode: 200, payload: '' })
  expect(early.headers['cache-control']).toBe('no-store')
  await get(url)
  expect(requests).toEqual(['fonts'])
})

test('subsets again if files are missing', async () => {
  await titleFonts.register(['霓虹A'])
  await subsetFonts()
  const other = createTitleFonts({
    db: database.db,
    clock: createTestClock(),
    store: { ...store, stat: async () => null },
    cutter,
    requestWork: async () => undefined,
  })
  expect(await other.find(url.slice(3, 27), url.slice(1))).toBe('pending')
  let cuts = 0
  await createTitleFonts({
    db: database.db,
    clock: createTestClock(),
    store,
    cutter: { cut: async () => ((cuts += 1), []) },
    requestWork: async () => undefined,
  }).cutBacklog(never, () => undefined)
  expect(cuts).toBe(1)
})

test('a font not named in the style sheet is 404 and requests no work', async () => {
  await titleFonts.register(['霓虹A'])
  const beyond = url.replace('.css', '-99.woff2')
  expect((await get(beyond)).statusCode).toBe(404)
  await subsetFonts()
  database.takeQueries()
  expect((await get(beyond)).statusCode).toBe(404)
  expect(database.takeQueries().join('\n')).not.toMatch(/update/i)
  expect(requests).toEqual([])
})

test('subsets again if a font is missing but its style sheet exists', async () => {
  await titleFonts.register(['霓虹A'])
  await subsetFonts()
  await store.remove(`${url.slice(1, -4)}-1.woff2`)
  expect((await get(url.replace('.css', '-1.woff2'))).payload).toBe('')
  expect(requests).toEqual(['fonts'])
  await subsetFonts()
  expect((await get(url.replace('.css', '-1.woff2'))).payload).toBe('another')
})

test('the font of an unregistered text is 404', async () => {
  expect((await get(titleFontUrl('anything')!)).statusCode).toBe(404)
  expect((await get('/f/..%2fsecret.css')).statusCode).toBe(404)
})
