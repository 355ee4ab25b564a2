import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/kit/log.ts'

const CHECK_TIMEOUT_MS = 2_000

export interface HealthDeps {
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>
  readonly isClosing: () => boolean
  readonly log: Log
}

/** `/healthz`: the process responds. `/readyz`: it can serve requests; 503 lists the failing checks. */
export function bindHealth(app: FastifyInstance, { checks, isClosing, log }: HealthDeps): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await passes(name, check)] as const),
    )
    const failing = [
      ...results.filter(([, passed]) => !passed).map(([name]) => name),
      ...(isClosing() ? ['closing'] : []),
    ]
    const ready = failing.length === 0
    return reply
      .header('cache-control', 'no-store')
      .status(ready ? 200 : 503)
      .send(ready ? { status: 'ready' } : { status: 'not ready', failing })
  })

  async function passes(name: string, check: () => Promise<unknown>): Promise<boolean> {
    try {
      await Promise.race([check(), tooLong()])
      return true
    } catch (error) {
      log.warn({ err: error, check: name }, 'not ready')
      return false
    }
  }
}

const tooLong = (): Promise<never> =>
  new Promise((_resolve, reject) => {
    AbortSignal.timeout(CHECK_TIMEOUT_MS).addEventListener('abort', () =>
      reject(new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`)),
    )
  })
