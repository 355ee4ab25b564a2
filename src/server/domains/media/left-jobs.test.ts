import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestClock, type TestClock } from '#server/kit/clock.ts'
import { inTransaction, sql } from '#server/kit/db.ts'
import { StoreDown } from '#server/kit/store-down.ts'
import { createMediaBench, type MediaBench } from '../../../../test/support/media.ts'
import { createMedia } from './index.ts'
import { endJob, lockJob, releaseJob, startJob } from './job-attempt.repo.ts'
import { AttemptLost } from './media-errors.ts'
import type { MediaStore } from './ports.ts'

let bench: MediaBench
let clock: TestClock
let video: string

beforeEach(async () => {
  clock = createTestClock()
  bench = await createMediaBench(() => ({ clock }))
  video = join(bench.folder, 'film.mp4')
  await writeFile(video, 'a film')
})
afterEach(() => bench.close())

/** As far as jobs know, all nodes have it. */
const shared = (put?: MediaStore['put']): MediaStore => ({
  ...bench.store,
  localPath: () => null,
  ...(put && { put }),
})
const node = (nodeId: string, store: MediaStore = bench.store) => createMedia({ ...bench.deps, nodeId, store })
type Node = ReturnType<typeof node>

const add = ({ ingest }: Node) =>
  ingest.add({
    title: { programId: 'p1', programGuid: 'p1' },
    sources: [{ role: 'film', file: video }],
    hasPreview: false,
  })
const due = async ({ domainModule: { scheduledTasks = [] } }: Node, name: string) => {
  await scheduledTasks.find((task) => task.name === name)!.run({ log: bench.deps.log } as never)
}
const down = async () => {
  throw new StoreDown(new Error('no answer'))
}
const onlyJob = async () =>
  (await bench.deps.db.selectFrom('ingest_job').select(['job_id', 'node_id', 'state', 'error_code']).execute())[0]!

test.each(['left-sources', 'left-sources-of-encoders'])(
  '%s: what was not copied when its job was added is',
  async (task) => {
    await expect(add(node('one', shared(down)))).rejects.toThrow('no answer')
    const { job_id: jobId, node_id: bound } = await onlyJob()
    expect(bound).toBe('one')
    const other = node('two', shared())
    await due(other, task)
    expect(await other.ingest.takeable()).toEqual([])
    await due(node('one', shared()), task)
    expect(await other.ingest.takeable()).toEqual([jobId])
    expect(await Array.fromAsync(bench.store.list('src/'))).toEqual([`src/${jobId}/0-0`])
  },
)

test('a file that is not there any more is named, and waited for', async () => {
  await expect(add(node('one', shared(down)))).rejects.toThrow('no answer')
  await rename(video, `${video}.away`)
  const one = node('one', shared())
  await due(one, 'left-sources')
  expect(await onlyJob()).toMatchObject({ state: 'queued', node_id: 'one', error_code: 'UNREADABLE' })
  await rename(`${video}.away`, video)
  await due(one, 'left-sources')
  expect(await onlyJob()).toMatchObject({ state: 'queued', node_id: null })
})

test('a job whose node has not run for an hour ends, and says so', async () => {
  const seeOne = (seconds: number) =>
    sql`insert into node (process_id, node_id, version, roles, newest_migration, seen_at)
      values ('p', 'one', '1', 'worker', '0001', clock_timestamp() - make_interval(secs => ${seconds}))
      on conflict (process_id) do update set seen_at = excluded.seen_at`.execute(bench.deps.db)
  await add(node('one'))
  const two = node('two')
  await seeOne(0)
  clock.advance('PT2H')
  await due(two, 'lost-ingests')
  await seeOne(3_600)
  await due(two, 'lost-ingests')
  clock.advance('PT59M')
  await due(two, 'lost-ingests')
  expect(await onlyJob()).toMatchObject({ state: 'queued' })
  // Its hour begins anew whenever it is seen.
  await seeOne(0)
  await due(two, 'lost-ingests')
  await seeOne(3_600)
  await due(two, 'lost-ingests')
  clock.advance('PT59M')
  await due(two, 'lost-ingests')
  expect(await onlyJob()).toMatchObject({ state: 'queued' })
  clock.advance('PT1M')
  await due(two, 'lost-ingests')
  expect(await onlyJob()).toMatchObject({ state: 'failed', error_code: 'SOURCE_GONE' })
})

test('a job that was encoded on a node that has ended for good ends, too', async () => {
  await add(node('one'))
  await sql`update ingest_job set state = 'running', attempts = 1`.execute(bench.deps.db)
  const two = node('two')
  await due(two, 'lost-ingests')
  clock.advance('PT1H')
  await due(two, 'lost-ingests')
  expect(await onlyJob()).toMatchObject({ state: 'failed', error_code: 'SOURCE_GONE' })
})

test('an attempt that has lost its job neither ends it nor writes to it, however many attempts did not count', async () => {
  const { db } = bench.deps
  const jobId = await add(node('one'))
  const startedAt = { jobId, at: clock.now() }
  const lost = (await startJob(db, startedAt))!
  const second = (await startJob(db, startedAt))!
  await releaseJob(db, second, { counts: false })
  expect(await endJob(db, lost, { state: 'failed', at: clock.now() })).toBe(false)
  expect(await onlyJob()).toMatchObject({ state: 'queued' })
  const third = (await startJob(db, startedAt))!
  expect(third.attempts).toBe(second.attempts)
  await expect(inTransaction(db, (tx) => lockJob(tx, second))).rejects.toThrow(AttemptLost)
  await inTransaction(db, (tx) => lockJob(tx, third))
  expect(await endJob(db, third, { state: 'failed', at: clock.now() })).toBe(true)
})

test('after a failure no encoder takes a job for a while, which doubles up to half an hour', async () => {
  const [one, two] = [node('one'), node('two')]
  const jobId = await add(one)
  const delays = []
  for (let at = 0; at < 7; at++) delays.push(await (at % 2 ? one : two).ingest.postpone(jobId))
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 32])
  expect((await two.ingest.job(jobId))?.retry_at).toEqual(clock.now().add({ minutes: 32 }))
  // Who comes late does not end the delay of another that has failed since.
  await two.ingest.forgetRetries(jobId)
  expect(await one.ingest.job(jobId)).toMatchObject({ retry_minutes: 32 })
  clock.advance('PT32M')
  await two.ingest.forgetRetries(jobId)
  expect(await one.ingest.job(jobId)).toMatchObject({ retry_at: null, retry_minutes: null })
  // One that runs has its attempt.
  await sql`update ingest_job set state = 'running'`.execute(bench.deps.db)
  expect(await one.ingest.postpone(jobId)).toBeUndefined()
})
