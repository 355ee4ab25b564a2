import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CommandError } from '#server/kit/command-error.ts'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { assertMasterKey, forgetMasterKey, masterKeyFile, masterKeyOf, openMasterKey } from './master-key.ts'

let database: TestDb
let location: { DATA_DIR: string; MASTER_KEY: undefined }
beforeEach(async () => {
  database = await createTestDb()
  location = { DATA_DIR: await mkdtemp(join(tmpdir(), 'harbour-key-')), MASTER_KEY: undefined }
})
afterEach(async () => {
  await database.close()
  await rm(location.DATA_DIR, { recursive: true, force: true })
})

const addAsset = () =>
  database.pool.query(
    `insert into asset (asset_id, kind, state, source_name, content_key, created_at)
     values ('a1', 'film', 'preparing', 'a.mp4', '\\x00', '2026-01-01T00:00:00Z')`,
  )
const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(CommandError)
  return (error as CommandError).message
}

test('the first start creates the key; later starts read it', async () => {
  const key = await openMasterKey(database.pool, location)
  expect(key).toHaveLength(32)
  expect((await stat(masterKeyFile(location))).mode & 0o777).toBe(0o600)
  expect(await openMasterKey(database.pool, location)).toEqual(key)
  expect(await masterKeyOf(location)).toEqual(key)
})

test('the database stores a check value, not the key', async () => {
  const key = await openMasterKey(database.pool, location)
  const { rows } = await database.pool.query<{ check_value: Buffer }>('select check_value from master_key')
  expect(rows).toHaveLength(1)
  expect(rows[0]!.check_value).not.toEqual(key)
})

test('refuses a missing key and does not replace it', async () => {
  await openMasterKey(database.pool, location)
  await rm(masterKeyFile(location))
  expect(await refusalOf(openMasterKey(database.pool, location))).toMatch(
    /missing.*keys\/master\.key.*npm run backup.*npm run restore/,
  )
  expect(existsSync(masterKeyFile(location))).toBe(false)
  await refusalOf(masterKeyOf(location))
})

test('refuses a missing key if assets exist but no check value', async () => {
  await addAsset()
  expect(await refusalOf(openMasterKey(database.pool, location))).toContain(masterKeyFile(location))
  expect(existsSync(masterKeyFile(location))).toBe(false)
})

test('refuses a different key from file or environment and keeps the existing one', async () => {
  await openMasterKey(database.pool, location)
  const withEnvironmentKey = { ...location, MASTER_KEY: randomBytes(32) }
  const message = await refusalOf(openMasterKey(database.pool, withEnvironmentKey))
  expect(message).toMatch(/^MASTER_KEY is not the master key of this database/)
  expect(message).not.toContain(withEnvironmentKey.MASTER_KEY.toString('base64'))
  const otherKey = randomBytes(32)
  await writeFile(masterKeyFile(location), otherKey)
  expect(await refusalOf(openMasterKey(database.pool, location))).toContain(masterKeyFile(location))
  await refusalOf(assertMasterKey(database.pool, otherKey, location))
  expect(await readFile(masterKeyFile(location))).toEqual(otherKey)
})

test('of two nodes first started with different keys only one succeeds', async () => {
  const nodes = [randomBytes(32), randomBytes(32)].map((MASTER_KEY) => ({ ...location, MASTER_KEY }))
  const outcomes = await Promise.allSettled(nodes.map((node) => openMasterKey(database.pool, node)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('without a check value the present key is accepted and its check value stored', async () => {
  await addAsset()
  const withEnvironmentKey = { ...location, MASTER_KEY: randomBytes(32) }
  expect(await openMasterKey(database.pool, withEnvironmentKey)).toEqual(withEnvironmentKey.MASTER_KEY)
  await forgetMasterKey(database.pool)
  const next = { ...location, MASTER_KEY: randomBytes(32) }
  expect(await openMasterKey(database.pool, next)).toEqual(next.MASTER_KEY)
})

test('in production no key is made for a database that other nodes may share; one that was made before stays', async () => {
  const shared = { ...location, NODE_ENV: 'production' as const, DATABASE_URL: database.url }
  expect(await refusalOf(openMasterKey(database.pool, shared))).toContain('MASTER_KEY must be set in production')
  expect(existsSync(masterKeyFile(location))).toBe(false)
  const key = await openMasterKey(database.pool, location)
  expect(await openMasterKey(database.pool, shared)).toEqual(key)
})
