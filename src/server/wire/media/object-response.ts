import { open, type FileHandle } from 'node:fs/promises'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { ClientDisconnected, type SendSlot, SendQueue } from './send-queue.ts'
import { resolveRange, type RangeResult } from './ranges.rules.ts'
import { LRUCache } from 'lru-cache'
import { readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

export interface ObjectSource {
  readonly store: Pick<MediaStore, 'stat' | 'open' | 'localPath'>
  /** nginx's internal location of the store's files (X-Accel-Redirect), of a store in a folder; ends in a slash. */
  readonly accelPrefix?: string | undefined
  readonly sendQueue?: SendQueue
}

/** Read this recently, a file is still in the page cache, unless memory is very short. */
const RECENT_MS = 10_000
const FILES_MAX = 1_000

const processSendQueue = new SendQueue()
const recentFiles = createRecentFiles()

export interface StoredObject {
  readonly key: string
  readonly contentType: string
  readonly cacheControl: string
  /** Strong and quoted; from size and modification time by default. */
  readonly etag?: string
  readonly vary?: string
}

export interface ObjectRequest {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
  /** Behind trusted proxies. Send slots are shared out by it. */
  readonly ip: string
}

/** With `send` it holds the file open, so `send` must be called. */
export interface ObjectResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /**
   * Writes the body after the headers and ends the response; resolves too when the client disconnects.
   * @throws the read error, after destroying the response
   */
  readonly send?: (response: ServerResponse) => Promise<void>
}

type Target = { size: number; etag: string }
type Part = { start: number; end: number }

const errorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Complete, partial or 304: by nginx if configured, from a local file if available, else by the store's stream.
 * @throws NOT_FOUND; UNAVAILABLE when too many bodies are being sent
 */
export async function respondWithObject(
  request: ObjectRequest,
  { store, accelPrefix, sendQueue = processSendQueue }: ObjectSource,
  object: StoredObject,
): Promise<ObjectResponse> {
  if (accelPrefix !== undefined) return respondByNginx(accelPrefix, object)
  const path = store.localPath(object.key)
  return path === null
    ? answerStored(request, { store, sendQueue }, object)
    : answerFile(request, { path, sendQueue }, object)
}

export const respondByNginx = (accelPrefix: string, object: StoredObject): ObjectResponse => ({
  status: 200,
  headers: {
    ...commonHeaders(object),
    ...(object.etag !== undefined && { etag: object.etag }),
    'content-length': '0',
    'x-accel-redirect': accelPrefix + object.key,
  },
})

async function answerFile(
  request: ObjectRequest,
  { path, sendQueue }: { path: string; sendQueue: SendQueue },
  object: StoredObject,
): Promise<ObjectResponse> {
  const file = await openFile(path)
  let isHandedOver = false
  try {
    const { size, mtimeMs } = await file.stat()
    const etag = object.etag ?? `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
    const { part, ...head } = headOf(request, object, { size, etag })
    if (!part) return head
    const slot = sendQueue.acquire(request.ip)
    isHandedOver = true
    const isWhole = part.start === 0 && part.end === size - 1
    const send = async (response: ServerResponse) => {
      const endReading = recentFiles.begin(path)
      await sendFile({ file, slot, ...part, isCached: () => recentFiles.has(path) }, response)
      if (isWhole) endReading()
    }
    return { ...head, send: (response) => ignoreDisconnect(send(response)) }
  } finally {
    if (!isHandedOver) await file.close()
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') throw new AppError('NOT_FOUND')
    throw error
  }
}

interface StoredSource {
  readonly store: ObjectSource['store']
  readonly sendQueue: SendQueue
}

/** One request of the store, but for conditions and unusual ranges: they need the object's size and version first. */
async function answerStored(
  request: ObjectRequest,
  source: StoredSource,
  object: StoredObject,
): Promise<ObjectResponse> {
  const asked = simplyAsked(request)
  const answer = asked && (await openStored(request, source, { object, range: asked.range }))
  if (answer) return answer
  const stat = await source.store.stat(object.key)
  if (!stat) throw new AppError('NOT_FOUND')
  const { part, ...head } = headOf(request, object, targetOf(object, stat))
  if (!part) return head
  const range = head.status === 206 ? part : undefined
  const opened = await openStored(request, source, { object, range })
  if (!opened) throw new AppError('NOT_FOUND')
  return opened
}

/** @returns undefined for a missing object, and for a range that begins beyond its end */
async function openStored(
  request: ObjectRequest,
  { store, sendQueue }: StoredSource,
  { object, range }: { object: StoredObject; range: Part | undefined },
): Promise<ObjectResponse | undefined> {
  const slot = sendQueue.acquire(request.ip)
  let isHandedOver = false
  try {
    const opened = await store.open(object.key, range)
    if (!opened) return undefined
    const { body, stat } = opened
    const { part, ...head } = headOf(request, object, targetOf(object, stat))
    isHandedOver = part !== null
    if (isHandedOver) return { ...head, send: (response) => ignoreDisconnect(sendStream({ body, slot }, response)) }
    body.destroy()
    return head
  } finally {
    if (!isHandedOver) slot.leave()
  }
}

const targetOf = ({ etag }: StoredObject, stat: { size: number; etag: string }): Target => ({
  size: stat.size,
  etag: etag ?? `"${stat.etag.replaceAll('"', '')}"`,
})

/** The whole object, or a range with both ends, without conditions. */
function simplyAsked({ method, headers }: ObjectRequest): { range: Part | undefined } | undefined {
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = headers
  if (method !== 'GET' || ifRange !== undefined || ifNoneMatch !== undefined) return undefined
  if (range === undefined) return { range: undefined }
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/i.exec(range.trim()) ?? []
  const [start, end] = [Number(first), Number(last)]
  return end >= start ? { range: { start, end } } : undefined
}

async function sendStream({ body, slot }: { body: Readable; slot: SendSlot }, response: ServerResponse): Promise<void> {
  slot.start(response)
  response.on('drain', slot.onProgress)
  try {
    await pipeline(body, response)
  } catch (error) {
    throw body.errored || errorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE' ? error : new ClientDisconnected()
  } finally {
    slot.leave()
  }
}

async function ignoreDisconnect(sending: Promise<void>): Promise<void> {
  try {
    await sending
  } catch (error) {
    if (!(error instanceof ClientDisconnected)) throw error
  }
}

/** The byte range is inclusive; no part if there is no body. */
function headOf(request: ObjectRequest, object: StoredObject, target: Target) {
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
  const method = request.method ?? ''
  const answer = resolveRange({ method, range, ifRange: single(ifRange), ifNoneMatch }, target)
  const headers = {
    ...commonHeaders(object),
    etag: target.etag,
    'accept-ranges': 'bytes',
    ...rangeHeaders(answer, target),
  }
  const part = method === 'HEAD' ? null : partOf(answer, target.size)
  return { status: answer.status, headers, part }
}

const commonHeaders = ({ contentType, cacheControl, vary }: StoredObject): Record<string, string> => ({
  'content-type': contentType,
  'cache-control': cacheControl,
  ...(vary !== undefined && { vary }),
})

function rangeHeaders(answer: RangeResult, { size }: Target): Record<string, string> {
  switch (answer.status) {
    case 200:
      return { 'content-length': String(size) }
    case 206:
      return {
        'content-range': `bytes ${answer.start}-${answer.end}/${size}`,
        'content-length': String(answer.end - answer.start + 1),
      }
    case 416:
      return { 'content-range': `bytes */${size}`, 'content-length': '0' }
    case 304:
      return {}
  }
}

function partOf(answer: RangeResult, size: number): Part | null {
  if (answer.status === 206) return answer
  return answer.status === 200 && size > 0 ? { start: 0, end: size - 1 } : null
}

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

interface RecentFiles {
  /** Call it when a reading begins, and its result once the whole file was read. */
  begin(path: string): () => void
  has(path: string): boolean
}

/** @param nowMs monotonic */
export function createRecentFiles(nowMs: () => number = () => performance.now()): RecentFiles {
  const begunAtMs = new LRUCache<string, number>({ max: FILES_MAX })
  return {
    begin(path) {
      // A slow client's first bytes were read long before its last.
      const startMs = nowMs()
      return () => void begunAtMs.set(path, Math.max(startMs, begunAtMs.get(path) ?? startMs))
    },
    has: (path) => nowMs() - (begunAtMs.get(path) ?? -Infinity) < RECENT_MS,
  }
}

/**
 * Buffers are reused: the kernel zeroes a new one, 50 % more CPU at 1 MiB. Smaller chunks need more thread pool turns, larger ones
 * more memory per slow client.
 */
const CHUNK_BYTES = 512 * 1024
const IDLE_BUFFERS_MAX = 32
/** Of a cached file before other work has its turn: one or two milliseconds. A turn for each chunk costs a sixth more CPU. */
const TURN_BYTES = 4 * CHUNK_BYTES

const idleBuffers: Buffer[] = []

/** `start` to `end`, inclusive, of an open file, and the slot in which they are sent. */
interface FilePart {
  readonly file: FileHandle
  readonly slot: SendSlot
  readonly start: number
  readonly end: number
  /** Asked before each read. From the page cache it is read without the thread pool, which costs a quarter of the CPU of sending. */
  readonly isCached: () => boolean
}

/**
 * Ends the response; always closes the file and releases the slot.
 * @throws ClientDisconnected, or the read error, after destroying the response
 */
export async function sendFile(part: FilePart, response: ServerResponse): Promise<void> {
  const { file, slot, start, end } = part
  const disconnect = watchDisconnect(response)
  const buffer = idleBuffers.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES)
  slot.start(response)
  try {
    for (let position = start; position <= end;) {
      const bytesRead = await readChunk(part, buffer, position)
      if (bytesRead === 0) throw new Error('the file is shorter than it was')
      await Promise.race([writeChunk(response, buffer.subarray(0, bytesRead)), disconnect.promise])
      slot.onProgress()
      position += bytesRead
    }
    response.end()
    // Only on success: else a write may still read from the buffer.
    if (idleBuffers.length < IDLE_BUFFERS_MAX) idleBuffers.push(buffer)
  } catch (error) {
    response.destroy()
    throw error
  } finally {
    disconnect.stop()
    slot.leave()
    await file.close()
  }
}

async function readChunk({ file, start, end, isCached }: FilePart, buffer: Buffer, position: number): Promise<number> {
  const length = Math.min(CHUNK_BYTES, end - position + 1)
  if (isCached()) {
    // A fast client accepts each chunk at once: nothing else would run before the end of the file.
    if (position > start && (position - start) % TURN_BYTES === 0) await setImmediate()
    return readSync(file.fd, buffer, 0, length, position)
  }
  return (await file.read(buffer, 0, length, position)).bytesRead
}

const writeChunk = (response: ServerResponse, chunk: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(new ClientDisconnected()) : resolve()))
  })

function watchDisconnect(response: ServerResponse) {
  const { promise, reject } = Promise.withResolvers<never>()
  // It may be rejected while nothing awaits it.
  promise.catch(() => undefined)
  const onClose = () => reject(new ClientDisconnected())
  if (response.destroyed) onClose()
  // Also for a pipelined response, whose writes never complete.
  response.once('close', onClose)
  return { promise, stop: () => response.off('close', onClose) }
}
