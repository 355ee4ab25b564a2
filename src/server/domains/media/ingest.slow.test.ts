import { mkdir, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { IngestError } from './media-errors.ts'
import {
  addVideo,
  bytesOf,
  createWatchedBench,
  filesIn,
  leftovers,
  makeClip,
  makeVideo,
  type MediaBench,
  NOTHING,
  tone,
} from '../../../../test/support/media.ts'

const PATIENCE = { timeout: 30_000, interval: 20 }

let bench: MediaBench
afterEach(() => bench.close())

async function benchWith(before?: (step: string) => unknown) {
  const watched = await createWatchedBench(before)
  bench = watched.bench
  return watched
}

test('film, trailer and opening appear together with their title, each with a key of its own', async () => {
  await benchWith()
  const [film, trailer] = [
    await makeVideo(bench),
    await makeVideo(bench, { name: 'trailer.mp4', size: '128x72', seconds: 2 }),
  ]
  const sources = [
    { role: 'trailer' as const, file: trailer },
    { role: 'opening' as const, file: trailer },
    { role: 'film' as const, file: film },
  ]
  const jobId = await addVideo(bench, film, { sources })
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

test('a trailer that is bad takes its film with it: nothing half appears', async () => {
  await benchWith()
  const film = await makeVideo(bench)
  const sound = await makeClip(join(bench.folder, 'sound.mp4'), ...tone(1))
  const jobId = await addVideo(bench, film, {
    sources: [
      { role: 'film', file: film },
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

test('an attempt that breaks off goes on where it was: what is finished is not redone', async () => {
  let isBroken = true
  const { calls } = await benchWith((step) => {
    if (step === 'preview' && isBroken) throw new Error('the power went')
  })
  const jobId = await addVideo(bench, await makeVideo(bench))
  await expect(bench.media.ingest.run(jobId)).rejects.toThrow('the power went')
  expect(await bench.media.ingest.job(jobId)).toMatchObject({ state: 'queued', step: 'preview' })
  expect(bench.titles).toEqual([])
  isBroken = false
  expect(await bench.media.ingest.run(jobId)).toBe('done')
  expect(calls.filter((name) => name === 'encode')).toHaveLength(1)
  expect(calls.filter((name) => name === 'probe')).toHaveLength(1)
  expect(calls.filter((name) => name === 'preview')).toHaveLength(2)
})

test('when the title cannot be written, no asset is ready; the next attempt only publishes', async () => {
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

test('one source is made once for many titles, and encrypted for each', async () => {
  const { calls } = await benchWith()
  const film = await makeVideo(bench)
  for (const programGuid of ['a', 'b']) {
    const jobId = await addVideo(bench, film, {
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

test('a clear package is imported once, however often it is asked', async () => {
  await benchWith()
  const film = await makeVideo(bench)
  const jobId = await addVideo(bench, film, { title: { programId: 'a', programGuid: 'a' }, keepPackage: true })
  await bench.media.ingest.run(jobId)
  const kept = await filesIn(join(bench.folder, 'work', 'packages'))
  const given = {
    folder: dirname(kept.find((file) => basename(file) === 'package.json')!),
    programGuid: 'seed',
    role: 'film' as const,
    hasPreview: true,
    assetId: 'seed-film',
  }
  await bench.media.importPackage(given)
  const key = await bench.media.contentKey('seed-film')
  await bench.media.importPackage(given)
  expect(await bench.media.contentKey('seed-film')).toEqual(key)
  expect(bench.attached.map(({ programGuid }) => programGuid)).toEqual(['a', 'seed'])
  expect(await bench.media.asset('seed-film')).toMatchObject({ programGuid: 'seed', facts: { width: 160, height: 90 } })
})

test('a source that changes between attempts is not mixed with what was made of the first', async () => {
  let isBroken = true
  await benchWith((step) => {
    if (step === 'loudness' && isBroken) throw new Error('away')
  })
  const film = await makeVideo(bench)
  const jobId = await addVideo(bench, film)
  await expect(bench.media.ingest.run(jobId)).rejects.toThrow('away')
  isBroken = false
  await makeVideo(bench, { size: '128x72', seconds: 3 })
  expect(await bench.media.ingest.run(jobId)).toBe('failed')
  expect((await bench.media.ingest.job(jobId))?.error_code).toBe('SOURCE_CHANGED')
})

/** A store whose disk is full until `room` is called. */
function fillDisk() {
  const { put } = bench.store
  let isFull = true
  let puts = 0
  bench.store.put = async (...args) => {
    if (isFull && ++puts > 5) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    return put(...args)
  }
  return { room: () => (isFull = false), refusals: () => puts - 5 }
}

test('a job that meets a full disk waits, says so, and goes on when there is room: no step is done again', async () => {
  const { calls } = await benchWith()
  bench.deps.roomMs = 20
  const disk = fillDisk()
  const jobId = await addVideo(bench, await makeVideo(bench))
  const running = bench.media.ingest.run(jobId)
  await expect.poll(disk.refusals, PATIENCE).toBeGreaterThan(2)
  await expect.poll(async () => (await bench.media.ingest.job(jobId))?.error_code, PATIENCE).toBe('DISK_FULL')
  expect(await bench.media.ingest.job(jobId)).toMatchObject({ state: 'running', attempts: 1, step: 'publish' })
  expect(bench.titles).toEqual([])
  disk.room()
  expect(await running).toBe('done')
  expect(await bench.media.ingest.job(jobId)).toMatchObject({ state: 'done', error_code: null })
  expect(calls.filter((name) => name === 'encode')).toHaveLength(1)
  expect(bench.titles).toHaveLength(1)
})

test('a step that the disk had no room for leaves nothing half made while it waits', async () => {
  let isFull = true
  await benchWith((step) => {
    if (step === 'preview' && isFull) throw new IngestError('DISK_FULL')
  })
  bench.deps.roomMs = 1000
  const jobId = await addVideo(bench, await makeVideo(bench))
  const running = bench.media.ingest.run(jobId)
  await expect.poll(async () => (await bench.media.ingest.job(jobId))?.error_code, PATIENCE).toBe('DISK_FULL')
  const entries = await readdir(join(bench.folder, 'work'), { recursive: true })
  expect(entries.filter((name) => name.endsWith('.tmp'))).toEqual([])
  isFull = false
  expect(await running).toBe('done')
})

test('a job that waits for room is cancelled as any other, or put back when the worker stops', async () => {
  await benchWith()
  fillDisk()
  const file = await makeVideo(bench)
  const waits = async () => {
    const jobId = await addVideo(bench, file)
    const stop = new AbortController()
    const running = bench.media.ingest.run(jobId, stop.signal)
    await expect.poll(async () => (await bench.media.ingest.job(jobId))?.error_code, PATIENCE).toBe('DISK_FULL')
    return { jobId, stop, running }
  }
  const unwanted = await waits()
  await bench.media.ingest.cancel(unwanted.jobId)
  expect(await unwanted.running).toBe('cancelled')
  expect(await leftovers(bench)).toEqual(NOTHING)
  const stopped = await waits()
  stopped.stop.abort()
  expect(await stopped.running).toBe('released')
  expect(await bench.media.ingest.job(stopped.jobId)).toMatchObject({ state: 'queued', error_code: null })
})

test('folders of forgotten jobs are swept, those of waiting ones are not', async () => {
  await benchWith((step) => {
    if (step === 'preview') throw new Error('away')
  })
  const jobId = await addVideo(bench, await makeVideo(bench))
  await expect(bench.media.ingest.run(jobId)).rejects.toThrow('away')
  await mkdir(join(bench.folder, 'work', 'jobs', 'forgotten', 'asset'), { recursive: true })
  await bench.media.ingest.sweep()
  expect(await readdir(join(bench.folder, 'work', 'jobs'))).toEqual([jobId])
})
