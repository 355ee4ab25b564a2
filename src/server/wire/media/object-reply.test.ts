import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { sendObject } from './media.routes.ts'

const segment = randomBytes(700_001)
const size = segment.length

let folder: string
let store: MediaStore
let app: FastifyInstance

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-objects-'))
  store = createFileStore(folder)
  await write('segment', segment)
  await write('empty', Buffer.alloc(0))
  app = Fastify({ forceCloseConnections: 'idle' })
  serve('/file/', store)
  serve('/stream/', { ...store, localPath: () => null })
})

afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (key: string, bytes: Uint8Array) => store.put(key, { bytes }, { contentType: 'video/mp4' })

function serve(prefix: string, from: MediaStore): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${prefix}*`,
    handler: (request, reply) => {
      const key = request.url.slice(prefix.length)
      const object = { key, contentType: 'video/mp4', cacheControl: 'private, max-age=1' }
      return sendObject(request, reply, { source: { store: from }, object })
    },
  })
}

test.each(['file', 'stream'])('supports ranges, HEAD and conditional requests, by %s', async (source) => {
  const request = (method: 'GET' | 'HEAD', headers: Record<string, string>) =>
    app.inject({ method, url: `/${source}/segment`, headers })
  const whole = await request('GET', {})
  expect(whole.rawPayload.equals(segment)).toBe(true)
  expect(whole.headers).toMatchObject({ 'content-length': String(size), 'accept-ranges': 'bytes' })
  const part = await request('GET', { range: 'bytes=300000-600000' })
  expect(part).toMatchObject({ statusCode: 206 })
  expect(part.headers).toMatchObject({ 'content-range': `bytes 300000-600000/${size}`, 'content-length': '300001' })
  expect(part.rawPayload.equals(segment.subarray(300_000, 600_001))).toBe(true)
  const last = await request('GET', { range: 'bytes=-1' })
  expect(last.rawPayload.equals(segment.subarray(-1))).toBe(true)
  const beyond = await request('GET', { range: `bytes=${size}-` })
  expect(beyond).toMatchObject({ statusCode: 416, payload: '' })
  expect(beyond.headers['content-range']).toBe(`bytes */${size}`)
  const head = await request('HEAD', { range: 'bytes=0-1' })
  expect(head).toMatchObject({ statusCode: 200, payload: '' })
  expect(head.headers['content-length']).toBe(String(size))
  const etag = String(head.headers.etag)
  expect(etag).toMatch(/^"[^"]+"$/)
  expect(await request('GET', { 'if-none-match': etag })).toMatchObject({ statusCode: 304, payload: '' })
  expect(await request('GET', { 'if-range': etag, range: 'bytes=0-9' })).toMatchObject({ statusCode: 206 })
  expect(await request('GET', { 'if-range': '"old"', range: 'bytes=0-9' })).toMatchObject({ statusCode: 200 })
})

test('a segment, and a part of one with both ends, is one request of the store; what depends on its version is two', async () => {
  const asked: string[] = []
  const counted: MediaStore = {
    ...store,
    localPath: () => null,
    stat: (key) => (asked.push('stat'), store.stat(key)),
    open: (key, range) => (asked.push('open'), store.open(key, range)),
  }
  serve('/counted/', counted)
  const askFor = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => {
    asked.length = 0
    const { statusCode, rawPayload } = await app.inject({ method, url: '/counted/segment', headers })
    return [statusCode, rawPayload.length, ...asked]
  }
  expect(await askFor({})).toEqual([200, size, 'open'])
  expect(await askFor({ range: 'bytes=10-19' })).toEqual([206, 10, 'open'])
  expect(await askFor({ range: `bytes=${size - 5}-${size + 5}` })).toEqual([206, 5, 'open'])
  expect(await askFor({ range: `bytes=${size}-${size + 5}` })).toEqual([416, 0, 'open'])
  expect(await askFor({ range: 'bytes=-7' })).toEqual([206, 7, 'stat', 'open'])
  expect(await askFor({ range: 'bytes=10-19', 'if-range': '"old"' })).toEqual([200, size, 'stat', 'open'])
  expect(await askFor({}, 'HEAD')).toEqual([200, 0, 'stat'])
})

test.each(['file', 'stream'])('serves an empty object, and 404 for a missing one, by %s', async (source) => {
  const empty = await app.inject(`/${source}/empty`)
  expect(empty).toMatchObject({ statusCode: 200, payload: '' })
  expect(empty.headers['content-length']).toBe('0')
  expect(await app.inject({ url: `/${source}/empty`, headers: { range: 'bytes=0-' } })).toMatchObject({
    statusCode: 416,
  })
  expect(await app.inject(`/${source}/none`)).toMatchObject({
    statusCode: 500,
    payload: expect.stringContaining('NOT_FOUND'),
  })
})

test('a file that was sent a moment ago is sent again in parts, and as it is after a replacement', async () => {
  await app.inject('/file/segment')
  expect((await app.inject('/file/segment')).rawPayload.equals(segment)).toBe(true)
  const part = await app.inject({ url: '/file/segment', headers: { range: 'bytes=300000-600000' } })
  expect(part.rawPayload.equals(segment.subarray(300_000, 600_001))).toBe(true)
  const next = randomBytes(600_002)
  await write('segment', next)
  expect((await app.inject('/file/segment')).rawPayload.equals(next)).toBe(true)
})

test('a segment in flight is sent completely when the server stops', async () => {
  await write('long', randomBytes(24_000_000))
  const socket = await connected()
  socket.write('GET /file/long HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await once(socket, 'readable')
  const closed = app.close()
  let received = 0
  for await (const chunk of socket) received += chunk.length
  await closed
  expect(received).toBeGreaterThan(24_000_000)
})

test('closes the file when the client disconnects', async () => {
  await write('long', randomBytes(24_000_000))
  const before = (await openFiles()).length
  for (let n = 0; n < 10; n++) {
    const socket = await connected()
    socket.write('GET /file/long HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    socket.destroy()
  }
  await expect.poll(async () => (await openFiles()).length).toBeLessThanOrEqual(before + 1)
  expect((await app.inject('/file/segment')).rawPayload.equals(segment)).toBe(true)
})

test('closes the files of pipelined responses when the client disconnects', async () => {
  await write('long', randomBytes(24_000_000))
  const before = (await openFiles()).length
  for (let n = 0; n < 5; n++) {
    const socket = await connected()
    socket.write('GET /file/long HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3))
    await once(socket, 'data')
    socket.destroy()
  }
  await expect.poll(async () => (await openFiles()).length).toBeLessThanOrEqual(before + 1)
})

test('closes the connection if the file shrinks while it is sent', async () => {
  await write('long', Buffer.alloc(24_000_000, 1))
  const socket = await connected()
  socket.write('GET /file/long HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'readable')
  await writeFile(join(folder, 'long'), 'short')
  let received = Buffer.alloc(0)
  for await (const chunk of socket) received = Buffer.concat([received, chunk])
  const body = received.subarray(received.indexOf('\r\n\r\n') + 4)
  expect(body.length).toBeLessThan(24_000_000)
  expect(body.every((byte) => byte === 1)).toBe(true)
})

test('concurrent responses have their own bytes', async () => {
  const { port } = await listening()
  const same = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const bytes = Buffer.alloc(900_000, n)
      await write(`many-${n}`, bytes)
      const answer = await fetch(`http://127.0.0.1:${port}/file/many-${n}`)
      return Buffer.from(await answer.arrayBuffer()).equals(bytes)
    }),
  )
  expect(same).toEqual(Array.from({ length: 20 }, () => true))
})

const openFiles = () => readdir('/proc/self/fd')

async function listening(): Promise<{ port: number }> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return { port: (app.server.address() as { port: number }).port }
}

async function connected() {
  const { port } = await listening()
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}
