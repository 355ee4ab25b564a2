import type { FastifyInstance } from 'fastify'
import type { Webhooks } from '#server/domains/webhooks/index.ts'

const BODY_BYTES_MAX = 256 * 1024

export const webhookPath = (provider: string): string => `/hooks/${provider}`

export interface WebhookRoutesDeps {
  readonly webhooks: Pick<Webhooks, 'receive'>
  /** As registered with the provider: some signatures cover the URL. */
  readonly publicUrl: string
}

/** Passes on the raw body of any content type. Responses contain only what the provider expects. */
export async function webhookRoutes(app: FastifyInstance, { webhooks, publicUrl }: WebhookRoutesDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { provider: string } }>(webhookPath(':provider'), async (request, reply) => {
      const answer = await webhooks.receive(request.params.provider, {
        url: publicUrl + request.url,
        headers: singleHeaders(request.headers),
        address: request.ip,
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      })
      if (!answer) return reply.callNotFound()
      if (answer.contentType) reply.type(answer.contentType)
      return reply.status(answer.status).header('cache-control', 'no-store').send(answer.body)
    })
  })
}

function singleHeaders(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]))
}
