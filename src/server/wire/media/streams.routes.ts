import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from '#contract/errors.ts'
import {
  assetKey,
  readDeliveryPath,
  readPreviewPath,
  type DeliveryPath,
  type Playback,
} from '#server/domains/playback/index.ts'
import { encodingFor, variantsOf, type Variants } from '../encodings.ts'
import type { RequestHead } from '../http/http-deps.ts'
import type { ObjectSource, StoredObject } from './object-response.ts'
import { addVary, sendObject } from './object-reply.ts'
import { pathOf } from './paths.ts'

export type StreamRoutesDeps = {
  playback: Pick<Playback, 'admit' | 'hasGrant' | 'contentKey' | 'isPublicPreview'>
  source: ObjectSource
  /** Region of the viewer (ISO 3166), from a trusted header. */
  regionOf: (request: RequestHead) => string
  /** Address of the client, behind trusted proxies. */
  addressOf: (request: RequestHead) => string
}

/** Not cacheable: every request is authorized again. */
const NO_STORE = 'private, no-store'
/**
 * The URL contains a bearer grant, so shared caches must not store the response. A CDN that verifies and strips grants
 * sets its own headers.
 */
const SIGNED = 'private, max-age=31536000, immutable'
const PUBLIC = 'public, max-age=31536000, immutable'

/** A segment, or another immutable file of a stream. */
export const streamFile = ({ assetId, file, contentType }: DeliveryPath): StoredObject => ({
  key: assetKey(assetId, file),
  contentType,
  cacheControl: SIGNED,
})

export const previewFile = (key: string): StoredObject => ({ key, contentType: 'video/mp4', cacheControl: PUBLIC })

/** Maximum cached playlists. Each is compressed once; playlists of an asset never change. */
const PLAYLISTS_MAX = 500

/** `/v/{grant}/{asset}/…`: streams with a grant. `/p/{asset}/{hash}.mp4`: public previews. */
export function streamRoutes(app: FastifyInstance, { playback, source, regionOf }: StreamRoutesDeps): void {
  const playlists = createPlaylists(source)
  app.route({ method: ['GET', 'HEAD'], url: '/v/*', handler: stream })
  app.route({ method: ['GET', 'HEAD'], url: '/p/*', handler: preview })

  async function stream(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const path = readDeliveryPath(pathOf(request))
    // The path is not a file of a stream, so no grant can authorize it.
    if (!path) throw new AppError('GRANT_REFUSED')
    await playback.admit(path, regionOf(request))
    switch (path.type) {
      case 'media':
        return sendObject(request, reply, { source, object: streamFile(path) })
      case 'playlist':
        return sendPlaylist(request, reply, path)
      case 'key':
        reply.headers({ 'content-type': path.contentType, 'cache-control': NO_STORE })
        return reply.send(Buffer.from(await playback.contentKey(path.assetId)))
    }
  }

  async function sendPlaylist(request: FastifyRequest, reply: FastifyReply, path: DeliveryPath): Promise<FastifyReply> {
    const variants = await playlists(assetKey(path.assetId, path.file))
    const { encoding, bytes } = await variants.load(encodingFor(request.headers['accept-encoding']))
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    reply.headers({ 'content-type': path.contentType, 'cache-control': NO_STORE })
    addVary(reply, 'Accept-Encoding')
    return reply.header('content-length', String(bytes.length)).send(bytes)
  }

  async function preview(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const path = readPreviewPath(pathOf(request))
    if (!path || !(await playback.isPublicPreview(path))) throw new AppError('NOT_FOUND')
    return sendObject(request, reply, { source, object: previewFile(path.key) })
  }
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
