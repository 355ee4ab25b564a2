import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import type { Gauge } from './gauge.ts'
import { leasedGauges } from './gauge-lease.ts'

let database: TestDb
beforeAll(async () => {
  database = await createTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.pool.query('truncate gauge_lease')
})

const WAITING: Gauge = { name: 'harbour_outbox_waiting', help: 'x', read: async () => [{ value: 3 }] }

/** What a process tells each time that it is read; a new one, since an answer holds for some seconds. */
const read = (processId: string, isWorker: boolean, gauge = WAITING) =>
  leasedGauges([gauge], { pool: database.pool, processId, isWorker })[0]!.read()

test('one process tells the figures of the service: any worker before a web process', async () => {
  expect(await read('web-1', false)).toEqual([{ value: 3 }])
  expect(await read('web-2', false)).toEqual([])
  expect(await read('web-1', false)).toEqual([{ value: 3 }])
  expect(await read('worker-1', true)).toEqual([{ value: 3 }])
  expect(await read('web-1', false)).toEqual([])
  expect(await read('worker-2', true)).toEqual([])
})

test('one that is not asked any more is replaced', async () => {
  await read('worker-1', true)
  await database.pool.query(`update gauge_lease set until = until - interval '89 seconds'`)
  expect(await read('web-1', false)).toEqual([])
  await database.pool.query(`update gauge_lease set until = until - interval '2 seconds'`)
  expect(await read('web-1', false)).toEqual([{ value: 3 }])
})

test('all figures of one question ask for the lease once', async () => {
  let asked = 0
  const pool = { query: async () => ({ rowCount: ++asked }) } as never
  const gauges = leasedGauges([WAITING, WAITING, WAITING], { pool, processId: 'one', isWorker: true })
  for (const { read } of gauges) await read()
  expect(asked).toBe(1)
})

test('without the database there are no figures of the service, and no error', async () => {
  const lost = { query: () => Promise.reject(new Error('lost')) } as never
  expect(await leasedGauges([WAITING], { pool: lost, processId: 'one', isWorker: true })[0]!.read()).toEqual([])
  const failing = { ...WAITING, read: () => Promise.reject(new Error('lost')) }
  expect(await read('one', true, failing)).toEqual([])
})
