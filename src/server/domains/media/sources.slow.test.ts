import { access, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMediaBench, DRAFT, makeVideo, type MediaBench } from '../../../../test/support/media.ts'
import { openS3Store } from '../../../../test/support/s3.ts'
import { createMedia, type Media, type NewSource } from './index.ts'
import type { MediaStore } from './ports.ts'

let s3: Awaited<ReturnType<typeof openS3Store>>
let shared: MediaStore
let bench: MediaBench
let video: string

beforeEach(async () => {
  bench = await createMediaBench()
  await mkdir(join(bench.folder, 's3'))
  s3 = await openS3Store(join(bench.folder, 's3'))
  shared = s3.store
  video = await makeVideo(bench, { name: 'film 片.mp4' })
})
afterEach(async () => {
  await s3.close()
  await bench.close()
})

/** A node with a disk of its own. */
const node = (nodeId: string, store: MediaStore) =>
  createMedia({ ...bench.deps, nodeId, store, workFolder: join(bench.folder, nodeId, 'work') })
const add = ({ ingest }: Media, change: Partial<NewSource> = {}) =>
  ingest.add({ title: { draft: DRAFT }, sources: [{ role: 'film', file: video, ...change }], hasPreview: true })
const stored = () => Array.fromAsync(shared.list('src/'))
const isGone = (file: string) =>
  access(file).then(
    () => false,
    () => true,
  )

test('with a shared store any node takes a job, whose source is on the disk of another, and leaves no copy behind', async () => {
  const subtitle = join(bench.folder, 'film.srt')
  await writeFile(subtitle, '1\n00:00:00,000 --> 00:00:01,000\n你好\n')
  const [one, two] = [node('one', shared), node('two', shared)]
  const jobId = await add(one, { subtitles: [{ language: 'zh-Hant', file: subtitle }] })
  expect((await stored()).toSorted()).toEqual([`src/${jobId}/0-0`, `src/${jobId}/0-1`])
  await rm(video)
  await rm(subtitle)
  expect(await two.ingest.takeable()).toEqual([jobId])
  expect(await two.ingest.run(jobId)).toBe('done')
  expect(await stored()).toEqual([])
  expect(await isGone(join(bench.folder, 'two', 'work', 'jobs', jobId))).toBe(true)
  expect(await two.asset(bench.attached[0]!.assetId)).toMatchObject({ role: 'film' })
})

test('a job that one node examined is resumed by another', async () => {
  const [one, two] = [node('one', shared), node('two', shared)]
  const jobId = await add(one)
  const stop = new AbortController()
  const running = one.ingest.run(jobId, stop.signal)
  await expect
    .poll(async () => (await one.ingest.job(jobId))?.step, { timeout: 60_000 })
    .toSatisfy((step) => step !== null && step !== 'probe')
  stop.abort()
  // It may have been quicker.
  if ((await running) === 'released') expect(await two.ingest.run(jobId)).toBe('done')
  expect((await two.ingest.job(jobId))?.state).toBe('done')
})

test('with folders only the node that has the source takes a job', async () => {
  const [one, two] = [node('one', bench.store), node('two', bench.store)]
  const jobId = await add(one)
  expect(await stored()).toEqual([])
  expect([await one.ingest.takeable(), await two.ingest.takeable()]).toEqual([[jobId], []])
  expect(await two.ingest.run(jobId)).toBe('elsewhere')
  expect(await two.ingest.job(jobId)).toMatchObject({ state: 'queued', attempts: 0 })
  expect(await one.ingest.run(jobId)).toBe('done')
})

test('another node can cancel it', async () => {
  const [one, two] = [node('one', bench.store), node('two', bench.store)]
  const jobId = await add(one)
  await two.ingest.cancel(jobId)
  expect(await one.ingest.job(jobId)).toMatchObject({ state: 'cancelled' })
})

test.each(['folder', 'shared'] as const)(
  'a source that is not there is waited for, and never ends a job: with a %s store',
  async (kind) => {
    const one = node('one', kind === 'folder' ? bench.store : shared)
    const jobId = await add(one)
    if (kind === 'shared') await shared.remove(`src/${jobId}/`)
    const away = `${video}.away`
    await rename(video, away)
    for (let n = 0; n < 30; n++) expect(await one.ingest.run(jobId)).toBe('waiting')
    expect(await one.ingest.job(jobId)).toMatchObject({
      state: 'queued',
      attempts: 0,
      error_code: 'UNREADABLE',
      error_params: { file: 'film 片.mp4', detail: 'ENOENT' },
    })
    await rename(away, video)
    expect(await one.ingest.run(jobId)).toBe('done')
  },
)

test('what a stopped node left in the store is removed; what a job still needs stays', async () => {
  const one = node('one', shared)
  const jobId = await add(one)
  await shared.put('src/gone/0-0', { bytes: Buffer.from('x') }, { contentType: 'application/octet-stream' })
  await one.ingest.sweep()
  expect(await stored()).toEqual([`src/${jobId}/0-0`])
  await one.ingest.cancel(jobId)
  expect(await stored()).toEqual([])
})

test('a source that has another length in the store than before is fetched again', async () => {
  const [one, two] = [node('one', shared), node('two', shared)]
  const jobId = await add(one)
  const copy = join(bench.folder, 'two', 'work', 'jobs', jobId, 'sources', '0-0', 'film 片.mp4')
  await mkdir(join(copy, '..'), { recursive: true })
  await writeFile(copy, 'half')
  expect((await stat(copy)).size).toBe(4)
  expect(await two.ingest.run(jobId)).toBe('done')
})
