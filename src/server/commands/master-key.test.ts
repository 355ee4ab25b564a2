import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Refusal } from '#server/kit/refusal.ts'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { assertMasterKey, forgetMasterKey, masterKeyFile, masterKeyOf, openMasterKey } from './master-key.ts'

let database: TestDb
let place: { DATA_DIR: string; MASTER_KEY: undefined }
beforeEach(async () => {
  database = await createTestDb()
  place = { DATA_DIR: await mkdtemp(join(tmpdir(), 'harbour-key-')), MASTER_KEY: undefined }
})
afterEach(async () => {
  await database.close()
  await rm(place.DATA_DIR, { recursive: true, force: true })
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
  expect(error).toBeInstanceOf(Refusal)
  return (error as Refusal).message
}

test('the first start makes the key, and every later one finds it', async () => {
  const key = await openMasterKey(database.pool, place)
  expect(key).toHaveLength(32)
  expect((await stat(masterKeyFile(place))).mode & 0o777).toBe(0o600)
  expect(await openMasterKey(database.pool, place)).toEqual(key)
  expect(await masterKeyOf(place)).toEqual(key)
})

test('what the database remembers is not the key', async () => {
  const key = await openMasterKey(database.pool, place)
  const { rows } = await database.pool.query<{ check_value: Buffer }>('select check_value from master_key')
  expect(rows).toHaveLength(1)
  expect(rows[0]!.check_value).not.toEqual(key)
})

test('a lost key is refused and not replaced', async () => {
  await openMasterKey(database.pool, place)
  await rm(masterKeyFile(place))
  expect(await refusalOf(openMasterKey(database.pool, place))).toMatch(
    /missing.*keys\/master\.key.*npm run backup.*npm run restore/,
  )
  expect(existsSync(masterKeyFile(place))).toBe(false)
  await refusalOf(masterKeyOf(place))
})

test('a lost key is refused where films are older than the memory of it', async () => {
  await addAsset()
  expect(await refusalOf(openMasterKey(database.pool, place))).toContain(masterKeyFile(place))
  expect(existsSync(masterKeyFile(place))).toBe(false)
})

test('a foreign key is refused, from the file or the environment, and what is there stays', async () => {
  await openMasterKey(database.pool, place)
  const given = { ...place, MASTER_KEY: randomBytes(32) }
  const message = await refusalOf(openMasterKey(database.pool, given))
  expect(message).toMatch(/^MASTER_KEY is not the master key of this database/)
  expect(message).not.toContain(given.MASTER_KEY.toString('base64'))
  const foreign = randomBytes(32)
  await writeFile(masterKeyFile(place), foreign)
  expect(await refusalOf(openMasterKey(database.pool, place))).toContain(masterKeyFile(place))
  await refusalOf(assertMasterKey(database.pool, foreign, place))
  expect(await readFile(masterKeyFile(place))).toEqual(foreign)
})

test('nodes that start for the first time with different keys do not both pass', async () => {
  const nodes = [randomBytes(32), randomBytes(32)].map((MASTER_KEY) => ({ ...place, MASTER_KEY }))
  const outcomes = await Promise.allSettled(nodes.map((node) => openMasterKey(database.pool, node)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('films that are older than the memory take the key that is there; a forgotten one is learnt again', async () => {
  await addAsset()
  const given = { ...place, MASTER_KEY: randomBytes(32) }
  expect(await openMasterKey(database.pool, given)).toEqual(given.MASTER_KEY)
  await forgetMasterKey(database.pool)
  const next = { ...place, MASTER_KEY: randomBytes(32) }
  expect(await openMasterKey(database.pool, next)).toEqual(next.MASTER_KEY)
})
