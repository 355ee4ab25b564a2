import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { type Clock, systemClock } from './clock.ts'
import { CommandError } from './command-error.ts'
import { type HeartbeatDeps, startHeartbeat } from './heartbeat.ts'
import { createLog } from './log.ts'

let database: TestDb
beforeAll(async () => {
  database = await createTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.pool.query('truncate node')
})

const NODE = { processId: 'one', nodeId: 'a', version: '1.0.0', roles: 'web', newestMigration: '0001_one.sql' }

async function start(more: Partial<HeartbeatDeps> = {}) {
  const log = createLog({ level: 'silent', role: 'test' })
  const { pool } = database
  const heartbeat = await startHeartbeat({
    pool,
    node: NODE,
    checkSchema: async () => undefined,
    clock: systemClock,
    log,
    ...more,
  })
  onTestFinished(() => heartbeat.stop())
  return heartbeat
}

const seen = async () => (await database.pool.query('select process_id, node_id, version, roles from node')).rows

const aheadBy = (ms: number): Clock => ({
  now: () => systemClock.now().add({ milliseconds: ms }),
  nowMs: () => systemClock.nowMs() + ms,
})

test('a process is seen from its first heartbeat until it stops', async () => {
  const heartbeat = await start()
  expect(await seen()).toEqual([{ process_id: 'one', node_id: 'a', version: '1.0.0', roles: 'web' }])
  expect([heartbeat.notReady(), heartbeat.degraded()]).toEqual([[], []])
  await heartbeat.stop()
  expect(await seen()).toEqual([])
})

test.each([
  { ms: 1_000, notReady: [], farOff: false },
  { ms: 4_000, notReady: ['clock'], farOff: false },
  { ms: 600_000, notReady: ['clock'], farOff: true },
  { ms: -600_000, notReady: ['clock'], farOff: true },
])('a clock $ms ms ahead: not ready for $notReady', async ({ ms, notReady, farOff }) => {
  const heartbeat = await start({ clock: aheadBy(ms) })
  expect(heartbeat.notReady()).toEqual(notReady)
  expect(heartbeat.isClockFarOff()).toBe(farOff)
  const gauge = heartbeat.gauges.find(({ name }) => name === 'harbour_clock_error_seconds')
  const [{ value } = { value: NaN }] = await gauge!.read()
  expect(Math.abs(value - ms / 1_000)).toBeLessThan(1)
})

test('a process that the schema excludes is not ready; without the store it is, but says so', async () => {
  const excluded = await start({ checkSchema: () => Promise.reject(new CommandError('unknown migration')) })
  expect(excluded.notReady()).toEqual(['schema'])
  const alone = await start({ checkStore: () => Promise.reject(new Error('refused')) })
  expect([alone.notReady(), alone.degraded()]).toEqual([[], ['store']])
  const [gauge] = alone.gauges
  expect(await gauge!.read()).toEqual([
    { value: 0, labels: { part: 'database' } },
    { value: 1, labels: { part: 'store' } },
    { value: 0, labels: { part: 'replica' } },
  ])
})

test('a lost database is named, does not end readiness, and is looked for again every 2 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const lost = Promise.reject(new Error('Connection terminated'))
  lost.catch(() => undefined)
  const query = vi.spyOn(database.pool, 'query').mockImplementation(() => lost as never)
  const heartbeat = await start()
  expect([heartbeat.notReady(), heartbeat.degraded()]).toEqual([[], ['database']])
  query.mockRestore()
  vi.advanceTimersByTime(2_000)
  await vi.waitFor(() => expect(heartbeat.degraded()).toEqual([]))
})

test('a database that does not answer is not asked again before it has', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const query = vi.fn((): Promise<unknown> => new Promise(() => undefined))
  const started = start({ pool: { query } as unknown as HeartbeatDeps['pool'] })
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await started).degraded()).toEqual(['database'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(query).toHaveBeenCalledOnce()
  query.mockResolvedValue({ rows: [] })
})
