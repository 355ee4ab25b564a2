import type { Pool } from 'pg'
import type { Gauge, GaugeValue } from './gauge.ts'

/** Longer than monitoring waits between two questions. */
const LEASE_SECONDS = 90
/** Each gauge asks again whether it is told. */
const ANSWER_MS = 5_000

interface LeaseDeps {
  readonly pool: Pool
  readonly processId: string
  readonly isWorker: boolean
}

/**
 * The figures of the whole service, which one process tells at a time: the first that monitoring asks, and any worker before a web
 * process. Another takes over once it has not been asked for 90 s. A process without the lease has no values.
 */
export function leasedGauges(gauges: readonly Gauge[], deps: LeaseDeps): Gauge[] {
  const mayTell = createLease(deps)
  return gauges.map((gauge) => ({ ...gauge, read: () => read(gauge) }))

  /** Without the database the process tells its own figures only. */
  async function read(gauge: Gauge): Promise<readonly GaugeValue[]> {
    return (await mayTell()) ? gauge.read().catch(() => []) : []
  }
}

function createLease({ pool, processId, isWorker }: LeaseDeps): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined
  let askedAtMs = -Infinity
  return () => {
    if (asked && performance.now() - askedAtMs < ANSWER_MS) return asked
    askedAtMs = performance.now()
    asked = take().catch(() => false)
    return asked
  }

  async function take(): Promise<boolean> {
    const { rowCount } = await pool.query(
      `insert into gauge_lease (name, process_id, is_worker, until)
       values ('service', $1, $2, clock_timestamp() + interval '${LEASE_SECONDS} seconds')
       on conflict (name) do update set process_id = excluded.process_id, is_worker = excluded.is_worker, until = excluded.until
       where gauge_lease.process_id = excluded.process_id or gauge_lease.until < clock_timestamp()
         or (excluded.is_worker and not gauge_lease.is_worker)`,
      [processId, isWorker],
    )
    return rowCount === 1
  }
}
