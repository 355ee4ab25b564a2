import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { copyMedia } from './backup.ts'

let parent: string
let store: MediaStore

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'harbour-backups-'))
  store = createFileStore(join(parent, 'store'))
  await put('a/one/00001.m4s', 'first')
  await put('a/one/00002.m4s', 'second')
})
afterEach(() => rm(parent, { recursive: true, force: true }))

const LATER = new Date('2027-01-01')

const put = (key: string, text: string) => store.put(key, { bytes: Buffer.from(text) }, { contentType: 'video/mp4' })

/** Takes a backup as the command does: under a temporary name, with a manifest when it is complete. */
async function backUp(name: string, from = store) {
  const partial = join(parent, 'backups', `${name}.partial`)
  await mkdir(partial, { recursive: true })
  const copied = await copyMedia(from, partial)
  await writeFile(join(partial, 'manifest.json'), '{}')
  await rename(partial, join(parent, 'backups', name))
  return copied
}

const fileIn = (backup: string, key: string) => join(parent, 'backups', backup, 'media', key)
const textIn = (backup: string, key: string) => readFile(fileIn(backup, key), 'utf8')
const inodeIn = async (backup: string, key: string) => (await stat(fileIn(backup, key))).ino

test('a second backup beside the first copies only what is new, and both are complete', async () => {
  expect(await backUp('one')).toEqual({ objects: 2, bytes: 11, linked: 0 })
  await put('a/two/00001.m4s', 'third')
  expect(await backUp('two')).toEqual({ objects: 3, bytes: 16, linked: 2 })
  expect(await inodeIn('two', 'a/one/00001.m4s')).toBe(await inodeIn('one', 'a/one/00001.m4s'))
  // Each outlives the other.
  await rm(join(parent, 'backups', 'one'), { recursive: true })
  expect(await textIn('two', 'a/one/00002.m4s')).toBe('second')
  expect(await backUp('three')).toMatchObject({ objects: 3, linked: 3 })
})

test('an object of the same name and size that was written again is copied', async () => {
  await backUp('one')
  await put('a/one/00001.m4s', 'other')
  await utimes(join(parent, 'store/a/one/00001.m4s'), LATER, LATER)
  expect(await backUp('two')).toMatchObject({ linked: 1 })
  expect([await textIn('one', 'a/one/00001.m4s'), await textIn('two', 'a/one/00001.m4s')]).toEqual(['first', 'other'])
})

test('the same media of another installation are never taken for ours', async () => {
  await backUp('one')
  const other = createFileStore(join(parent, 'other'))
  await other.put('a/one/00001.m4s', { bytes: Buffer.from('FIRST') }, { contentType: 'video/mp4' })
  await utimes(join(parent, 'other/a/one/00001.m4s'), LATER, LATER)
  expect(await backUp('two', other)).toEqual({ objects: 1, bytes: 5, linked: 0 })
  expect(await textIn('two', 'a/one/00001.m4s')).toBe('FIRST')
})

test('an unfinished backup, and one without a list, are not used', async () => {
  const unfinished = join(parent, 'backups', 'zero.partial')
  await mkdir(unfinished, { recursive: true })
  await copyMedia(store, unfinished)
  expect(await backUp('one')).toMatchObject({ linked: 0 })
  await rm(join(parent, 'backups', 'one', 'media.index'))
  expect(await backUp('two')).toMatchObject({ linked: 0 })
})

test('a file that is gone from the earlier backup is copied again, and a remote store works the same', async () => {
  const remote = { ...store, localPath: () => null }
  await backUp('one', remote)
  await rm(fileIn('one', 'a/one/00001.m4s'))
  expect(await backUp('two', remote)).toMatchObject({ objects: 2, linked: 1 })
  expect(await textIn('two', 'a/one/00001.m4s')).toBe('first')
})

test('a file that cannot be read fails the backup', async () => {
  if (process.getuid?.() === 0) return
  await chmod(join(parent, 'store', 'a/one/00001.m4s'), 0)
  await expect(backUp('one')).rejects.toThrow('EACCES')
})
