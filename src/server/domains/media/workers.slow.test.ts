import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import {
  addVideo,
  createRecordingBench,
  leftovers,
  makeVideo,
  type MediaBench,
  NOTHING,
  readPlaylist,
  textOf,
} from '../../../../test/support/media.ts'
import { until } from '../../../../test/support/processes.ts'
import { endJob, insertStep, stepOutputs } from './job-attempt.repo.ts'
import { createMedia } from './index.ts'
import { assetIdsOf } from './media.repo.ts'

let bench: MediaBench
afterEach(() => bench.close())

async function benchWith(before?: (step: string) => unknown) {
  const recorded = await createRecordingBench(before)
  bench = recorded.bench
  return recorded
}

test('cancelling ends a running encoder within seconds and removes its output', async () => {
  await benchWith()
  const jobId = await addVideo(bench, await makeVideo(bench, { size: '1280x720', seconds: 60 }))
  const running = bench.media.ingest.run(jobId)
  const pidFile = join(bench.folder, 'work', 'jobs', jobId, 'ffmpeg.pid')
  await until(async () => (await bench.media.ingest.job(jobId))?.step === 'encode' && existsSync(pidFile), {
    what: 'the encoder',
  })
  const pid = Number(readFileSync(pidFile, 'utf8'))
  expect(await bench.media.ingest.cancel(jobId)).toBe(true)
  expect(await running).toBe('cancelled')
  expect(existsSync(`/proc/${pid}`)).toBe(false)
  expect(await bench.media.ingest.job(jobId)).toMatchObject({ state: 'cancelled', error_code: 'CANCELLED' })
  expect(await leftovers(bench)).toEqual(NOTHING)
  expect(await bench.media.ingest.cancel(jobId)).toBe(false)
})

test('a queued job is cancelled immediately', async () => {
  await benchWith()
  const jobId = await addVideo(bench, await makeVideo(bench))
  expect(await bench.media.ingest.cancel(jobId)).toBe(true)
  expect((await bench.media.ingest.job(jobId))?.state).toBe('cancelled')
  expect(await bench.media.ingest.run(jobId)).toBe('cancelled')
  expect(await leftovers(bench)).toEqual(NOTHING)
})

test('a worker that shuts down releases its job', async () => {
  const stop = new AbortController()
  await benchWith((step) => step === 'encode' && stop.abort())
  const jobId = await addVideo(bench, await makeVideo(bench))
  expect(await bench.media.ingest.run(jobId, stop.signal)).toBe('released')
  expect((await bench.media.ingest.job(jobId))?.state).toBe('queued')
  expect(await bench.media.ingest.run(jobId)).toBe('done')
})

test('two workers never run the same job', async () => {
  const { calls } = await benchWith()
  const jobId = await addVideo(bench, await makeVideo(bench))
  const outcomes = await Promise.all([bench.media.ingest.run(jobId), bench.media.ingest.run(jobId)])
  expect(outcomes.toSorted()).toEqual(['busy', 'done'])
  expect(calls.filter((name) => name === 'encode')).toHaveLength(1)
  expect(await bench.media.ingest.run(jobId)).toBe('done')
  expect(bench.titles).toHaveLength(1)
})

/** In a process of its own. */
function startWorker(jobId: string): ChildProcess {
  const script = join(import.meta.dirname, '../../../../test/support/ingest-worker.ts')
  return spawn(process.execPath, [script, bench.test.url, bench.folder, jobId], { stdio: 'inherit' })
}

/** By signal 9. @returns once it has ended */
async function kill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL')
  await until(() => worker.signalCode !== null, { what: 'the end of the worker' })
}

/** The database may still hold the lock of a killed worker. */
const runNext = (jobId: string) =>
  until(
    async () => {
      const result = await bench.media.ingest.run(jobId)
      return result !== 'busy' && result
    },
    { what: 'the lock of the killed worker' },
  )

test('the next worker ends an encoder left by a killed worker before it resumes the job', async () => {
  const { calls } = await benchWith()
  const jobId = await addVideo(bench, await makeVideo(bench, { size: '1280x720', seconds: 20 }))
  const worker = startWorker(jobId)
  const pidFile = join(bench.folder, 'work', 'jobs', jobId, 'ffmpeg.pid')
  await until(async () => (await bench.media.ingest.job(jobId))?.step === 'encode' && existsSync(pidFile), {
    what: 'the encoder',
  })
  const orphan = Number(readFileSync(pidFile, 'utf8'))
  await kill(worker)
  expect(existsSync(`/proc/${orphan}`)).toBe(true)
  expect(bench.titles).toEqual([])
  expect(await runNext(jobId)).toBe('done')
  expect(existsSync(`/proc/${orphan}`)).toBe(false)
  expect(calls).not.toContain('probe')
  expect(calls.filter((name) => name === 'encode')).toHaveLength(1)
  expect((await leftovers(bench)).work).toEqual([])
})

test('a worker killed while it encodes a ladder: the next one publishes the title once and whole, and encodes again only what was not finished', async () => {
  const { calls } = await benchWith()
  const trailer = await makeVideo(bench, { name: 'trailer.mp4', size: '128x72', seconds: 2 })
  const film = await makeVideo(bench, { size: '1280x720', seconds: 12 })
  const sources = [
    { role: 'trailer' as const, file: trailer },
    { role: 'film' as const, file: film },
  ]
  const jobId = await addVideo(bench, film, { sources })
  const { db } = bench.deps
  const [trailerId = '', filmId = ''] = await assetIdsOf(db, jobId)
  const encoding = join(bench.folder, 'work', 'jobs', jobId, filmId, 'encode.tmp')
  const renditions = () =>
    (existsSync(encoding) ? readdirSync(encoding) : []).filter((name) => /^v\d+\.mp4$/.test(name))
  const worker = startWorker(jobId)
  await until(() => renditions().length >= 3, { what: 'the encoder of the ladder', everyMs: 10 })
  await kill(worker)
  expect([...(await stepOutputs(db, jobId, trailerId)).keys()]).toContain('encode')
  expect([...(await stepOutputs(db, jobId, filmId)).keys()]).not.toContain('encode')
  expect((await leftovers(bench)).media).toEqual([])

  expect(await runNext(jobId)).toBe('done')
  expect(calls.filter((name) => name === 'encode')).toHaveLength(1)
  expect(calls).not.toContain('probe')
  expect(await bench.media.ingest.run(jobId)).toBe('done')
  expect(bench.titles).toHaveLength(1)
  expect(bench.attached.map(({ assetId, role }) => [assetId, role])).toEqual([
    [trailerId, 'trailer'],
    [filmId, 'film'],
  ])

  const { media, work, assets } = await leftovers(bench)
  expect(work).toEqual([])
  expect(readdirSync(join(bench.folder, 'work', 'jobs'))).toEqual([])
  expect(assets.map(({ state }) => state)).toEqual(['ready', 'ready'])
  const keys = media.map((file) => relative(join(bench.folder, 'media'), file))
  expect(new Set(keys.map((key) => key.split('/')[1]))).toEqual(new Set([trailerId, filmId]))
  for (const rendition of ['v720', 'v480', 'v360']) {
    const folder = `a/${filmId}/${rendition}`
    const segments = readPlaylist(await textOf(bench.store, `${folder}/index.m3u8`))
    expect(segments.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(12)
    expect(keys).toEqual(expect.arrayContaining(segments.map(({ uri }) => `${folder}/${uri}`)))
  }
})

/** As a failover does to the session that holds it. */
const loseLock = (jobId: string) =>
  sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${`ingest:${jobId}`}, 0)`.execute(
    bench.deps.db,
  )

test('a worker that loses its lock while it encodes leaves the job to the next one', async () => {
  const encoding = Promise.withResolvers<void>()
  await benchWith((step) => step === 'encode' && encoding.resolve())
  const jobId = await addVideo(bench, await makeVideo(bench, { size: '1280x720', seconds: 60 }))
  const running = bench.media.ingest.run(jobId)
  await encoding.promise
  await loseLock(jobId)
  expect(await running).toBe('released')
  expect(await bench.media.ingest.job(jobId)).toMatchObject({ state: 'queued', attempts: 0 })
  expect(bench.titles).toEqual([])
})

test('what a worker without its lock finds is not written, and its failure removes nothing of the next one', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reached = Promise.withResolvers<void>()
  let encodes = 0
  await benchWith(async (step) => {
    if (step !== 'encode') return
    encodes += 1
    reached.resolve()
    // The first one hears nothing of its lock, and fails later than the second one begins.
    await (encodes === 1 ? first : second).promise
  })
  const { lock } = bench.deps
  bench.deps.lock = (key, work) => lock(key, () => work(new AbortController().signal))
  const { db } = bench.deps
  const jobId = await addVideo(bench, await makeVideo(bench))
  const [assetId = ''] = await assetIdsOf(db, jobId)
  const running = bench.media.ingest.run(jobId)
  await reached.promise
  const old = (await bench.media.ingest.job(jobId))!
  await loseLock(jobId)
  // Of another machine.
  const other = createMedia({ ...bench.deps, workFolder: join(bench.folder, 'other') })
  const next = other.ingest.run(jobId)
  await until(() => encodes === 2, { what: 'the second worker' })
  await expect(
    insertStep(db, old, { assetId, step: 'encode', output: null, at: bench.deps.clock.now() }),
  ).rejects.toThrow('another worker has the job')
  expect(await endJob(db, old, { state: 'failed', at: bench.deps.clock.now() })).toBe(false)
  first.resolve()
  expect(await running).toBe('released')
  expect(await bench.media.ingest.job(jobId)).toMatchObject({ state: 'running', attempts: 2 })
  second.resolve()
  expect(await next).toBe('done')
  expect(bench.titles).toHaveLength(1)
})
