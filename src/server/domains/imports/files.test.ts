import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBelow, readName } from './files.ts'

let base: string
let folder: string
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'harbour-folder-'))
  folder = join(base, 'import')
  await mkdir(join(folder, 'films'), { recursive: true })
  await writeFile(join(folder, 'films', 'a.mp4'), 'film')
  await writeFile(join(folder, 'empty.mp4'), '')
  await writeFile(join(folder, 'Amélie.mp4'.normalize('NFD')), 'film')
  await writeFile(join(base, 'secret'), 'secret')
  await symlink(join(base, 'secret'), join(folder, 'link.mp4'))
  await symlink(base, join(folder, 'up'))
  await symlink(join(folder, 'films', 'a.mp4'), join(folder, 'inside.mp4'))
})
afterAll(() => rm(base, { recursive: true }))

async function find(given: string) {
  const read = readName(given)
  return 'is' in read ? read : findBelow(folder, read.name)
}

test.each(['films/a.mp4', './films/a.mp4', 'films\\a.mp4', 'inside.mp4', 'Amélie.mp4'])('%s is found', async (name) => {
  expect(await find(name)).toMatchObject({ bytes: 4 })
})

test.each([
  ['../secret', 'fileOutside'],
  ['films/../../secret', 'fileOutside'],
  ['films\\..\\..\\secret', 'fileOutside'],
  ['/etc/passwd', 'fileOutside'],
  ['C:\\films\\a.mp4', 'fileOutside'],
  ['link.mp4', 'fileOutside'],
  ['up/secret', 'fileOutside'],
  ['films/a.mp4\0.jpg', 'fileOutside'],
  ['films', 'fileUnreadable'],
  ['empty.mp4', 'fileUnreadable'],
  ['b.mp4', 'fileUnknown'],
  ['https://films.example/a.mp4', 'fileAddress'],
  ['s3://bucket/a.mp4', 'fileAddress'],
  ['file:///etc/passwd', 'fileAddress'],
])('%j is refused: %s', async (name, is) => {
  expect(await find(name)).toMatchObject({ is })
})
