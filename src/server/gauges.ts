import type { Gauge } from '#server/kit/gauge.ts'
import { leasedGauges } from '#server/kit/gauge-lease.ts'
import type { Queue } from '#server/kit/queue.ts'
import type { DomainModule } from './domains/domain-module.ts'
import type { Pool } from 'pg'

interface Service {
  readonly modules: readonly DomainModule[]
  readonly queue: Queue
  readonly database: { readonly pool: Pool }
}

/** Of the process, and under a lease those of the whole service, which ask the database. */
export function gaugesOf(
  { modules, queue, database: { pool } }: Service,
  lease: { processId: string; isWorker: boolean },
): Gauge[] {
  const all = modules.flatMap(({ gauges = [] }) => gauges)
  const ofService = [queueDepth(queue), ...all.filter(({ ofProcess }) => !ofProcess)]
  return [...all.filter(({ ofProcess }) => ofProcess), ...leasedGauges(ofService, { pool, ...lease })]
}

const queueDepth = (queue: Queue): Gauge => ({
  name: 'harbour_queue_jobs',
  help: 'Jobs that wait, by queue.',
  labels: ['queue'],
  read: async () => Object.entries(await queue.depth()).map(([name, value]) => ({ value, labels: { queue: name } })),
})
