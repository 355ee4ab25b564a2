import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { languageOf } from '../context.ts'
import { CONTENT_TYPE, failed } from '../envelope.ts'
import type { FindFile, FileReply, RequestHead } from '../http/http-deps.ts'
import { streamRoutes, type StreamRoutesDeps, previewFile, streamFile } from './streams.routes.ts'
import { readFontPath, readImagePath, readWidth, type Images, type TitleFonts } from '#server/domains/images/index.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import {
  type ObjectSource,
  type ObjectRequest,
  respondByNginx,
  respondWithObject,
  type StoredObject,
} from './object-response.ts'
import { sendObject } from './object-reply.ts'
import { pathOf, pathIn } from './paths.ts'
import { readUploadPath, type Uploads } from '#server/domains/uploads/index.ts'
import type { IncomingMessage } from 'node:http'
import { readDeliveryPath, readPreviewPath, type DeliveryPath } from '#server/domains/playback/index.ts'

export type MediaRoutesDeps = StreamRoutesDeps &
  ImageRoutesDeps &
  UploadRoutesDeps & {
    /** Registers the finder of the fast path. */
    findFirst: (find: FindFile) => void
  }

/** File requests come from players and browsers, which read the status code, not the envelope. */
const FILE_STATUS: Partial<Record<ErrorCode, number>> = { NOT_FOUND: 404 }

/** The raw routes `/v /p /i /f /u`. They are not API calls, but refuse with the same envelope. */
export async function mediaRoutes(app: FastifyInstance, deps: MediaRoutesDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error: FastifyError | AppError, request, reply) => {
      // Other errors are handled and logged by the general error handler.
      if (!(error instanceof AppError)) throw error
      const language = languageOf(request.query as Record<string, unknown>)
      const { status, body, retryAfter } = failed(error, { language, requestId: request.id })
      for (const name of ['etag', 'accept-ranges', 'content-length', 'content-range']) reply.removeHeader(name)
      if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
      reply.headers({ 'content-type': CONTENT_TYPE.json, 'cache-control': 'private, no-store' })
      return reply.code(FILE_STATUS[error.code] ?? status).send(JSON.stringify(body))
    })
    streamRoutes(scope, deps)
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
/** For responses in a fallback format, until a better one is encoded. */
const TEMPORARY = 'public, max-age=300'

/** `/i/{hash}/{name}?w=`: images; with `?card` in its place the image of a shared link. `/f/{hash}.css` and its fonts: the display font of titles. */
function imageRoutes(app: FastifyInstance, { images, titleFonts, source }: ImageRoutesDeps): void {
  app.route({ method: ['GET', 'HEAD'], url: '/i/*', handler: image })
  app.route({ method: ['GET', 'HEAD'], url: '/f/*', handler: titleFont })

  async function image(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const path = readImagePath(pathOf(request))
    if (!path) throw new AppError('NOT_FOUND')
    const query = request.query as Record<string, unknown>
    const width = readWidth(query.w)
    if (width === null || (width !== undefined && 'card' in query)) throw new AppError('INVALID_INPUT')
    const networks = addressPrefixes(request.ip)
    const client = { address: networks[0], network: networks.at(-1) ?? networks[0] }
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
    // A page that links a font not yet subset falls back silently.
    if (state === 'pending')
      return reply.headers({ 'content-type': path.contentType, 'cache-control': 'no-store' }).send('')
    const object = { key: path.key, contentType: path.contentType, cacheControl: IMMUTABLE, etag: `"${path.key}"` }
    return sendObject(request, reply, { source, object })
  }
}

type UploadRoutesDeps = { uploads: Pick<Uploads, 'open'> }

/** Opened as a page of its own, an image runs and loads nothing. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"

/**
 * `/u/{uploadId}/{seconds}/{signature}`: an image that somebody uploaded, for whoever has its address. No cookie is read or set, and no
 * cache on the way keeps it.
 */
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

/**
 * Finds segments and previews for the fast path, with the same path grammar, authorization and responses as the
 * routes.
 */
function createFileFinder({ playback, source, addressOf }: StreamRoutesDeps): FindFile {
  const { accelPrefix } = source
  return (request) => {
    const { url } = request
    if (url?.startsWith('/v/')) {
      const path = readDeliveryPath(pathIn(url))
      // The routes check everything else, and refuse.
      return path?.guard === 'signed' && playback.hasGrant(path) ? segment(request, path) : undefined
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
    if (!path || !(await playback.isPublicPreview(path))) return undefined
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
