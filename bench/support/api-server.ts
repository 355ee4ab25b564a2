import Fastify from 'fastify'
import { createApp } from '#server/app.ts'
import { startWeb } from '#server/roles.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { createLog } from '#server/kit/log.ts'
import { RequestLog } from '#server/wire/http/server.ts'

/** Message to a child of `bench/api`: run the web role on a seeded database, or a bare handler of fixed responses. */
export type ServerOrder =
  | { kind: 'ours'; env: Record<string, string>; databaseUrl: string }
  | { kind: 'bare'; answers: FixedAnswer[] }

/** A recorded response, to be replayed from memory. */
export interface FixedAnswer {
  url: string
  headers: Record<string, string>
  body: string
}

process.once('message', (order: ServerOrder) => {
  const port = order.kind === 'ours' ? serveOurs(order) : serveBare(order.answers)
  void port.then((number) => process.send?.({ port: number }))
})
process.once('disconnect', () => process.exit())

async function serveOurs({ env, databaseUrl }: Extract<ServerOrder, { kind: 'ours' }>): Promise<number> {
  const log = createLog({ level: 'info', role: 'web' })
  const app = await createApp({
    config: readConfig(env),
    databaseUrl,
    masterKey: Buffer.alloc(32, 1),
    log,
    clock: systemClock,
  })
  const { port } = await startWeb(app, () => Promise.resolve())
  return port ?? 0
}

/** The baseline: Fastify with the same logger and request log, the same headers and bytes, and nothing else. */
async function serveBare(answers: readonly FixedAnswer[]): Promise<number> {
  const app = Fastify({ loggerInstance: createLog({ level: 'info', role: 'web' }), logController: new RequestLog() })
  for (const { url, headers, body } of answers) {
    const bytes = Buffer.from(body, 'base64')
    app.get(url.split('?')[0] ?? '', (_request, reply) => reply.headers(headers).send(bytes))
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}
