import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import { noteNew, takeNew } from '#server/adapters/storage/new-objects.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { openS3Store } from '../../../test/support/s3.ts'
import { MEDIA } from './backup-store.ts'
import { copyMedia, copyNewMedia } from './base-backups.ts'

let parent: string
let noted: string
let media: MediaStore
let s3: Awaited<ReturnType<typeof openS3Store>>

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'harbour-new-media-'))
  noted = join(parent, 'media.new')
  media = createFileStore(join(parent, 'media'), noted)
  s3 = await openS3Store(join(parent, 's3'), 'backups/')
})
afterEach(async () => {
  await s3.close()
  await rm(parent, { recursive: true, force: true })
})

const put = (key: string) => media.put(key, { bytes: Buffer.from(key) }, { contentType: 'video/mp4' })
const inBackup = async () =>
  (await Array.fromAsync(s3.store.list(MEDIA))).map((key) => key.slice(MEDIA.length)).toSorted()

const SPAN_MS = 10 * 60_000
const NOW = 3_000 * SPAN_MS

test('a bucket gets what is new without a list of either store', async () => {
  for (const number of [1, 2, 3]) await put(`a/old/0000${number}.m4s`)
  await copyMedia(media, { store: s3.store })
  await takeNew(noted, async () => undefined)
  const lists = [vi.spyOn(s3.store, 'list'), vi.spyOn(media, 'list')]
  const [puts, stats] = [vi.spyOn(s3.store, 'put'), vi.spyOn(s3.store, 'stat')]
  const copyNew = () => takeNew(noted, (keys) => copyNewMedia(media, { store: s3.store }, keys))
  // Noted, and there already.
  await copyNew()
  expect(puts).not.toHaveBeenCalled()
  await put('a/new/00001.m4s')
  await media.copy('a/new/00001.m4s', 'a/other/00001.m4s')
  await put('src/job/0-0')
  await put('a/gone/00001.m4s')
  await media.remove('a/gone/')
  stats.mockClear()
  await copyNew()
  expect(puts.mock.calls.map(([key]) => key).toSorted()).toEqual(['media/a/new/00001.m4s', 'media/a/other/00001.m4s'])
  expect(stats.mock.calls.length).toBeLessThanOrEqual(6)
  for (const list of lists) expect(list).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  expect(await inBackup()).toEqual([
    'a/new/00001.m4s',
    ...[1, 2, 3].map((number) => `a/old/0000${number}.m4s`),
    'a/other/00001.m4s',
  ])
})

test('what could not be copied is named again, and names are kept no longer than they are needed', async () => {
  await noteNew(noted, 'a/one', NOW)
  await noteNew(noted, 'a/two', NOW + SPAN_MS)
  const failing = takeNew(noted, async () => Promise.reject(new Error('no answer')), NOW + 5 * SPAN_MS)
  await expect(failing).rejects.toThrow('no answer')
  const taken: string[][] = []
  const take = (nowMs: number) => takeNew(noted, async (keys) => taken.push(keys.toSorted()), nowMs)
  await take(NOW + SPAN_MS)
  await take(NOW + 2 * SPAN_MS)
  await take(NOW + 3 * SPAN_MS)
  await take(NOW + 3 * SPAN_MS)
  expect(taken).toEqual([['a/one', 'a/two'], ['a/one', 'a/two'], ['a/two']])
  expect(await readdir(noted)).toEqual([])
})

test('a folder in which nothing is noted has nothing new', async () => {
  const take = vi.fn()
  await takeNew(join(parent, 'absent'), take)
  expect(take).not.toHaveBeenCalled()
})

test('a store without BACKUP_STORE notes nothing', async () => {
  const plain = createFileStore(join(parent, 'media'))
  await plain.put('a/one', { bytes: Buffer.from('one') }, { contentType: 'video/mp4' })
  await expect(readdir(noted)).rejects.toThrow('ENOENT')
})
