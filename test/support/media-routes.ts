import Fastify, { type FastifyInstance } from 'fastify'
import { type MediaRoutesDeps, mediaRoutes } from '#server/wire/media/media.routes.ts'

/** The raw media routes over a store, with stubs for everything else. Close it when done. */
export async function serveMedia({
  source,
  ...parts
}: Pick<MediaRoutesDeps, 'source'> & Partial<MediaRoutesDeps>): Promise<FastifyInstance> {
  const app = Fastify()
  await mediaRoutes(app, {
    findFirst: () => undefined,
    images: { variant: async () => undefined, shareCard: async () => undefined },
    titleFonts: { find: async () => 'unknown' },
    uploads: { open: async () => undefined },
    regionOf: () => 'HK',
    addressOf: () => '127.0.0.1',
    streamAuthorization: {
      hasGrant: () => true,
      admit: async () => undefined,
      contentKey: async () => new Uint8Array(),
      isPublicPreview: async () => false,
      isNarrowed: async () => false,
    },
    ...parts,
    source,
  })
  return app
}
