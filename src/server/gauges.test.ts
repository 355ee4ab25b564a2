import { expect, onTestFinished, test } from 'vitest'
import type { Queue } from '#server/kit/queue.ts'
import { createTestDb } from '../../test/support/database.ts'
import { gaugesOf } from './gauges.ts'

test('the log that was never kept, and the drill that was never tried, are told by the time since they could have been', async () => {
  const { db, pool, close } = await createTestDb()
  onTestFinished(close)
  const queue = { depth: async () => ({}) } as unknown as Queue
  const service = { modules: [], queue, database: { db, pool }, config: { BACKUP_STORE: '/backups' } }
  const gauges = gaugesOf(service, { processId: 'one', isWorker: true })
  const read = async (name: string) =>
    (await gauges.find((gauge) => gauge.name === name)!.read()).map(({ value }) => value)
  // PostgreSQL of the tests keeps no log anywhere.
  const [{ archived } = { archived: '' }] = (
    await pool.query<{ archived: string | null }>('select last_archived_time as archived from pg_stat_archiver')
  ).rows
  expect(archived).toBeNull()
  const [age] = await read('harbour_log_kept_age_seconds')
  expect(age).toBeGreaterThan(0)
  expect(await read('harbour_restore_drill_age_seconds')).toEqual([])
  await pool.query(`insert into backup_run (started_at) values (clock_timestamp() - interval '3 hours')`)
  const [since] = await read('harbour_restore_drill_age_seconds')
  expect(since).toBeGreaterThanOrEqual(3 * 3_600)
  await pool.query('insert into restore_drill values (clock_timestamp(), clock_timestamp(), null)')
  const [tried] = await read('harbour_restore_drill_age_seconds')
  expect(tried).toBeLessThan(3_600)
})
