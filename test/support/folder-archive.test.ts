import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packFolder, unpackFolder } from './folder-archive.ts'

let base: string
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'harbour-archive-'))
  await mkdir(join(base, 'from/empty'), { recursive: true })
  await mkdir(join(base, 'to'))
})
afterEach(() => rm(base, { recursive: true, force: true }))

test('an unpacked folder has the same files, empty folders and modes', async () => {
  const from = join(base, 'from')
  await writeFile(join(from, 'bytes'), Buffer.from([0, 10, 255, 0]))
  await writeFile(join(from, 'empty-file'), '')
  await writeFile(join(from, 'empty/../港映.txt'), '港\n映')
  await chmod(join(from, 'bytes'), 0o600)
  await chmod(join(from, 'empty'), 0o700)

  const to = join(base, 'to')
  await unpackFolder(await packFolder(from), to)
  expect((await readdir(to)).toSorted()).toEqual(['bytes', 'empty', 'empty-file', '港映.txt'])
  for (const name of ['bytes', 'empty-file', '港映.txt']) {
    expect(await readFile(join(to, name))).toEqual(await readFile(join(from, name)))
  }
  expect((await stat(join(to, 'bytes'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(to, 'empty'))).mode & 0o777).toBe(0o700)
})

test('a link is not packed', async () => {
  await symlink('/etc', join(base, 'from/link'))
  await expect(packFolder(join(base, 'from'))).rejects.toThrow('link is neither a file nor a folder')
})
