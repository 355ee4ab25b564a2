import type { FastifyInstance } from 'fastify'
import type { ProcessState } from '#server/kit/heartbeat.ts'

export interface HealthDeps {
  readonly state: ProcessState
  readonly isEnding: () => boolean
}

/**
 * `/healthz`: the process responds. `/readyz`: it can serve requests; 503 says why not. A lost database or store is named only: another
 * node would not have it either, and much is served without.
 */
export function bindHealth(app: FastifyInstance, { state, isEnding }: HealthDeps): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', (_request, reply) => {
    const failing = [...state.notReady(), ...(isEnding() ? ['closing'] : [])]
    const degraded = state.degraded()
    const isReady = failing.length === 0
    return reply
      .header('cache-control', 'no-store')
      .status(isReady ? 200 : 503)
      .send({
        status: isReady ? 'ready' : 'not ready',
        ...(!isReady && { failing }),
        ...(degraded.length > 0 && { degraded }),
      })
  })
}
