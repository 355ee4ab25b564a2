import { open, type FileHandle } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { ClientLeft, pumpFile } from './file-pump.ts'
import { answerRange, type RangeAnswer } from './ranges.rules.ts'

/** Adds to what an answer depends on: a hook may have named the origin. */
export function addVary(reply: FastifyReply, field: string): void {
  const named = reply.getHeader('vary')
  reply.header('vary', named === undefined ? field : `${String(named)}, ${field}`)
}

/** Where stored objects come from, and who sends them. */
export interface ObjectSource {
  readonly store: Pick<MediaStore, 'stat' | 'open' | 'localPath'>
  /** nginx sends the store's files itself from this internal location (X-Accel-Redirect); ends in a slash. */
  readonly accelPrefix?: string | undefined
}

/** One object and how it travels. */
export interface ObjectReply {
  readonly key: string
  readonly contentType: string
  readonly cacheControl: string
  /** Strong and quoted; made from size and time when not given. */
  readonly etag?: string
  readonly vary?: string
}

const errorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Sends a stored object: GET and HEAD, whole or a part, or 304. By nginx where that is set up, from the file where the store is
 * a folder, else through the store's stream. @throws NOT_FOUND
 */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  from: SourceAndObject,
): Promise<unknown> {
  const { source, object } = from
  const path = source.store.localPath(object.key)
  reply.headers({ 'content-type': object.contentType, 'cache-control': object.cacheControl })
  if (object.vary !== undefined) addVary(reply, object.vary)
  if (path !== null && source.accelPrefix !== undefined) {
    if (object.etag !== undefined) reply.header('etag', object.etag)
    return reply.header('x-accel-redirect', source.accelPrefix + object.key).send()
  }
  return path === null ? sendStored(request, reply, from) : sendFile(request, reply, { path, object })
}

export interface SourceAndObject {
  readonly source: ObjectSource
  readonly object: ObjectReply
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, object }: { path: string; object: ObjectReply },
) {
  const file = await openFile(path)
  let isPumping = false
  try {
    const { size, mtimeMs } = await file.stat()
    const etag = object.etag ?? `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
    const answer = prepare(request, reply, { size, etag })
    const part = partOf(answer, size)
    if (!part || part.end < part.start || request.method === 'HEAD') return reply.send()
    reply.hijack()
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
    isPumping = true
    await pumpFile(file, reply.raw, part)
    return undefined
  } catch (error) {
    // Once the head is out there is nothing left to answer; a client that leaves is no news.
    if (!isPumping) throw error
    if (!(error instanceof ClientLeft)) request.log.error({ err: error }, 'a file could not be sent to its end')
    return undefined
  } finally {
    if (!isPumping) await file.close()
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

async function sendStored(request: FastifyRequest, reply: FastifyReply, { source, object }: SourceAndObject) {
  const stat = await source.store.stat(object.key)
  if (!stat) throw new AppError('NOT_FOUND')
  const etag = object.etag ?? `"${stat.etag.replaceAll('"', '')}"`
  const answer = prepare(request, reply, { size: stat.size, etag })
  const part = partOf(answer, stat.size)
  if (!part || part.end < part.start || request.method === 'HEAD') return reply.send()
  const opened = await source.store.open(object.key, answer.status === 206 ? part : undefined)
  if (!opened) throw new AppError('NOT_FOUND')
  return reply.send(opened.body)
}

/** Sets status and the headers that go with it. */
function prepare(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  target: { size: number; etag: string },
): RangeAnswer {
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = headers
  const answer = answerRange({ method, range, ifRange: one(ifRange), ifNoneMatch }, target)
  reply.code(answer.status).headers({ etag: target.etag, 'accept-ranges': 'bytes' })
  if (answer.status === 416) reply.headers({ 'content-range': `bytes */${target.size}`, 'content-length': '0' })
  if (answer.status === 206) {
    reply.headers({
      'content-range': `bytes ${answer.start}-${answer.end}/${target.size}`,
      'content-length': String(answer.end - answer.start + 1),
    })
  }
  if (answer.status === 200) reply.header('content-length', String(target.size))
  return answer
}

/** The bytes to send, inclusive; null for an answer without a body. */
function partOf(answer: RangeAnswer, size: number): { start: number; end: number } | null {
  if (answer.status === 206) return answer
  return answer.status === 200 ? { start: 0, end: size - 1 } : null
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)
