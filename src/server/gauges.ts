import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import { leasedGauges } from '#server/kit/gauge-lease.ts'
import type { Queue } from '#server/kit/queue.ts'
import type { DomainModule } from './domains/domain-module.ts'
import type { Config } from './config.ts'
import type { Pool } from 'pg'

interface Service {
  readonly modules: readonly DomainModule[]
  readonly queue: Queue
  readonly database: { readonly pool: Pool; readonly db: Kysely<Database> }
  readonly config: Pick<Config, 'BACKUP_STORE'>
}

/** Of the process, and under a lease those of the whole service, which ask the database. */
export function gaugesOf(
  { modules, queue, database: { pool, db }, config }: Service,
  lease: { processId: string; isWorker: boolean },
): Gauge[] {
  const all = modules.flatMap(({ gauges = [] }) => gauges)
  const ofBackups = backupGauges(db, config.BACKUP_STORE !== undefined)
  const ofService = [queueDepth(queue), ...ofBackups, ...all.filter(({ ofProcess }) => !ofProcess)]
  return [...all.filter(({ ofProcess }) => ofProcess), ...leasedGauges(ofService, { pool, ...lease })]
}

const queueDepth = (queue: Queue): Gauge => ({
  name: 'harbour_queue_jobs',
  help: 'Jobs that wait, by queue.',
  labels: ['queue'],
  read: async () => Object.entries(await queue.depth()).map(([name, value]) => ({ value, labels: { queue: name } })),
})

/** They have values only with BACKUP_STORE. */
function backupGauges(db: Kysely<Database>, isOn: boolean): Gauge[] {
  const ageOf = async (at: ReturnType<typeof sql<Date | null>>): Promise<{ value: number }[]> => {
    if (!isOn) return []
    const { rows } = await sql<{ seconds: number | null }>`
      select extract(epoch from clock_timestamp() - ${at})::float8 as seconds`.execute(db)
    const seconds = rows[0]?.seconds
    return seconds === null || seconds === undefined ? [] : [{ value: seconds }]
  }
  return [
    {
      name: 'harbour_log_kept_age_seconds',
      help: 'Since a file of the database log was last kept in BACKUP_STORE, or PostgreSQL began to count: what a restore could lose.',
      read: () =>
        ageOf(
          sql`(select coalesce(last_archived_time, stats_reset, pg_postmaster_start_time()) from pg_stat_archiver)`,
        ),
    },
    {
      name: 'harbour_restore_drill_age_seconds',
      help: 'Since a restore of BACKUP_STORE was last tried, or the first backup was begun.',
      read: () =>
        ageOf(sql`coalesce((select max(finished_at) from restore_drill), (select min(started_at) from backup_run))`),
    },
    {
      name: 'harbour_restore_drill_ok',
      help: '1: the last trial found everything whole.',
      read: async () => {
        if (!isOn) return []
        const last = await db
          .selectFrom('restore_drill')
          .select('problem')
          .orderBy('started_at', 'desc')
          .limit(1)
          .execute()
        return last.map(({ problem }) => ({ value: problem === null ? 1 : 0 }))
      },
    },
  ]
}
