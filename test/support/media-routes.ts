import Fastify, { type FastifyInstance } from 'fastify'
import { type MediaRoutesDeps, mediaRoutes } from '#server/wire/media/media.routes.ts'

/** The raw routes over a store and what a test brings; of all else they know nothing. Close it when done. */
export async function serveMedia({
  source,
  ...parts
}: Pick<MediaRoutesDeps, 'source'> & Partial<MediaRoutesDeps>): Promise<FastifyInstance> {
  const app = Fastify()
  await mediaRoutes(app, {
    findFirst: () => undefined,
    images: { variant: async () => undefined },
    titleFonts: { find: async () => 'unknown' },
    regionOf: () => 'HK',
    playback: {
      admit: async () => undefined,
      contentKey: async () => new Uint8Array(),
      isPublicPreview: async () => false,
    },
    ...parts,
    source,
  })
  return app
}
