import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Entry } from '../response-cache.ts'
import type { Body, PersonalizedResponse } from '../shared-responses.ts'
import { encodingFor, matches, compressAnswer, type Variant } from '../encodings.ts'
import { type WireResponse, type FileResponse, CONTENT_TYPE, type Format, serialize } from '../envelope.ts'

export interface Sender {
  sendPrivate(request: FastifyRequest, reply: FastifyReply, outgoing: Outgoing): Promise<FastifyReply>
  /**
   * From prepared bytes, uncacheable.
   * @throws when the bytes could not be produced
   */
  sendPersonalized(request: FastifyRequest, reply: FastifyReply, outgoing: PersonalizedOutgoing): Promise<void>
  sendShared(request: FastifyRequest, reply: FastifyReply, outgoing: SharedOutgoing): Promise<void> | undefined
  /** For a request that caches must not answer: a POST. */
  sendSharedUncached(
    request: FastifyRequest,
    reply: FastifyReply,
    outgoing: Omit<SharedOutgoing, 'nowMs'>,
  ): Promise<FastifyReply>
}

export interface Outgoing {
  readonly answer: WireResponse
  readonly format: Format
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface SharedOutgoing {
  readonly entry: Entry
  readonly nowMs: number
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface PersonalizedOutgoing {
  readonly response: PersonalizedResponse
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface SenderOptions {
  readonly fixed: Readonly<Record<string, string>>
  /** Of shared responses: `Authorization, Accept-Encoding`, and the region header. */
  readonly vary: string
}

interface SharedHeaders {
  readonly seconds: number
  readonly full: string[]
  readonly notModified: string[]
}

interface VariantOutgoing extends Pick<SharedOutgoing, 'headers'> {
  readonly variant: Variant
  readonly lists: SharedHeaders
}

const REQUEST_ID = 'x-request-id'

export function createSender({ fixed, vary }: SenderOptions): Sender {
  const heads = createHeads({ fixed, vary })
  return { sendPrivate, sendPersonalized, sendShared, sendSharedUncached }

  async function sendPrivate(
    request: FastifyRequest,
    reply: FastifyReply,
    { answer, format, headers }: Outgoing,
  ): Promise<FastifyReply> {
    if (answer.file) return sendFile(request, reply, { file: answer.file, headers: { ...fixed, ...headers } })
    const encoding = encodingFor(request.headers['accept-encoding'])
    const body = await compressAnswer(Buffer.from(serialize(answer.body, format)), encoding)
    reply.status(answer.status)
    if (answer.retryAfter !== undefined) reply.header('retry-after', String(answer.retryAfter))
    return sendBytes(request, reply, { ...body, contentType: CONTENT_TYPE[format], headers })
  }

  async function sendPersonalized(
    request: FastifyRequest,
    reply: FastifyReply,
    { response, headers }: PersonalizedOutgoing,
  ): Promise<void> {
    const body = await response.body(encodingFor(request.headers['accept-encoding']))
    const list = heads.ofBody(body, response.contentType)
    hijack(request, reply, { status: 200, headers, list, bytes: body.bytes })
  }

  async function sendSharedUncached(
    request: FastifyRequest,
    reply: FastifyReply,
    { entry, headers }: Omit<SharedOutgoing, 'nowMs'>,
  ): Promise<FastifyReply> {
    const { encoding, bytes } = await entry.variants.load(encodingFor(request.headers['accept-encoding']))
    return sendBytes(request, reply, { encoding, bytes, contentType: entry.contentType, headers })
  }

  function sendBytes(
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

  function sendShared(
    request: FastifyRequest,
    reply: FastifyReply,
    { entry, nowMs, headers }: SharedOutgoing,
  ): Promise<void> | undefined {
    const encoding = encodingFor(request.headers['accept-encoding'])
    const send = (variant: Variant): undefined =>
      sendVariant(request, reply, { variant, lists: heads.ofShared(variant, entry, nowMs), headers })
    const ready = entry.variants.ready(encoding)
    return ready ? send(ready) : entry.variants.load(encoding).then(send)
  }
}

function sendVariant(
  request: FastifyRequest,
  reply: FastifyReply,
  { variant: { bytes, etag }, lists, headers }: VariantOutgoing,
): undefined {
  const unchanged = matches(request.headers['if-none-match'], etag)
  if (unchanged) hijack(request, reply, { status: 304, headers, list: lists.notModified, bytes: undefined })
  else hijack(request, reply, { status: 200, headers, list: lists.full, bytes })
}

function createHeads({ fixed, vary }: SenderOptions) {
  const sharedHeaders = new WeakMap<Variant, SharedHeaders>()
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

  function ofBody(body: Body, contentType: string): string[] {
    const cached = bodies.get(body)
    if (cached) return cached
    const length = { 'content-length': String(body.bytes.length) }
    const list = flat({ ...ofPrivate({ encoding: body.encoding, contentType }), ...length })
    bodies.set(body, list)
    return list
  }

  function ofShared(variant: Variant, { contentType, expiresAtMs }: Entry, nowMs: number): SharedHeaders {
    const seconds = Math.max(0, Math.floor((expiresAtMs - nowMs) / 1000))
    const cached = sharedHeaders.get(variant)
    if (cached?.seconds === seconds) return cached
    const always = { ...fixed, 'cache-control': `public, max-age=${seconds}`, vary, etag: variant.etag }
    const body = {
      'content-type': contentType,
      ...(variant.encoding !== 'identity' && { 'content-encoding': variant.encoding }),
      'content-length': String(variant.bytes.length),
    }
    const entryHeaders = { seconds, full: flat({ ...always, ...body }), notModified: flat(always) }
    sharedHeaders.set(variant, entryHeaders)
    return entryHeaders
  }
}

function hijack(request: FastifyRequest, reply: FastifyReply, { status, headers, list, bytes }: RawResponse): void {
  const head = withId(list, request.id)
  reply.hijack()
  reply.raw.writeHead(status, headers ? [...Object.entries(headers).flat(), ...head] : head)
  reply.raw.end(bytes)
}

type PrivateBody = Pick<Variant, 'encoding' | 'bytes'> & Pick<Entry, 'contentType'> & Pick<Outgoing, 'headers'>

type RawResponse = Pick<Outgoing, 'headers'> & { status: number; list: string[]; bytes: Buffer | undefined }

type OutgoingFile = { readonly file: FileResponse; readonly headers: Readonly<Record<string, string>> }

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

/** `writeHead` reads the list synchronously. */
function withId(list: string[], id: string): string[] {
  list[list.length - 1] = id
  return list
}
