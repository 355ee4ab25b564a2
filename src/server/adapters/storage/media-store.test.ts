import { randomBytes } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MediaStore } from '#server/domains/media/ports.ts'
import { openS3Store } from '../../../../test/support/s3.ts'
import { createFileStore } from './media-store.ts'
import { parseStoreAddress } from './keys.rules.ts'

let folder: string
let s3: Awaited<ReturnType<typeof openS3Store>>
const stores: Record<string, MediaStore> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-store-'))
  await mkdir(join(folder, 's3'))
  stores.file = createFileStore(join(folder, 'file'))
  s3 = await openS3Store(join(folder, 's3'), 'below/')
  stores.s3 = s3.store
})

afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const text = async (store: MediaStore, key: string, range?: { start: number; end: number }) => {
  const opened = await store.open(key, range)
  return opened && (await buffer(opened.body)).toString()
}
const put = (store: MediaStore, key: string, content: string) =>
  store.put(key, { bytes: Buffer.from(content) }, { contentType: 'text/plain' })
const keys = async (store: MediaStore, prefix: string) => Array.fromAsync(store.list(prefix))

describe.each(['file', 's3'])('the %s store', (kind) => {
  test('returns an object with its size and type', async () => {
    const store = stores[kind]!
    await put(store, 'a/one/v720/00001.m4s', 'hello')
    expect(await text(store, 'a/one/v720/00001.m4s')).toBe('hello')
    expect(await store.stat('a/one/v720/00001.m4s')).toMatchObject({ size: 5, contentType: 'video/iso.segment' })
  })

  test('ranges are inclusive; stat describes the whole object', async () => {
    const store = stores[kind]!
    await put(store, 'a/range.mp4', '0123456789')
    expect(await text(store, 'a/range.mp4', { start: 2, end: 4 })).toBe('234')
    const opened = await store.open('a/range.mp4', { start: 8, end: 9 })
    expect(opened?.stat.size).toBe(10)
    opened?.body.destroy()
  })

  test('a range may end beyond the object, and is none where it begins there', async () => {
    const store = stores[kind]!
    await put(store, 'a/beyond.mp4', '0123456789')
    expect(await text(store, 'a/beyond.mp4', { start: 8, end: 99 })).toBe('89')
    const opened = await store.open('a/beyond.mp4', { start: 10, end: 99 })
    expect(opened && (await buffer(opened.body)).length).toSatisfy((found) => found === null || found === 0)
  })

  test('storing a file leaves the source unchanged', async () => {
    const store = stores[kind]!
    const source = join(folder, `source ${kind} 片.bin`)
    await writeFile(source, 'from a file')
    await store.put('i/x/frame-1.jpg', { file: source }, { contentType: 'image/jpeg' })
    expect(await text(store, 'i/x/frame-1.jpg')).toBe('from a file')
  })

  test('a file of several parts is stored whole', async () => {
    const store = stores[kind]!
    const source = join(folder, `long ${kind}.bin`)
    const bytes = randomBytes(33 * 1024 * 1024)
    await writeFile(source, bytes)
    await store.put('src/j1/0-0', { file: source }, { contentType: 'application/octet-stream' })
    const { body } = (await store.open('src/j1/0-0'))!
    expect((await buffer(body)).equals(bytes)).toBe(true)
  })

  test('a copy stays when the original goes, may be made again, and takes the place of another object', async () => {
    const store = stores[kind]!
    await put(store, 'a/former/00001.m4s', 'segment')
    await put(store, 'a/edition/00002.m4s', 'another')
    for (const to of ['00001.m4s', '00001.m4s', '00002.m4s']) await store.copy('a/former/00001.m4s', `a/edition/${to}`)
    await store.remove('a/former/')
    expect(await text(store, 'a/edition/00001.m4s')).toBe('segment')
    expect(await text(store, 'a/edition/00002.m4s')).toBe('segment')
    await expect(store.copy('a/former/00001.m4s', 'a/edition/00003.m4s')).rejects.toBeInstanceOf(Error)
    expect(await store.stat('a/edition/00003.m4s')).toBeNull()
  })

  test('put replaces an existing object', async () => {
    const store = stores[kind]!
    await put(store, 'a/again.vtt', 'first, and longer')
    await put(store, 'a/again.vtt', 'second')
    expect(await text(store, 'a/again.vtt')).toBe('second')
  })

  test('returns null for a missing object', async () => {
    const store = stores[kind]!
    expect(await store.stat('a/none/x.m4s')).toBeNull()
    expect(await store.open('a/none/x.m4s')).toBeNull()
    expect(await keys(store, 'a/none/')).toEqual([])
    await store.remove('a/none/')
  })

  test('the empty prefix lists all complete objects, for backups', async () => {
    const store = stores[kind]!
    await put(store, 'a/whole.mp4', 'whole')
    await put(store, 'p/whole.mp4', 'whole')
    const half = join(folder, 'file', '.unfinished', 'half')
    await writeFile(half, 'half')
    const all = await keys(store, '')
    await rm(half)
    expect(all).toEqual(expect.arrayContaining(['a/whole.mp4', 'p/whole.mp4']))
    expect(all.filter((key) => key.includes('unfinished'))).toEqual([])
  })

  test('lists exactly the keys below a prefix', async () => {
    const store = stores[kind]!
    const all = ['l/a-b/1.m4s', 'l/a.txt', 'l/a/2.m4s', 'l/a/10.m4s', 'l/b.vtt', 'lx/c.vtt']
    for (const key of all) await put(store, key, key)
    expect((await keys(store, 'l/')).toSorted()).toEqual(all.filter((key) => key.startsWith('l/')).toSorted())
  })

  test('removing a prefix keeps keys outside of it', async () => {
    const store = stores[kind]!
    for (const key of ['r/one/x.m4s', 'r/one/y/z.m4s', 'r/oneandahalf/x.m4s']) await put(store, key, key)
    await store.remove('r/one/')
    expect(await keys(store, 'r/')).toEqual(['r/oneandahalf/x.m4s'])
  })

  test.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/.hidden', '', 'a\\b', 'a/b\0', 'a/%2e%2e/b'])(
    'every call refuses the key %j',
    async (key) => {
      const store = stores[kind]!
      await expect(put(store, key, 'x')).rejects.toThrow(RangeError)
      await expect(store.stat(key)).rejects.toThrow(RangeError)
      await expect(store.open(key)).rejects.toThrow(RangeError)
      await expect(store.remove(key)).rejects.toThrow(RangeError)
    },
  )
})

test('a failed put leaves neither object nor temporary file', async () => {
  const store = stores.file!
  await expect(store.put('f/x.jpg', { file: join(folder, 'missing') }, { contentType: 'image/jpeg' })).rejects.toThrow(
    'ENOENT',
  )
  expect(await store.stat('f/x.jpg')).toBeNull()
  expect(await readdir(join(folder, 'file', '.unfinished'))).toEqual([])
})

test('only the file store has local paths', () => {
  expect(stores.file!.localPath('a/x.m4s')).toBe(join(folder, 'file', 'a', 'x.m4s'))
  expect(stores.s3!.localPath('a/x.m4s')).toBeNull()
})

test.each([
  ['file', { kind: 'file' }],
  ['s3://films', { kind: 's3', bucket: 'films', prefix: '' }],
  ['s3://films/harbour/media/', { kind: 's3', bucket: 'films', prefix: 'harbour/media/' }],
])('MEDIA_STORE=%s names a folder or a bucket', (setting, address) => {
  expect(parseStoreAddress(setting)).toEqual(address)
})

test.each(['ftp://x/y', '/mnt/films', 's3://A/b', 's3://films/../x', 's3://films/x y'])(
  'refuses MEDIA_STORE=%s',
  (setting) => {
    expect(() => parseStoreAddress(setting)).toThrow(RangeError)
  },
)
