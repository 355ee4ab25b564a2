import Fastify, { type FastifyInstance } from 'fastify'
import type { Gauge } from '#server/kit/gauge.ts'
import type { ProcessState } from '#server/kit/heartbeat.ts'
import { createTrust } from '../trusted-origin.ts'
import { bindHealth } from './health.ts'
import type { HttpConfig } from './http-deps.ts'
import { bindMetrics, createMetrics } from './metrics.ts'

interface HealthServerDeps {
  readonly config: Pick<HttpConfig, 'METRICS_TOKEN' | 'TRUST_PROXY'>
  readonly state: ProcessState
  readonly gauges: readonly Gauge[]
  readonly isClosing: () => boolean
}

/** What monitoring asks of a process that serves nothing else. The caller listens. */
export function openHealthServer({ config, state, gauges, isClosing }: HealthServerDeps): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  bindHealth(app, { state, isEnding: isClosing })
  bindMetrics(app, createMetrics({ gauges }), { token: config.METRICS_TOKEN, trust: createTrust(config.TRUST_PROXY) })
  return app
}
