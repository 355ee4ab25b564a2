import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { readFontPath, readImagePath, readWidth, type Images, type TitleFonts } from '#server/domains/images/index.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import type { ObjectSource } from './object-response.ts'
import { sendObject } from './object-reply.ts'
import { pathOf } from './paths.ts'

export type ImageRoutesDeps = {
  images: Pick<Images, 'variant' | 'shareCard'>
  titleFonts: Pick<TitleFonts, 'find'>
  source: ObjectSource
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** For responses in a fallback format, until a better one is encoded. */
const TEMPORARY = 'public, max-age=300'

/** `/i/{hash}/{name}?w=`: images; with `?card` in its place the image of a shared link. `/f/{hash}.css` and its fonts: the display font of titles. */
export function imageRoutes(app: FastifyInstance, { images, titleFonts, source }: ImageRoutesDeps): void {
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
