import type { FastifyInstance } from 'fastify'
import { apiPage } from '../api-page.ts'
import { type Variants, variantsOf } from '../encodings.ts'
import { openApi } from '../openapi.ts'
import { ENDPOINTS } from '../calls.ts'
import { sendVariants } from './static-files.ts'

const VERSION = '1.0'

/**
 * Serves the API description (`/api/openapi.json`) and its documentation page (`/api/docs`), generated on first
 * request.
 */
export function bindDocuments(app: FastifyInstance, { brand }: { brand: string }): void {
  const documents = {
    '/api/openapi.json': {
      type: 'application/json; charset=utf-8',
      make: () => JSON.stringify(openApi(ENDPOINTS, { title: `${brand} wire`, version: VERSION })),
    },
    '/api/docs': { type: 'text/html; charset=utf-8', make: () => apiPage(ENDPOINTS, brand) },
  }
  for (const [path, { type, make }] of Object.entries(documents)) {
    let variants: Variants | undefined
    app.get(path, async (request, reply) => {
      variants ??= variantsOf(Buffer.from(make()), 'file')
      await sendVariants(request, reply, { variants, type, cacheControl: 'public, max-age=60' })
      return reply
    })
  }
}
