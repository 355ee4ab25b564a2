import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/error-codes.ts'
import { AppError } from '#contract/errors.ts'
import { languageOf } from '../context.ts'
import { CONTENT_TYPE, failed } from '../envelope.ts'
import type { FindFile, FileReply, RequestHead } from '../http/http-deps.ts'
import { readFontPath, readImagePath, readWidth, type Images, type TitleFonts } from '#server/domains/images/index.ts'
import { networkShares } from '#server/kit/fairness.ts'
import {
  type ObjectSource,
  type ObjectRequest,
  respondByNginx,
  respondWithObject,
  type StoredObject,
} from './object-response.ts'
import { readUploadPath, type Uploads } from '#server/domains/uploads/index.ts'
import type { IncomingMessage } from 'node:http'
import {
  readDeliveryPath,
  readPreviewPath,
  type DeliveryPath,
  assetKey,
  type Playback,
} from '#server/domains/playback/index.ts'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import { compressAnswer, encodingFor, variantsOf, type Variants } from '../encodings.ts'

export type MediaRoutesDeps = StreamRoutesDeps &
  ImageRoutesDeps &
  UploadRoutesDeps & {
    findFirst: (find: FindFile) => void
  }

/** Players and browsers read the status code, not the envelope. */
const FILE_STATUS: Partial<Record<ErrorCode, number>> = { NOT_FOUND: 404 }

/** `/v /p /i /f /u`: no API calls, but refused with the same envelope. */
export async function mediaRoutes(app: FastifyInstance, deps: MediaRoutesDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error: FastifyError | AppError, request, reply) => {
      if (!(error instanceof AppError)) throw error
      const language = languageOf(request.query as Record<string, unknown>)
      const { status, body, retryAfter } = failed(error, { language, requestId: request.id })
      for (const name of ['etag', 'accept-ranges', 'content-length', 'content-range']) reply.removeHeader(name)
      if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
      reply.headers({ 'content-type': CONTENT_TYPE.json, 'cache-control': 'private, no-store' })
      return reply.code(FILE_STATUS[error.code] ?? status).send(JSON.stringify(body))
    })
    streamRoutes(scope, deps)
    edgeRoutes(scope, deps)
    imageRoutes(scope, deps)
    uploadRoutes(scope, deps)
  })
  deps.findFirst(createFileFinder(deps))
}

type ImageRoutesDeps = {
  images: Pick<Images, 'variant' | 'shareCard'>
  titleFonts: Pick<TitleFonts, 'find'>
  source: ObjectSource
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
const TEMPORARY = 'public, max-age=300'

/** `/i/{hash}/{name}?w=`: images; with `?card` the image of a shared link. `/f/{hash}.css` and its fonts: titles' display font. */
function imageRoutes(app: FastifyInstance, { images, titleFonts, source }: ImageRoutesDeps): void {
  app.route({ method: ['GET', 'HEAD'], url: '/i/*', handler: image })
  app.route({ method: ['GET', 'HEAD'], url: '/f/*', handler: titleFont })

  async function image(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const path = readImagePath(pathOf(request))
    if (!path) throw new AppError('NOT_FOUND')
    const query = request.query as Record<string, unknown>
    const width = readWidth(query.w)
    if (width === null || (width !== undefined && 'card' in query)) throw new AppError('INVALID_INPUT')
    const client = networkShares(request.ip)
    const answer = await ('card' in query
      ? images.shareCard({ ...path, client })
      : images.variant({ ...path, width, accept: request.headers.accept, client }))
    if (!answer) throw new AppError('NOT_FOUND')
    const { key, contentType, isFinal } = answer
    const object = { key, contentType, cacheControl: isFinal ? IMMUTABLE : TEMPORARY, etag: `"${key}"`, vary: 'Accept' }
    return sendObject(request, reply, { source, object })
  }

  async function titleFont(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const path = readFontPath(pathOf(request))
    const state = path ? await titleFonts.find(path.hash, path.key) : 'unknown'
    if (!path || state === 'unknown') throw new AppError('NOT_FOUND')
    // A page falls back silently while its font is not yet subset.
    if (state === 'pending')
      return reply.headers({ 'content-type': path.contentType, 'cache-control': 'no-store' }).send('')
    const object = { key: path.key, contentType: path.contentType, cacheControl: IMMUTABLE, etag: `"${path.key}"` }
    return sendObject(request, reply, { source, object })
  }
}

type UploadRoutesDeps = { uploads: Pick<Uploads, 'open'> }

/** An image opened as a page runs and loads nothing. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"

/** `/u/{uploadId}/{seconds}/{signature}`: an uploaded image, for each holder of its address. No cookie, no cache on the way. */
function uploadRoutes(app: FastifyInstance, { uploads }: UploadRoutesDeps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/u/*',
    handler: async (request, reply) => {
      const link = readUploadPath(pathOf(request))
      const image = link && (await uploads.open(link))
      if (!image) throw new AppError('NOT_FOUND')
      return reply
        .headers({
          'content-type': image.contentType,
          'content-disposition': `inline; filename="${image.fileName}"`,
          'content-security-policy': POLICY,
          'cross-origin-resource-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, max-age=3600',
        })
        .send(image.bytes)
    },
  })
}

/** For the fast path: path grammar, authorization and responses as by the routes. */
function createFileFinder({ streamAuthorization, source, addressOf }: StreamRoutesDeps): FindFile {
  const { accelPrefix } = source
  return (request) => {
    const { url } = request
    if (url?.startsWith('/v/')) {
      const path = readDeliveryPath(pathIn(url))
      return path?.guard === 'signed' && streamAuthorization.hasGrant(path) ? segment(request, path) : undefined
    }
    return url?.startsWith('/p/') ? preview(request, url) : undefined
  }

  function segment(request: IncomingMessage, path: DeliveryPath): FileReply | Promise<FileReply> {
    return accelPrefix === undefined
      ? reply(request, '/v/*', streamFile(path))
      : { route: '/v/*', ...respondByNginx(accelPrefix, streamFile(path)) }
  }

  async function preview(request: IncomingMessage, url: string): Promise<FileReply | undefined> {
    const path = readPreviewPath(pathIn(url))
    if (!path || !(await streamAuthorization.isPublicPreview(path))) return undefined
    return reply(request, '/p/*', previewFile(path.key))
  }

  async function reply(request: IncomingMessage, route: string, object: StoredObject): Promise<FileReply> {
    return { route, ...(await respondWithObject(objectRequest(request), source, object)) }
  }

  function objectRequest(request: IncomingMessage): ObjectRequest {
    return { method: request.method, headers: request.headers, ip: addressOf(headOf(request)) }
  }
}

const headOf = (request: IncomingMessage): RequestHead => ({ headers: request.headers, raw: request })

type StreamRoutesDeps = {
  streamAuthorization: Pick<
    Playback['streamAuthorization'],
    'admit' | 'hasGrant' | 'contentKey' | 'isPublicPreview' | 'isNarrowed'
  >
  source: ObjectSource
  regionOf: (request: RequestHead) => string
  addressOf: (request: RequestHead) => string
}

/** Every request is authorized again. */
const NO_STORE = 'private, no-store'
/** The URL has a bearer grant, so shared caches must not store it. A CDN that verifies and strips grants sets its own headers. */
const SIGNED = 'private, max-age=31536000, immutable'
const PUBLIC = 'public, max-age=31536000, immutable'

const streamFile = ({ assetId, file, contentType }: DeliveryPath): StoredObject => ({
  key: assetKey(assetId, file),
  contentType,
  cacheControl: SIGNED,
})

const previewFile = (key: string): StoredObject => ({ key, contentType: 'video/mp4', cacheControl: PUBLIC })

/** As packages name the key. */
const RELATIVE_KEY = 'URI="../key"'

/** Cached; each is compressed once. An asset's playlists never change. */
const PLAYLISTS_MAX = 500

/** `/v/{grant}/{asset}/…`: streams. `/p/{asset}/{hash}.mp4`: public previews. */
function streamRoutes(app: FastifyInstance, { streamAuthorization, source, regionOf }: StreamRoutesDeps): void {
  const playlists = createPlaylists(source)
  app.route({ method: ['GET', 'HEAD'], url: '/v/*', handler: stream })
  app.route({ method: ['GET', 'HEAD'], url: '/p/*', handler: preview })

  async function stream(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const path = readDeliveryPath(pathOf(request))
    // No file of a stream, so no grant can authorize it.
    if (!path) throw new AppError('GRANT_REFUSED')
    await streamAuthorization.admit(path, regionOf(request))
    switch (path.type) {
      case 'media':
        return sendObject(request, reply, { source, object: streamFile(path) })
      case 'playlist':
        return sendPlaylist(request, reply, path)
      case 'key':
        reply.headers({ 'content-type': path.contentType, 'cache-control': NO_STORE })
        return reply.send(Buffer.from(await streamAuthorization.contentKey(path.assetId)))
    }
  }

  async function sendPlaylist(request: FastifyRequest, reply: FastifyReply, path: DeliveryPath): Promise<FastifyReply> {
    const accepted = encodingFor(request.headers['accept-encoding'])
    const variants = await playlists(assetKey(path.assetId, path.file))
    const ofThisPlay = withKeyPath(variants.identity.bytes, path)
    const { encoding, bytes } = await (ofThisPlay
      ? compressAnswer(ofThisPlay, accepted, 'playlist')
      : variants.load(accepted))
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    reply.headers({ 'content-type': path.contentType, 'cache-control': NO_STORE })
    addVary(reply, 'Accept-Encoding')
    return reply.header('content-length', String(bytes.length)).send(bytes)
  }

  async function preview(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const path = readPreviewPath(pathOf(request))
    if (!path || !(await streamAuthorization.isPublicPreview(path))) throw new AppError('NOT_FOUND')
    return sendObject(request, reply, { source, object: previewFile(path.key) })
  }
}

/**
 * How long an edge may go on with what it was told: asked again after 20 s, and while it asks 10 s more; ten minutes where Harbour does not
 * answer. With the 30 s of a process that missed a notice, a title that is taken down ends within a minute everywhere.
 */
const TITLE_OF_EDGE = 'max-age=20, stale-while-revalidate=10, stale-if-error=600'

/** For edges, which ask before they send a segment of the title (docs/decisions/114): 204, or 403 where Harbour decides each grant anew. */
function edgeRoutes(
  app: FastifyInstance,
  { streamAuthorization }: Pick<StreamRoutesDeps, 'streamAuthorization'>,
): void {
  app.get<{ Params: { programId: string } }>('/edge/titles/:programId', async ({ params }, reply) => {
    const isNarrowed = await streamAuthorization.isNarrowed(params.programId)
    return reply
      .header('cache-control', TITLE_OF_EDGE)
      .status(isNarrowed ? 403 : 204)
      .send()
  })
}

/**
 * Some players resolve `../key` to another path, which no grant covers: they get the key's absolute path.
 * Undefined for a playlist without a key.
 */
function withKeyPath(playlist: Buffer, { grant, assetId }: DeliveryPath): Buffer | undefined {
  const at = playlist.indexOf(RELATIVE_KEY)
  if (at < 0) return undefined
  const key = Buffer.from(`URI="/v/${grant}/${assetId}/key"`)
  return Buffer.concat([playlist.subarray(0, at), key, playlist.subarray(at + RELATIVE_KEY.length)])
}

function createPlaylists({ store }: ObjectSource): (key: string) => Promise<Variants> {
  const cache = new LRUCache<string, Promise<Variants>>({ max: PLAYLISTS_MAX })
  return (key) => {
    const cached = cache.get(key) ?? read(key)
    cache.set(key, cached)
    cached.catch(() => cache.delete(key))
    return cached
  }

  async function read(key: string): Promise<Variants> {
    const object = await store.open(key)
    if (!object) throw new AppError('NOT_FOUND')
    return variantsOf(await buffer(object.body), 'answer')
  }
}

function addVary(reply: FastifyReply, field: string): void {
  const current = reply.getHeader('vary')
  reply.header('vary', current === undefined ? field : `${String(current)}, ${field}`)
}

interface SourceAndObject {
  readonly source: ObjectSource
  readonly object: StoredObject
}

export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  { source, object }: SourceAndObject,
): Promise<unknown> {
  const { status, headers, send } = await respondWithObject(request, source, object)
  const { vary, ...others } = headers
  reply.code(status).headers(others)
  if (vary !== undefined) addVary(reply, vary)
  if (!send) return reply.send()
  reply.hijack()
  reply.raw.writeHead(status, reply.getHeaders() as Record<string, string>)
  try {
    await send(reply.raw)
  } catch (error) {
    // Headers are sent: no error response is possible.
    request.log.error({ err: error }, 'file not sent completely')
  }
  return undefined
}

/** Undecoded: percent-encoded paths match no path grammar. */
const pathOf = (request: FastifyRequest): string => pathIn(request.raw.url)

const pathIn = (target: string | undefined): string => target?.split('?', 1)[0] ?? ''
