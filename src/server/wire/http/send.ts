import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Entry } from '../response-cache.ts'
import type { Body, PersonalizedResponse } from '../shared-responses.ts'
import { encodingFor, matches, packed, type Variant } from '../encodings.ts'
import { type WireResponse, type FileResponse, CONTENT_TYPE, type Format, written } from '../envelope.ts'

/** Sends what calls answer. */
export interface Sender {
  /** An answer for this caller alone, compressed when it is worth it. */
  own(request: FastifyRequest, reply: FastifyReply, outgoing: Outgoing): Promise<FastifyReply>
  /** A member's answer of ready bytes, for nobody else. @throws when they could not be made */
  personalized(request: FastifyRequest, reply: FastifyReply, outgoing: PersonalizedOutgoing): Promise<void>
  /** A shared answer from memory: no work but the choice among ready bytes. */
  shared(request: FastifyRequest, reply: FastifyReply, outgoing: SharedOutgoing): void
  /** The same bytes for a caller whose request no cache may answer: a POST. */
  unshared(request: FastifyRequest, reply: FastifyReply, outgoing: Omit<SharedOutgoing, 'nowMs'>): FastifyReply
}

export interface Outgoing {
  readonly answer: WireResponse
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

export interface PersonalizedOutgoing {
  readonly response: PersonalizedResponse
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
  const heads = createHeads({ fixed, vary })
  return { own, personalized, shared, unshared }

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

  async function personalized(
    request: FastifyRequest,
    reply: FastifyReply,
    { response, headers }: PersonalizedOutgoing,
  ): Promise<void> {
    const body = await response.body(encodingFor(request.headers['accept-encoding']))
    const list = heads.ofBody(body, response.contentType)
    hijack(request, reply, { status: 200, headers, list, bytes: body.bytes })
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
        ...heads.ofPrivate({ encoding, contentType }),
        ...headers,
        vary: [vary, headers?.vary].filter(Boolean).join(', '),
        [REQUEST_ID]: request.id,
      })
      .send(bytes)
  }

  function shared(request: FastifyRequest, reply: FastifyReply, { entry, nowMs, headers }: SharedOutgoing): void {
    const variant = entry.variants[encodingFor(request.headers['accept-encoding'])]
    const ready = heads.ofShared(variant, entry, nowMs)
    const unchanged = matches(request.headers['if-none-match'], variant.etag)
    if (unchanged) hijack(request, reply, { status: 304, headers, list: ready.notModified, bytes: undefined })
    else hijack(request, reply, { status: 200, headers, list: ready.full, bytes: variant.bytes })
  }
}

/** Heads of ready answers, made once. */
function createHeads({ fixed, vary }: SenderOptions) {
  const prepared = new WeakMap<Variant, Prepared>()
  const bodies = new WeakMap<Body, string[]>()
  return { ofPrivate, ofBody, ofShared }

  function ofPrivate({ encoding, contentType }: Pick<PrivateBody, 'encoding' | 'contentType'>) {
    return {
      ...fixed,
      'content-type': contentType,
      'cache-control': 'private, no-store',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      vary,
    }
  }

  /** Of a body that a member gets: it has one content type as long as it lives. */
  function ofBody(body: Body, contentType: string): string[] {
    const known = bodies.get(body)
    if (known) return known
    const length = { 'content-length': String(body.bytes.length) }
    const list = flat({ ...ofPrivate({ encoding: body.encoding, contentType }), ...length })
    bodies.set(body, list)
    return list
  }

  function ofShared(variant: Variant, { contentType, expiresAtMs }: Entry, nowMs: number): Prepared {
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

/** Past Fastify's own headers and hooks of sending, which are for answers that nobody has ready. */
function hijack(request: FastifyRequest, reply: FastifyReply, { status, headers, list, bytes }: Ready): void {
  const head = withId(list, request.id)
  reply.hijack()
  reply.raw.writeHead(status, headers ? [...Object.entries(headers).flat(), ...head] : head)
  reply.raw.end(bytes)
}

type PrivateBody = Pick<Variant, 'encoding' | 'bytes'> & Pick<Entry, 'contentType'> & Pick<Outgoing, 'headers'>

type Ready = Pick<Outgoing, 'headers'> & { status: number; list: string[]; bytes: Buffer | undefined }

type OutgoingFile = { readonly file: FileResponse; readonly headers: Readonly<Record<string, string>> }

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
