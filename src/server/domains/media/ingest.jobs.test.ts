import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestClock, type TestClock } from '#server/kit/clock.ts'
import { createLog } from '#server/kit/log.ts'
import { createQueue, type Queue } from '#server/kit/queue.ts'
import { queuesOf, workQueues } from '#server/jobs/worker.ts'
import { createTestDb, type TestDb } from '../../../../test/support/database.ts'
import { createIngestJobs, type IngestJobsDeps } from './ingest.jobs.ts'

const log = createLog({ level: 'silent', role: 'test' })
const PATIENCE = { timeout: 12_000, interval: 50 }

type Row = {
  state: 'queued' | 'failed' | 'done'
  attempts: number
  error_code?: string
  request: { background: boolean }
}
let database: TestDb
let clock: TestClock
let queue: Queue
let rows: Map<string, Row>
/** The outcome of the next run of any job. */
let ending: (row: Row) => Promise<'done' | 'failed'>
let ran: string[]
let requestUnfinished: () => Promise<unknown>

const addQueued = (jobId: string, background = false) =>
  rows.set(jobId, { state: 'queued', attempts: 0, request: { background } })

beforeEach(async () => {
  database = await createTestDb()
  clock = createTestClock()
  rows = new Map()
  ran = []
  ending = async () => 'done'
  const ingest = {
    unfinished: async () => [...rows].filter(([, { state }]) => state === 'queued').map(([jobId]) => jobId),
    job: async (jobId: string) => rows.get(jobId),
    sweep: async () => undefined,
    run: async (jobId: string) => {
      ran.push(jobId)
      const row = rows.get(jobId)!
      row.attempts += 1
      return (row.state = await ending(row))
    },
  }
  const jobs = createIngestJobs({
    ingest: ingest as unknown as IngestJobsDeps['ingest'],
    dropPackages: async () => undefined,
    clock,
    pauseMs: 1,
  })
  queue = createQueue({ url: database.url, log })
  await queue.start(queuesOf([jobs]))
  await workQueues(jobs.jobs!, { queue, log })
  requestUnfinished = () => jobs.dueWork![0]!.run({ queue, log })
})
afterEach(async () => {
  await queue.stop()
  await database.close()
})

test('a job left queued by a command is run once by the next poll of the worker', async () => {
  addQueued('left')
  addQueued('demo', true)
  await Promise.all([requestUnfinished(), requestUnfinished()])
  await vi.waitFor(() => expect(ran.toSorted()).toEqual(['demo', 'left']), PATIENCE)
  await requestUnfinished()
  expect([...rows.values()].map(({ state }) => state)).toEqual(['done', 'done'])
  expect(ran).toHaveLength(2)
})

test('a crashing job is retried with increasing delay and does not block others', async () => {
  ending = async () => {
    throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
  }
  addQueued('bad')
  const crashes = async (times: number) => {
    await requestUnfinished()
    await vi.waitFor(() => expect(ran).toHaveLength(times), PATIENCE)
  }
  await crashes(1)
  await requestUnfinished()
  clock.advance('PT61S')
  await crashes(2)
  // The second delay is two minutes: a poll within it requests nothing.
  clock.advance('PT61S')
  await requestUnfinished()
  ending = async () => 'done'
  addQueued('good')
  await requestUnfinished()
  await vi.waitFor(() => expect(ran).toEqual(['bad', 'bad', 'good']), PATIENCE)
  expect(rows.get('bad')!.state).toBe('queued')
  clock.advance('PT2M')
  await requestUnfinished()
  await vi.waitFor(() => expect(rows.get('bad')!.state).toBe('done'), PATIENCE)
})
