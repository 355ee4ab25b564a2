import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasCluster, ensurePassword, readPassword } from './cluster-initdb.ts'

let dataDir: string
let folder: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'hc-'))
  folder = path.join(dataDir, 'postgres')
  await mkdir(folder)
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

test.each(['16', '17', '19'])('PostgreSQL 18 refuses a cluster of version %s', async (found) => {
  await writeFile(path.join(folder, 'PG_VERSION'), `${found}\n`)
  await expect(hasCluster(folder, '18')).rejects.toMatchObject({ code: 'OTHER_VERSION' })
})

test('detects only a complete cluster of the same major version', async () => {
  expect(await hasCluster(folder, '18')).toBe(false)
  expect(await hasCluster(path.join(dataDir, 'missing'), '18')).toBe(false)
  await writeFile(path.join(folder, 'PG_VERSION'), '18\n')
  expect(await hasCluster(folder, '18')).toBe(true)
})

test('refuses to overwrite files that are not a database', async () => {
  await writeFile(path.join(folder, 'thesis.txt'), 'mine')
  await expect(hasCluster(folder, '18')).rejects.toMatchObject({ code: 'DAMAGED' })
})

test('creates a password once, readable by this account only; an empty file does not count', async () => {
  const file = path.join(dataDir, 'postgres.password')
  await writeFile(file, '')
  const created = await ensurePassword(dataDir)
  expect(created).toMatchObject({ fresh: true, password: expect.stringMatching(/^[0-9a-f]{48}$/) })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await ensurePassword(dataDir)).toEqual({ ...created, fresh: false })
  expect(await readPassword(dataDir)).toBe(created.password)
})
