import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestClock, type TestClock } from '#server/kit/clock.ts'
import { createLog } from '#server/kit/log.ts'
import { createQueue, type Queue } from '#server/kit/queue.ts'
import { currentRequestId } from '#server/kit/request-context.ts'
import { queuesOf, workQueues } from '#server/jobs/worker.ts'
import { createTestDb, type TestDb } from '../../../../test/support/database.ts'
import { createIngestJobs, type IngestJobsDeps } from './index.ts'

const log = createLog({ level: 'silent', role: 'test' })
const PATIENCE = { timeout: 12_000, interval: 50 }

type Row = {
  state: 'queued' | 'failed' | 'done'
  attempts: number
  error_code?: string
  request: { background: boolean }
  request_id?: string
  retry_at?: Temporal.Instant
  minutes?: number
}
let database: TestDb
let clock: TestClock
let queue: Queue
let rows: Map<string, Row>
/** The outcome of the next run of any job. */
let ending: (row: Row) => Promise<'done' | 'failed'>
let ran: string[]
/** On behalf of which requests. */
let ranFor: (string | null)[]
let requestUnfinished: () => Promise<unknown>
/** As another encoder, which has not tried a job yet. */
let requestByAnother: () => Promise<unknown>
/** What the log is told of the jobs in the background. */
let report: () => Promise<unknown[]>

const addQueued = (jobId: string, background = false) =>
  rows.set(jobId, { state: 'queued', attempts: 0, request: { background } })

beforeEach(async () => {
  database = await createTestDb()
  clock = createTestClock()
  rows = new Map()
  ran = []
  ranFor = []
  ending = async () => 'done'
  const queued = async () => [...rows].filter(([, { state }]) => state === 'queued').map(([jobId]) => jobId)
  const ingest = {
    unfinished: queued,
    takeable: queued,
    cancelled: async () => [],
    job: async (jobId: string) => rows.get(jobId),
    postpone: async (jobId: string) => {
      const row = rows.get(jobId)!
      row.minutes = (row.minutes ?? 0.5) * 2
      row.retry_at = clock.now().add({ minutes: row.minutes })
      return row.minutes
    },
    forgetRetries: async () => undefined,
    sweep: async () => undefined,
    background: async () => {
      const jobs = [...rows.values()].filter(({ request }) => request.background)
      const count = (state: Row['state']) => jobs.filter((row) => row.state === state).length
      return { left: count('queued'), done: count('done') }
    },
    // As in the service: a request that arrives after the job has ended does not run it again.
    run: async (jobId: string) => {
      const row = rows.get(jobId)!
      if (row.state !== 'queued') return row.state
      ran.push(jobId)
      ranFor.push(currentRequestId())
      row.attempts += 1
      return (row.state = await ending(row))
    },
  }
  const encoder = () =>
    createIngestJobs({
      ingest: ingest as unknown as IngestJobsDeps['ingest'],
      dropPackages: async () => undefined,
      clock,
      pauseMs: 1,
    })
  const [jobs, another] = [encoder(), encoder()]
  queue = createQueue({ url: database.url, log })
  await queue.start(queuesOf([jobs]))
  await workQueues(jobs.jobs!, { queue, log })
  requestUnfinished = () => jobs.scheduledTasks![0]!.run({ queue, log })
  requestByAnother = () => another.scheduledTasks![0]!.run({ queue, log })
  report = async () => {
    const lines: unknown[] = []
    const recorder = { info: (fields: object, message: string) => lines.push({ ...fields, message }) }
    await jobs.scheduledTasks![1]!.run({ queue, log: recorder as unknown as typeof log })
    return lines
  }
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

test('an encoder runs a job on behalf of the request that added it', async () => {
  addQueued('left')
  rows.get('left')!.request_id = 'of-the-operator'
  await requestUnfinished()
  await vi.waitFor(() => expect(ranFor).toEqual(['of-the-operator']), PATIENCE)
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
  await requestByAnother()
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

test('the log tells how many films are ready and how long the others take, and only when that changes', async () => {
  const message = 'films are being prepared in the background'
  const finish = (jobId: string) => void (rows.get(jobId)!.state = 'done')
  addQueued('an operator’s')
  expect(await report()).toEqual([])
  for (const jobId of ['a', 'b', 'c', 'd']) addQueued(jobId, true)
  expect(await report()).toEqual([{ ready: 0, left: 4, message }])
  clock.advance('PT1M')
  expect(await report()).toEqual([])
  finish('a')
  clock.advance('PT1M')
  expect(await report()).toEqual([{ ready: 1, left: 3, minutesLeft: 6, message }])
  for (const jobId of ['b', 'c', 'd']) finish(jobId)
  expect(await report()).toEqual([{ ready: 4, left: 0, message: 'all films are prepared' }])
  expect(await report()).toEqual([])
})
