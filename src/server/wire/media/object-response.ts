import { open, type FileHandle } from 'node:fs/promises'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#contract/errors.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { sendFile } from './file-sender.ts'
import { ClientDisconnected, createSendQueue, type SendSlot, type SendQueue } from './send-queue.ts'
import { resolveRange, type RangeResult } from './ranges.rules.ts'

/** Where stored objects come from, and who sends them. */
export interface ObjectSource {
  readonly store: Pick<MediaStore, 'stat' | 'open' | 'localPath'>
  /** nginx sends the store's files itself from this internal location (X-Accel-Redirect); ends in a slash. */
  readonly accelPrefix?: string | undefined
  /** The places for bodies; the process's own when not given. */
  readonly pumps?: SendQueue
}

const pumpsOfProcess = createSendQueue()

/** One object and how it travels. */
export interface StoredObject {
  readonly key: string
  readonly contentType: string
  readonly cacheControl: string
  /** Strong and quoted; made from size and time when not given. */
  readonly etag?: string
  readonly vary?: string
}

/** What decides an answer: GET or HEAD, the range and the conditions. */
export interface ObjectRequest {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** An answer that is ready to go. Whoever takes one with `send` must call it: it holds the file open. */
export interface ObjectResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /**
   * Writes the body after the head and ends the response; none where there is no body. Also resolves when the client leaves.
   * @throws the error of reading, after tearing the response down
   */
  readonly send?: (response: ServerResponse) => Promise<void>
}

type Target = { size: number; etag: string }
type Part = { start: number; end: number }

const errorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Answers a stored object: whole or a part, or 304. By nginx where that is set up, from the file where the store is a folder,
 * else through the store's stream. @throws NOT_FOUND; UNAVAILABLE when too many bodies are being sent
 */
export async function respondWithObject(
  request: ObjectRequest,
  { store, accelPrefix, pumps = pumpsOfProcess }: ObjectSource,
  object: StoredObject,
): Promise<ObjectResponse> {
  const path = store.localPath(object.key)
  if (path === null) return answerStored(request, { store, pumps }, object)
  return accelPrefix === undefined ? answerFile(request, { path, pumps }, object) : answerByNginx(accelPrefix, object)
}

/** nginx reads the file, and the request's range and conditions, itself. */
const answerByNginx = (accelPrefix: string, object: StoredObject): ObjectResponse => ({
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
  { path, pumps }: { path: string; pumps: SendQueue },
  object: StoredObject,
): Promise<ObjectResponse> {
  const file = await openFile(path)
  let isTaken = false
  try {
    const { size, mtimeMs } = await file.stat()
    const etag = object.etag ?? `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
    const { part, ...head } = headOf(request, object, { size, etag })
    if (!part) return head
    const place = pumps.take()
    isTaken = true
    return { ...head, send: (response) => unlessLeft(sendFile({ file, place, ...part }, response)) }
  } finally {
    if (!isTaken) await file.close()
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

async function answerStored(
  request: ObjectRequest,
  { store, pumps }: { store: ObjectSource['store']; pumps: SendQueue },
  object: StoredObject,
): Promise<ObjectResponse> {
  const stat = await store.stat(object.key)
  if (!stat) throw new AppError('NOT_FOUND')
  const target = { size: stat.size, etag: object.etag ?? `"${stat.etag.replaceAll('"', '')}"` }
  const { part, ...head } = headOf(request, object, target)
  if (!part) return head
  const place = pumps.take()
  try {
    const { body } = (await store.open(object.key, head.status === 206 ? part : undefined)) ?? {}
    if (!body) throw new AppError('NOT_FOUND')
    return { ...head, send: (response) => unlessLeft(pumpStream({ body, place }, response)) }
  } catch (error) {
    place.leave()
    throw error
  }
}

async function pumpStream(
  { body, place }: { body: Readable; place: SendSlot },
  response: ServerResponse,
): Promise<void> {
  place.begin(response)
  response.on('drain', place.moved)
  try {
    await pipeline(body, response)
  } catch (error) {
    throw body.errored || errorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE' ? error : new ClientDisconnected()
  } finally {
    place.leave()
  }
}

/** A client that leaves is no news. */
async function unlessLeft(sending: Promise<void>): Promise<void> {
  try {
    await sending
  } catch (error) {
    if (!(error instanceof ClientDisconnected)) throw error
  }
}

/** Status, headers and the bytes to send, inclusive; no part where there is no body. */
function headOf(request: ObjectRequest, object: StoredObject, target: Target) {
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
  const method = request.method ?? ''
  const answer = resolveRange({ method, range, ifRange: one(ifRange), ifNoneMatch }, target)
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

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)
