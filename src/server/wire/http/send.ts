import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Entry } from '../cache.ts'
import type { Body, Dressed } from '../audiences.ts'
import { encodingFor, matches, packed, type Variant } from '../encodings.ts'
import { type Answer, type AnswerFile, CONTENT_TYPE, type Format, written } from '../envelope.ts'

/** Sends what calls answer. */
export interface Sender {
  /** An answer for this caller alone, compressed when it is worth it. */
  own(request: FastifyRequest, reply: FastifyReply, outgoing: Outgoing): Promise<FastifyReply>
  /** A shared answer from memory: no work but the choice among ready bytes. */
  shared(request: FastifyRequest, reply: FastifyReply, outgoing: SharedOutgoing): void
  /** The same bytes for a caller whose request no cache may answer: a POST. */
  unshared(request: FastifyRequest, reply: FastifyReply, outgoing: Omit<SharedOutgoing, 'nowMs'>): FastifyReply
}

export interface Outgoing {
  readonly answer: Answer
  readonly format: Format
  /** Added to the answer's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface SharedOutgoing {
  readonly entry: Entry
  /** The injected clock's, for what is left of the entry's minute. */
  readonly nowMs: number
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface SenderOptions {
  /** Fixed headers of every answer of a call. */
  readonly fixed: Readonly<Record<string, string>>
  /** What decides a shared answer besides its URL: `Authorization, Accept-Encoding`, and the region's header. */
  readonly vary: string
}

/** The flat list that `writeHead` takes, ready but for the request's id, which stands last. */
interface Prepared {
  readonly seconds: number
  readonly full: string[]
  readonly notModified: string[]
}

const REQUEST_ID = 'x-request-id'

export function createSender({ fixed, vary }: SenderOptions): Sender {
  const prepared = new WeakMap<Variant, Prepared>()
  return { own, shared, unshared }

  async function own(
    request: FastifyRequest,
    reply: FastifyReply,
    { answer, format, headers }: Outgoing,
  ): Promise<FastifyReply> {
    if (answer.file) return sendFile(request, reply, { file: answer.file, headers: { ...fixed, ...headers } })
    const wanted = encodingFor(request.headers['accept-encoding'])
    const body = await packed(Buffer.from(written(answer.body, format)), wanted)
    reply.status(answer.status)
    if (answer.retryAfter !== undefined) reply.header('retry-after', String(answer.retryAfter))
    return sendPrivately(request, reply, { ...body, contentType: CONTENT_TYPE[format], headers })
  }

  function unshared(
    request: FastifyRequest,
    reply: FastifyReply,
    { entry, headers }: Omit<SharedOutgoing, 'nowMs'>,
  ): FastifyReply {
    const { encoding, bytes } = entry.variants[encodingFor(request.headers['accept-encoding'])]
    return sendPrivately(request, reply, { encoding, bytes, contentType: entry.contentType, headers })
  }

  function sendPrivately(
    request: FastifyRequest,
    reply: FastifyReply,
    { encoding, bytes, contentType, headers }: PrivateBody,
  ): FastifyReply {
    return reply
      .headers({
        ...fixed,
        ...headers,
        'content-type': contentType,
        'cache-control': 'private, no-store',
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        vary: [vary, headers?.vary].filter(Boolean).join(', '),
        [REQUEST_ID]: request.id,
      })
      .send(bytes)
  }

  function shared(request: FastifyRequest, reply: FastifyReply, { entry, nowMs, headers }: SharedOutgoing): void {
    const variant = entry.variants[encodingFor(request.headers['accept-encoding'])]
    const ready = prepare(variant, entry, nowMs)
    const unchanged = matches(request.headers['if-none-match'], variant.etag)
    const list = withId(unchanged ? ready.notModified : ready.full, request.id)
    reply.hijack()
    reply.raw.writeHead(unchanged ? 304 : 200, headers ? [...Object.entries(headers).flat(), ...list] : list)
    reply.raw.end(unchanged ? undefined : variant.bytes)
  }

  function prepare(variant: Variant, { contentType, expiresAtMs }: Entry, nowMs: number): Prepared {
    const seconds = Math.max(0, Math.floor((expiresAtMs - nowMs) / 1000))
    const known = prepared.get(variant)
    if (known?.seconds === seconds) return known
    const always = { ...fixed, 'cache-control': `public, max-age=${seconds}`, vary, etag: variant.etag }
    const body = {
      'content-type': contentType,
      ...(variant.encoding !== 'identity' && { 'content-encoding': variant.encoding }),
      'content-length': String(variant.bytes.length),
    }
    const made = { seconds, full: flat({ ...always, ...body }), notModified: flat(always) }
    prepared.set(variant, made)
    return made
  }
}

type PrivateBody = Pick<Variant, 'encoding' | 'bytes'> & Pick<Entry, 'contentType'> & Pick<Outgoing, 'headers'>

type OutgoingFile = { readonly file: AnswerFile; readonly headers: Readonly<Record<string, string>> }

/** A file of the caller's own, to be kept under its name. */
const sendFile = (request: FastifyRequest, reply: FastifyReply, { file, headers }: OutgoingFile): FastifyReply =>
  reply
    .headers({
      ...headers,
      'content-type': file.contentType,
      'content-disposition': `attachment; filename="${file.fileName}"`,
      'cache-control': 'private, no-store',
      [REQUEST_ID]: request.id,
    })
    .send(Buffer.from(file.bytes))

const flat = (headers: Record<string, string>): string[] => [...Object.entries(headers).flat(), REQUEST_ID, '']

/** Writes the id into the ready list: `writeHead` reads it before anything else can run. */
function withId(list: string[], id: string): string[] {
  list[list.length - 1] = id
  return list
}
