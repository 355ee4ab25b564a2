import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasCluster, keepPassword, readPassword } from './cluster-initdb.ts'

let dataDir: string
let folder: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'hc-'))
  folder = path.join(dataDir, 'postgres')
  await mkdir(folder)
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

test.each(['16', '17', '19'])('a cluster of PostgreSQL %s is not for 18', async (found) => {
  await writeFile(path.join(folder, 'PG_VERSION'), `${found}\n`)
  await expect(hasCluster(folder, '18')).rejects.toMatchObject({ code: 'OTHER_VERSION' })
})

test('only a finished cluster of our major counts as one', async () => {
  expect(await hasCluster(folder, '18')).toBe(false)
  expect(await hasCluster(path.join(dataDir, 'missing'), '18')).toBe(false)
  await writeFile(path.join(folder, 'PG_VERSION'), '18\n')
  expect(await hasCluster(folder, '18')).toBe(true)
})

test('files that are no database are never written over', async () => {
  await writeFile(path.join(folder, 'thesis.txt'), 'mine')
  await expect(hasCluster(folder, '18')).rejects.toMatchObject({ code: 'DAMAGED' })
})

test('a password is made once, for this account alone, and an empty file is none', async () => {
  const file = path.join(dataDir, 'postgres.password')
  await writeFile(file, '')
  const made = await keepPassword(dataDir)
  expect(made).toMatchObject({ fresh: true, password: expect.stringMatching(/^[0-9a-f]{48}$/) })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await keepPassword(dataDir)).toEqual({ ...made, fresh: false })
  expect(await readPassword(dataDir)).toBe(made.password)
})
