import type { Gauge } from '#server/kit/gauge.ts'
import { leasedGauges } from '#server/kit/gauge-lease.ts'
import type { Queue } from '#server/kit/queue.ts'
import type { App } from './app.ts'

/** Of the process, and under a lease those of the whole service, which ask the database. */
export function gaugesOf(
  { modules, queue, database: { pool } }: Pick<App, 'modules' | 'queue' | 'database'>,
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
