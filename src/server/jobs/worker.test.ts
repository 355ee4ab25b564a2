import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DomainModule } from '../domains/domain-module.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue, type Queue } from '#server/kit/queue.ts'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { queuesOf, startWork } from './worker.ts'

const log = createLog({ level: 'silent', role: 'test' })
const NEVER_MS = 3_600_000

let database: TestDb
beforeEach(async () => {
  database = await createTestDb()
})
afterEach(() => database.close())

const start = (modules: readonly DomainModule[], queue: Queue = idleQueue) =>
  startWork({ modules, queue, databaseUrl: database.url, log })

test('a scheduled task runs at the start, when its channel notifies, and when the clock is moved', async () => {
  const run = vi.fn(async () => undefined)
  const other = vi.fn(async () => undefined)
  const worker = await start([
    { scheduledTasks: [{ name: 'woken', everyMs: NEVER_MS, wakeOn: 'things', run }] },
    { scheduledTasks: [{ name: 'other', everyMs: NEVER_MS, run: other }] },
  ])
  await vi.waitFor(() => expect([run, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1]))
  await database.pool.query('notify things')
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
  await worker.runDue()
  expect([run, other].map(({ mock }) => mock.calls.length)).toEqual([3, 2])
  await worker.stop()
})

test('a scheduled task that fails holds up no other', async () => {
  const run = vi.fn(async () => undefined)
  const broken = { name: 'broken', everyMs: NEVER_MS, run: () => Promise.reject(new Error('not now')) }
  const worker = await start([
    { scheduledTasks: [broken] },
    { scheduledTasks: [{ name: 'other', everyMs: NEVER_MS, run }] },
  ])
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
  await worker.stop()
})

test('the queues are those of all domains, and each is worked by its job', async () => {
  const work = vi.fn(async () => undefined)
  const modules: DomainModule[] = [{ jobs: [{ queue: 'one', work }] }, {}, { jobs: [{ queue: 'two', work }] }]
  const handlers = new Map<string, Parameters<Queue['work']>[1]>()
  const queue: Queue = { ...idleQueue, work: async (name, handler) => void handlers.set(name, handler) }
  const worker = await start(modules, queue)
  expect(queuesOf(modules)).toEqual(['one', 'two'])
  const { signal } = new AbortController()
  await handlers.get('two')?.({ id: 'x' }, signal)
  expect(work.mock.calls).toEqual([[{ id: 'x' }, { queue, log, signal }]])
  await worker.stop()
})
