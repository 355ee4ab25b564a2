import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { sendObject } from './media.routes.ts'
import { SendQueue, type SendQueueLimits } from './send-queue.ts'

const LONG = 64_000_000
const HOUR_MS = 3_600_000
const POLL = { timeout: 10_000, interval: 20 }
const SOURCES = ['file', 'stream'] as const

let folder: string
let store: MediaStore
let app: FastifyInstance
let sockets: Socket[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-send-queue-'))
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

/** Starts a server with these limits. */
async function serve(limits: SendQueueLimits): Promise<void> {
  const sendQueue = new SendQueue(limits)
  app = Fastify({ forceCloseConnections: 'idle', trustProxy: true })
  for (const source of SOURCES) {
    const from = source === 'file' ? store : { ...store, localPath: () => null }
    app.get(`/${source}/:key`, (request, reply) => {
      const { key } = request.params as { key: string }
      const object = { key, contentType: 'video/mp4', cacheControl: 'no-store' }
      return sendObject(request, reply, { source: { store: from, sendQueue }, object })
    })
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
}

const portOf = () => (app.server.address() as { port: number }).port
const request = (path: string, address = '192.0.2.1') =>
  fetch(`http://127.0.0.1:${portOf()}${path}`, { headers: { 'x-forwarded-for': address } })

/** Requests the long file and reads only its headers. */
async function stalledReader(source: string, address = '192.0.2.1'): Promise<Socket> {
  const socket = connect(portOf(), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`GET /${source}/long HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`)
  await once(socket, 'data')
  socket.pause()
  return socket
}

/** Reads to the end of the connection, however it ends. */
async function readToEnd(socket: Socket): Promise<number> {
  socket.resume()
  await once(socket, 'close')
  return socket.bytesRead
}

/** Reads all to their end and counts those that were disconnected before it. */
async function countDisconnected(readers: readonly Socket[]): Promise<number> {
  for (const reader of readers) reader.resume()
  await expect.poll(() => readers.every((reader) => reader.closed || reader.bytesRead > LONG), POLL).toBe(true)
  return readers.filter((reader) => reader.bytesRead < LONG).length
}

const readToEndOf = async (answer: Response) => (await answer.arrayBuffer()).byteLength

test.each(SOURCES)('a stalled reader is disconnected and its slot released (%s)', async (source) => {
  await serve({ concurrency: 1, stalledMs: 150, slowMs: HOUR_MS, fairShare: 12 })
  const reader = await stalledReader(source)
  await expect.poll(async () => (await request(`/${source}/short`)).status, POLL).toBe(200)
  expect(await readToEnd(reader)).toBeLessThan(LONG)
})

test.each(SOURCES)('a slow reader receives the complete body (%s)', async (source) => {
  await serve({ concurrency: 2, stalledMs: 5000, slowMs: HOUR_MS, fairShare: 12 })
  const reader = await stalledReader(source)
  for await (const _ of reader) {
    // Other requests are answered between its first chunks.
    if (reader.bytesRead < 200_000) expect((await request(`/${source}/short`)).status).toBe(200)
    if (reader.bytesRead > LONG) break
  }
  expect(reader.bytesRead).toBeGreaterThan(LONG)
})

test('with every slot taken by active readers, the next request gets a retry; an empty response needs no slot', async () => {
  await serve({ concurrency: 2, stalledMs: HOUR_MS, slowMs: HOUR_MS, fairShare: 12 })
  await stalledReader('file')
  await stalledReader('stream')
  const refused = await app.inject('/file/short')
  expect(refused.payload).toContain('UNAVAILABLE')
  expect((await app.inject({ method: 'HEAD', url: '/file/short' })).statusCode).toBe(200)
})

test('with every slot taken, one idle reader is disconnected; the other receives the complete body', async () => {
  await serve({ concurrency: 2, stalledMs: HOUR_MS, slowMs: 1, fairShare: 12 })
  const readers = [await stalledReader('file'), await stalledReader('file')]
  await expect.poll(async () => (await request('/file/short')).status, POLL).toBe(200)
  expect(await countDisconnected(readers)).toBe(1)
})

test('of two idle readers the one idle for longest is disconnected', () => {
  const sendQueue = new SendQueue({ concurrency: 2, stalledMs: HOUR_MS, slowMs: 0, fairShare: 12 })
  const start = () => {
    const slot = sendQueue.acquire('192.0.2.1')
    const destroy = vi.fn<() => void>()
    slot.start({ setTimeout: () => undefined, destroy } as unknown as ServerResponse)
    return { slot, destroy }
  }
  const [first, second] = [start(), start()]
  first.slot.onProgress()
  sendQueue.acquire('192.0.2.1')
  expect(second.destroy).toHaveBeenCalledOnce()
  expect(first.destroy).not.toHaveBeenCalled()
})

test('slots are released after completion, disconnection and read errors', async () => {
  await serve({ concurrency: 1, stalledMs: HOUR_MS, slowMs: HOUR_MS, fairShare: 12 })
  for (const source of SOURCES) {
    expect((await (await request(`/${source}/short`)).arrayBuffer()).byteLength).toBe(10)
    ;(await stalledReader(source)).destroy()
    await expect.poll(async () => (await request(`/${source}/short`)).status, POLL).toBe(200)
    expect((await request(`/${source}/none`)).ok).toBe(false)
  }
  expect((await request('/file/short')).status).toBe(200)
})

test('an address that holds every slot loses one to another address at once, however recent its progress', async () => {
  await serve({ concurrency: 6, stalledMs: HOUR_MS, slowMs: HOUR_MS, fairShare: 2 })
  const greedy = []
  for (let n = 0; n < 6; n++) greedy.push(await stalledReader(SOURCES[n % 2]!, '203.0.113.9'))
  expect(await readToEndOf(await request('/file/short', '192.0.2.1'))).toBe(10)
  // The slot that became free is taken again by the greedy address, which cannot take more.
  greedy.push(await stalledReader('file', '203.0.113.9'))
  expect((await request('/file/short', '203.0.113.9')).ok).toBe(false)
  for (let n = 0; n < 3; n++) expect((await request('/file/short', `192.0.2.${n}`)).status).toBe(200)
  expect(await countDisconnected(greedy)).toBe(2)
})

test('an address with a fair share keeps its active readers', async () => {
  await serve({ concurrency: 4, stalledMs: HOUR_MS, slowMs: HOUR_MS, fairShare: 2 })
  const modest = [await stalledReader('file', '192.0.2.1'), await stalledReader('file', '192.0.2.1')]
  await stalledReader('file', '192.0.2.2')
  await stalledReader('file', '192.0.2.3')
  expect((await request('/file/short', '192.0.2.4')).ok).toBe(false)
  for (const reader of modest) reader.resume()
  await expect.poll(() => Math.min(...modest.map((reader) => reader.bytesRead)), POLL).toBeGreaterThan(LONG)
})

test('idle readers of one address, more than there are slots, leave the media to every other address', async () => {
  await serve({ concurrency: 30, stalledMs: HOUR_MS, slowMs: HOUR_MS, fairShare: 12 })
  await Promise.all(Array.from({ length: 40 }, () => stalledReader('file', '2001:db8::1')))
  for (let n = 0; n < 20; n++) expect((await request('/file/short', `192.0.2.${n}`)).status).toBe(200)
})

test('active readers of a /48, each in a /64 of its own, leave the media to every other network', async () => {
  await serve({ concurrency: 30, stalledMs: HOUR_MS, slowMs: HOUR_MS, fairShare: 2 })
  await Promise.all(Array.from({ length: 30 }, (_, n) => stalledReader('file', `2001:db8:1:${n.toString(16)}::1`)))
  for (let n = 0; n < 10; n++) expect((await request('/file/short', `192.0.2.${n}`)).status).toBe(200)
  expect((await request('/file/short', '2001:db8:2::1')).status).toBe(200)
})

test('a household within the share of its /48 keeps its active readers', async () => {
  await serve({ concurrency: 8, stalledMs: HOUR_MS, slowMs: HOUR_MS, fairShare: 2 })
  await Promise.all(Array.from({ length: 8 }, (_, n) => stalledReader('file', `2001:db8:1:${n}00::1`)))
  expect((await request('/file/short', '192.0.2.1')).ok).toBe(false)
})
