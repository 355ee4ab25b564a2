import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { readUploadPath, type Uploads } from '#server/domains/uploads/index.ts'
import { pathOf } from './paths.ts'

export type UploadRoutesDeps = { uploads: Pick<Uploads, 'open'> }

/** Opened as a page of its own, an image runs and loads nothing. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"

/**
 * `/u/{uploadId}/{seconds}/{signature}`: an image that somebody uploaded, for whoever has its address. No cookie is read or set, and no
 * cache on the way keeps it.
 */
export function uploadRoutes(app: FastifyInstance, { uploads }: UploadRoutesDeps): void {
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
