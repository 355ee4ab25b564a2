import { mkdir, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '#server/kit/log.ts'
import { StoreDown } from '#server/kit/store-down.ts'
import { IngestError } from './media-errors.ts'
import {
  addVideo,
  bytesOf,
  createRecordingBench,
  filesIn,
  leftovers,
  makeClip,
  makeVideo,
  type MediaBench,
  NOTHING,
  tone,
} from '../../../../test/support/media.ts'

/** Ten programs run before a job is published, each for seconds on a busy machine. */
const POLL = { timeout: 120_000, interval: 20 }

let bench: MediaBench
afterEach(() => bench.close())

async function benchWith(before?: (step: string) => unknown) {
  const recorded = await createRecordingBench(before)
  bench = recorded.bench
  return recorded
}

test('film, trailer and opening are published together with their title, each with its own key', async () => {
  await benchWith()
  const [filmFile, trailer] = [
    await makeVideo(bench),
    await makeVideo(bench, { name: 'trailer.mp4', size: '128x72', seconds: 2 }),
  ]
  const sources = [
    { role: 'trailer' as const, file: trailer },
    { role: 'opening' as const, file: trailer },
    { role: 'film' as const, file: filmFile },
  ]
  const jobId = await addVideo(bench, filmFile, { sources })
  expect(bench.titles).toEqual([])
  expect(await bench.media.ingest.run(jobId)).toBe('done')
  expect(bench.titles).toHaveLength(1)
  expect(bench.attached.map(({ role }) => role)).toEqual(['trailer', 'opening', 'film'])
  const keys = await Promise.all(
    bench.attached.map(async ({ assetId }) => (await bench.media.contentKey(assetId))!.toString('hex')),
  )
  expect(new Set(keys).size).toBe(3)
  expect(await bench.media.ingest.job(jobId)).toMatchObject({
    state: 'done',
    percent: 100,
    program_id: 'p1',
    program_guid: 'p1',
  })
  expect((await leftovers(bench)).work).toEqual([])
})

test('an unusable trailer fails the whole job and publishes nothing', async () => {
  await benchWith()
  const sourceFile = await makeVideo(bench)
  const sound = await makeClip(join(bench.folder, 'sound.mp4'), ...tone(1))
  const jobId = await addVideo(bench, sourceFile, {
    sources: [
      { role: 'film', file: sourceFile },
      { role: 'trailer', file: sound },
    ],
  })
  expect(await bench.media.ingest.run(jobId)).toBe('failed')
  expect(await bench.media.ingest.job(jobId)).toMatchObject({
    error_code: 'NO_VIDEO',
    error_params: { file: 'sound.mp4' },
  })
  expect(await leftovers(bench)).toEqual(NOTHING)
  expect(bench.titles).toEqual([])
})

test('a resumed attempt does not repeat finished steps', async () => {
  let isBroken = true
  const { calls } = await benchWith((step) => {
    if (step === 'preview' && isBroken) throw new Error('power failure')
  })
  const jobId = await addVideo(bench, await makeVideo(bench))
  await expect(bench.media.ingest.run(jobId)).rejects.toThrow('power failure')
  expect(await bench.media.ingest.job(jobId)).toMatchObject({ state: 'queued', step: 'preview' })
  expect(bench.titles).toEqual([])
  isBroken = false
  expect(await bench.media.ingest.run(jobId)).toBe('done')
  expect(calls.filter((name) => name === 'encode')).toHaveLength(1)
  expect(calls.filter((name) => name === 'probe')).toHaveLength(1)
  expect(calls.filter((name) => name === 'preview')).toHaveLength(2)
})

test('the notes of an ingest are logged by name', async () => {
  await benchWith((step) => {
    if (step === 'encode') throw new Error('power failure')
  })
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  bench.deps.log = createLog({ level: 'info', role: 'test', destination })
  const jobId = await addVideo(bench, await makeVideo(bench))
  await expect(bench.media.ingest.run(jobId)).rejects.toThrow('power failure')
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({
      msg: 'ingest note',
      jobId,
      note: 'LANGUAGE_UNKNOWN',
      params: { file: 'film.mp4', detail: '#1' },
    }),
  )
})

test('if the title cannot be created, no asset becomes ready; the next attempt only publishes', async () => {
  let isBroken = true
  const { calls } = await benchWith()
  bench.deps.titles.createTitle = async () => {
    if (isBroken) throw new Error('database away')
    return { programId: 'p2', programGuid: 'p2' }
  }
  const jobId = await addVideo(bench, await makeVideo(bench))
  await expect(bench.media.ingest.run(jobId)).rejects.toThrow('database away')
  const [asset] = (await leftovers(bench)).assets
  expect(asset?.state).toBe('preparing')
  expect(await bench.media.contentKey(asset!.asset_id)).toBeNull()
  expect(await bench.media.asset(asset!.asset_id)).toBeNull()
  isBroken = false
  const before = calls.length
  expect(await bench.media.ingest.run(jobId)).toBe('done')
  expect(calls.length).toBe(before)
  expect(await bench.media.asset(asset!.asset_id)).toMatchObject({ programGuid: 'p2', role: 'film' })
})

test('one source is encoded once for several titles and encrypted for each', async () => {
  const { calls } = await benchWith()
  const sourceFile = await makeVideo(bench)
  for (const programGuid of ['a', 'b']) {
    const jobId = await addVideo(bench, sourceFile, {
      title: { programId: programGuid, programGuid },
      keepPackage: true,
      background: true,
    })
    expect(await bench.media.ingest.run(jobId)).toBe('done')
  }
  expect(calls.filter((name) => name === 'encode')).toHaveLength(1)
  expect(bench.attached.map(({ programGuid }) => programGuid)).toEqual(['a', 'b'])
  const [one, two] = await Promise.all(
    bench.attached.map(({ assetId }) => bytesOf(bench.store, `a/${assetId}/v360/00001.m4s`)),
  )
  expect(one!.equals(two!)).toBe(false)
  await bench.media.dropPackages()
  expect((await leftovers(bench)).work).toEqual([])
})

test('importing a clear package is idempotent', async () => {
  await benchWith()
  const sourceFile = await makeVideo(bench)
  const jobId = await addVideo(bench, sourceFile, { title: { programId: 'a', programGuid: 'a' }, keepPackage: true })
  await bench.media.ingest.run(jobId)
  const packages = await filesIn(join(bench.folder, 'work', 'packages'))
  const packageImport = {
    folder: dirname(packages.find((file) => basename(file) === 'package.json')!),
    programGuid: 'seed',
    role: 'film' as const,
    hasPreview: true,
    assetId: 'seed-film',
  }
  await bench.media.importPackage(packageImport)
  const key = await bench.media.contentKey('seed-film')
  await bench.media.importPackage(packageImport)
  expect(await bench.media.contentKey('seed-film')).toEqual(key)
  expect(bench.attached.map(({ programGuid }) => programGuid)).toEqual(['a', 'seed'])
  expect(await bench.media.asset('seed-film')).toMatchObject({ programGuid: 'seed', facts: { width: 160, height: 90 } })
})

test('refuses a source that changed between attempts', async () => {
  let isBroken = true
  await benchWith((step) => {
    if (step === 'loudness' && isBroken) throw new Error('away')
  })
  const sourceFile = await makeVideo(bench)
  const jobId = await addVideo(bench, sourceFile)
  await expect(bench.media.ingest.run(jobId)).rejects.toThrow('away')
  isBroken = false
  await makeVideo(bench, { size: '128x72', seconds: 3 })
  expect(await bench.media.ingest.run(jobId)).toBe('failed')
  expect((await bench.media.ingest.job(jobId))?.error_code).toBe('SOURCE_CHANGED')
})

/** A store on a full disk, until space is freed. */
function fillDisk() {
  const { put } = bench.store
  let isFull = true
  let puts = 0
  bench.store.put = async (...args) => {
    if (isFull && ++puts > 5) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    return put(...args)
  }
  return { freeSpace: () => (isFull = false), refusals: () => puts - 5 }
}

test('a job on a full disk pauses, reports it, and resumes without repeating steps', async () => {
  const { calls } = await benchWith()
  bench.deps.diskRetryMs = 20
  const disk = fillDisk()
  const jobId = await addVideo(bench, await makeVideo(bench))
  const running = bench.media.ingest.run(jobId)
  await expect.poll(disk.refusals, POLL).toBeGreaterThan(2)
  await expect.poll(async () => (await bench.media.ingest.job(jobId))?.error_code, POLL).toBe('DISK_FULL')
  expect(await bench.media.ingest.job(jobId)).toMatchObject({ state: 'running', attempts: 1, step: 'publish' })
  expect(bench.titles).toEqual([])
  disk.freeSpace()
  expect(await running).toBe('done')
  expect(await bench.media.ingest.job(jobId)).toMatchObject({ state: 'done', error_code: null })
  expect(calls.filter((name) => name === 'encode')).toHaveLength(1)
  expect(bench.titles).toHaveLength(1)
})

test('a step that failed on a full disk leaves no partial output while it waits', async () => {
  let isFull = true
  await benchWith((step) => {
    if (step === 'preview' && isFull) throw new IngestError('DISK_FULL')
  })
  bench.deps.diskRetryMs = 1000
  const jobId = await addVideo(bench, await makeVideo(bench))
  const running = bench.media.ingest.run(jobId)
  await expect.poll(async () => (await bench.media.ingest.job(jobId))?.error_code, POLL).toBe('DISK_FULL')
  const entries = await readdir(join(bench.folder, 'work'), { recursive: true })
  expect(entries.filter((name) => name.endsWith('.tmp'))).toEqual([])
  isFull = false
  expect(await running).toBe('done')
})

test('a job waiting for disk space can be cancelled, and is released when the worker stops', async () => {
  await benchWith()
  fillDisk()
  const file = await makeVideo(bench)
  const waitingJob = async () => {
    const jobId = await addVideo(bench, file)
    const stop = new AbortController()
    const running = bench.media.ingest.run(jobId, stop.signal)
    await expect.poll(async () => (await bench.media.ingest.job(jobId))?.error_code, POLL).toBe('DISK_FULL')
    return { jobId, stop, running }
  }
  const cancelled = await waitingJob()
  await bench.media.ingest.cancel(cancelled.jobId)
  expect(await cancelled.running).toBe('cancelled')
  expect(await leftovers(bench)).toEqual(NOTHING)
  const released = await waitingJob()
  released.stop.abort()
  expect(await released.running).toBe('released')
  expect(await bench.media.ingest.job(released.jobId)).toMatchObject({ state: 'queued', error_code: null })
})

test('sweeps folders of unknown jobs and keeps those of unfinished ones', async () => {
  await benchWith((step) => {
    if (step === 'preview') throw new Error('away')
  })
  const jobId = await addVideo(bench, await makeVideo(bench))
  await expect(bench.media.ingest.run(jobId)).rejects.toThrow('away')
  await mkdir(join(bench.folder, 'work', 'jobs', 'forgotten', 'asset'), { recursive: true })
  await bench.media.ingest.sweep()
  expect(await readdir(join(bench.folder, 'work', 'jobs'))).toEqual([jobId])
})

test('a lost store uses up no attempts, however long it is lost', async () => {
  await benchWith()
  const { put } = bench.store
  let isLost = true
  bench.store.put = async (...args) => {
    if (isLost) throw new StoreDown(new Error('no answer'))
    return put(...args)
  }
  const jobId = await addVideo(bench, await makeVideo(bench))
  for (let n = 0; n < 30; n++) await expect(bench.media.ingest.run(jobId)).rejects.toThrow('no answer')
  expect(await bench.media.ingest.job(jobId)).toMatchObject({ state: 'queued', attempts: 0 })
  isLost = false
  expect(await bench.media.ingest.run(jobId)).toBe('done')
})
