import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  addVideo,
  createRecordingBench,
  leftovers,
  makeVideo,
  type MediaBench,
  NOTHING,
} from '../../../../test/support/media.ts'
import { until } from '../../../../test/support/processes.ts'

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

test('the next worker ends an encoder left by a killed worker before it resumes the job', async () => {
  const { calls } = await benchWith()
  const jobId = await addVideo(bench, await makeVideo(bench, { size: '1280x720', seconds: 20 }))
  const script = join(import.meta.dirname, '../../../../test/support/ingest-worker.ts')
  const worker: ChildProcess = spawn(process.execPath, [script, bench.test.url, bench.folder, jobId], {
    stdio: 'inherit',
  })
  const pidFile = join(bench.folder, 'work', 'jobs', jobId, 'ffmpeg.pid')
  await until(async () => (await bench.media.ingest.job(jobId))?.step === 'encode' && existsSync(pidFile), {
    what: 'the encoder',
  })
  const orphan = Number(readFileSync(pidFile, 'utf8'))
  worker.kill('SIGKILL')
  await until(() => worker.signalCode !== null, { what: 'the end of the worker' })
  expect(existsSync(`/proc/${orphan}`)).toBe(true)
  expect(bench.titles).toEqual([])
  // The database may still hold the lock of the killed worker.
  const run = async () => {
    const result = await bench.media.ingest.run(jobId)
    return result !== 'busy' && result
  }
  const outcome = await until(run, { what: 'the lock of the killed worker' })
  expect(outcome).toBe('done')
  expect(existsSync(`/proc/${orphan}`)).toBe(false)
  expect(calls).not.toContain('probe')
  expect(calls.filter((name) => name === 'encode')).toHaveLength(1)
  expect((await leftovers(bench)).work).toEqual([])
})
