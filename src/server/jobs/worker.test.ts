import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DomainModule } from '../domains/domain-module.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue, type Queue } from '#server/kit/queue.ts'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { queuesOf, startWork, type WorkerDeps } from './worker.ts'

const log = createLog({ level: 'silent', role: 'test' })
const NEVER_MS = 3_600_000

let database: TestDb
beforeEach(async () => {
  database = await createTestDb()
})
afterEach(() => database.close())

const start = (modules: readonly DomainModule[], more: Partial<WorkerDeps> = {}) =>
  startWork({ modules, queue: idleQueue, databaseUrl: database.url, log, ...more })

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
  const worker = await start(modules, { queue })
  expect(queuesOf(modules)).toEqual(['one', 'two'])
  const { signal } = new AbortController()
  await handlers.get('two')?.({ id: 'x' }, signal)
  expect(work.mock.calls).toEqual([[{ id: 'x' }, { queue, log, signal }]])
  await worker.stop()
})

test('worker and encoder each run their own, and nothing of the other', async () => {
  const [messages, films] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
  const modules: DomainModule[] = [
    {
      scheduledTasks: [{ name: 'messages', everyMs: NEVER_MS, run: messages }],
      jobs: [{ queue: 'send', work: messages }],
    },
    {
      scheduledTasks: [{ name: 'films', everyMs: NEVER_MS, role: 'encoder', run: films }],
      jobs: [{ queue: 'encode', role: 'encoder', work: films }],
    },
  ]
  const worked: string[] = []
  const queue: Queue = { ...idleQueue, work: async (name) => void worked.push(name) }
  const encoder = await start(modules, { queue, roles: ['encoder'] })
  await encoder.runDue()
  expect(worked.splice(0)).toEqual(['encode'])
  expect(messages).not.toHaveBeenCalled()
  await encoder.stop()
  films.mockClear()
  const worker = await start(modules, { queue, roles: ['worker'] })
  await worker.runDue()
  expect([worked, messages.mock.calls.length > 0, films.mock.calls.length]).toEqual([['send'], true, 0])
  await worker.stop()
})

test('while the clock is far off nothing that it makes due is run', async () => {
  const run = vi.fn(async () => undefined)
  let mayRun = false
  const modules = [{ scheduledTasks: [{ name: 'renewals', everyMs: NEVER_MS, wakeOn: 'things', run }] }]
  const worker = await start(modules, { mayRun: () => mayRun })
  await database.pool.query('notify things')
  // A later notification on the same connection: the first one has been taken by then.
  mayRun = true
  expect(run).not.toHaveBeenCalled()
  await database.pool.query('notify things')
  await vi.waitFor(() => expect(run).toHaveBeenCalled())
  await worker.stop()
})
