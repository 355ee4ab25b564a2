import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, expect, test } from 'vitest'
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
import { assetIdsOf, stepOutputs } from './media.repo.ts'

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
