import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileStore } from '#server/adapters/storage/file-store.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { sendObject } from './object-reply.ts'
import { createSendQueue, type SendQueueLimits } from './send-queue.ts'

const LONG = 64_000_000
const HOUR_MS = 3_600_000
const PATIENCE = { timeout: 10_000, interval: 20 }
const WAYS = ['file', 'stream'] as const

let folder: string
let store: MediaStore
let app: FastifyInstance
let sockets: Socket[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-pumps-'))
  store = createFileStore(folder)
  sockets = []
  await store.put('long', { bytes: Buffer.alloc(LONG, 1) }, { contentType: 'video/mp4' })
  await store.put('short', { bytes: Buffer.alloc(10, 2) }, { contentType: 'video/mp4' })
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** A server with so many places for its bodies. */
async function serve(limits: SendQueueLimits): Promise<void> {
  const pumps = createSendQueue(limits)
  app = Fastify({ forceCloseConnections: 'idle' })
  for (const way of WAYS) {
    const from = way === 'file' ? store : { ...store, localPath: () => null }
    app.get(`/${way}/:key`, (request, reply) => {
      const { key } = request.params as { key: string }
      const object = { key, contentType: 'video/mp4', cacheControl: 'no-store' }
      return sendObject(request, reply, { source: { store: from, pumps }, object })
    })
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
}

const portOf = () => (app.server.address() as { port: number }).port
const ask = (path: string) => fetch(`http://127.0.0.1:${portOf()}${path}`)

/** Asks for the long file and takes no more than its head. */
async function lazyReader(way: string): Promise<Socket> {
  const socket = connect(portOf(), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`GET /${way}/long HTTP/1.1\r\nHost: x\r\n\r\n`)
  await once(socket, 'data')
  socket.pause()
  return socket
}

/** Reads on to the end, however it comes. */
async function readOn(socket: Socket): Promise<number> {
  socket.resume()
  await once(socket, 'close')
  return socket.bytesRead
}

test.each(WAYS)('a reader that takes no byte is ended, and its place is free again (%s)', async (way) => {
  await serve({ atOnce: 1, stalledMs: 150, slowMs: HOUR_MS })
  const reader = await lazyReader(way)
  await expect.poll(async () => (await ask(`/${way}/short`)).status, PATIENCE).toBe(200)
  expect(await readOn(reader)).toBeLessThan(LONG)
})

test.each(WAYS)('a reader that takes its time is not: it has the whole (%s)', async (way) => {
  await serve({ atOnce: 1, stalledMs: 5000, slowMs: HOUR_MS })
  const reader = await lazyReader(way)
  for await (const _ of reader) {
    if (reader.bytesRead < 200_000) await new Promise((resolve) => setTimeout(resolve, 10))
    if (reader.bytesRead > LONG) break
  }
  expect(reader.bytesRead).toBeGreaterThan(LONG)
})

test('with every place taken by readers who read, the next is told to come again; an empty answer needs no place', async () => {
  await serve({ atOnce: 2, stalledMs: HOUR_MS, slowMs: HOUR_MS })
  await lazyReader('file')
  await lazyReader('stream')
  const refused = await app.inject('/file/short')
  expect(refused.payload).toContain('UNAVAILABLE')
  expect((await app.inject({ method: 'HEAD', url: '/file/short' })).statusCode).toBe(200)
})

test('with every place taken, the reader who took nothing for longest gives way, and only that one', async () => {
  await serve({ atOnce: 2, stalledMs: HOUR_MS, slowMs: 1 })
  const first = await lazyReader('file')
  const second = await lazyReader('file')
  await expect.poll(async () => (await ask('/file/short')).status, PATIENCE).toBe(200)
  expect(await readOn(first)).toBeLessThan(LONG)
  second.resume()
  await expect.poll(() => second.bytesRead, PATIENCE).toBeGreaterThan(LONG)
})

test('places are left by those who end, by those who leave and by what cannot be read', async () => {
  await serve({ atOnce: 1, stalledMs: HOUR_MS, slowMs: HOUR_MS })
  for (const way of WAYS) {
    expect((await (await ask(`/${way}/short`)).arrayBuffer()).byteLength).toBe(10)
    ;(await lazyReader(way)).destroy()
    await expect.poll(async () => (await ask(`/${way}/short`)).status, PATIENCE).toBe(200)
    expect((await ask(`/${way}/none`)).ok).toBe(false)
  }
  expect((await ask('/file/short')).status).toBe(200)
})
