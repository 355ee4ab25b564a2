import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS } from '#server/migrations.ts'
import { readConfig } from '#server/config.ts'
import { readMigrations } from '#server/kit/migrate.ts'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { freePort } from '../../../test/support/free-port.ts'
import { openMasterKey } from './master-key.ts'
import { prepareDatabase, waitUntilPrepared } from './prepare.ts'
import type { Preparation } from './seed-data.ts'

let database: TestDb
let dataDir: string
beforeAll(async () => {
  database = await createTestDb()
  dataDir = await mkdtemp(join(tmpdir(), 'harbour-prepare-'))
})
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true })
})

/** With a store that does not answer. */
async function preparation(more: Record<string, string> = {}) {
  const said: string[] = []
  const waiting = Promise.withResolvers<string>()
  const say = (line: string) => {
    said.push(line)
    waiting.resolve(line)
  }
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    MEDIA_STORE: 's3://films/media',
    S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    HARBOUR_DEMO: '0',
    LOG_LEVEL: 'silent',
    ...more,
  })
  const { signal } = new AbortController()
  const given: Preparation = { config, databaseUrl: database.url, say, signal }
  return { given, said, waiting: waiting.promise }
}

const forget = async () => {
  const { name, checksum } = (await readMigrations(MIGRATIONS)).at(-1)!
  await database.pool.query('delete from migration where name = $1', [name])
  const apply = () => database.pool.query(`insert into migration values ($1, $2, now(), '0000')`, [name, checksum])
  onTestFinished(async () => void (await apply().catch(() => undefined)))
  return { name, apply }
}

test('without the store a node says so, and starts', async () => {
  const { given, said } = await preparation()
  expect(await prepareDatabase(given)).toEqual(Buffer.alloc(32, 7))
  expect(said.join('\n')).toMatch(
    /^The media store s3:\/\/films\/media does not answer \(.*ECONNREFUSED.*\)\. This node/,
  )
})

test('a node that prepares nothing waits for the schema, says so after 2 s, and touches no store', async () => {
  const { given, said, waiting } = await preparation({ HARBOUR_PREPARE: '0' })
  await openMasterKey(database.pool, given.config)
  const { name, apply } = await forget()
  const prepared = waitUntilPrepared(given)
  expect(await waiting).toBe(
    `Waiting: the database lacks migration ${name}. Another node or npm run migrate prepares it …`,
  )
  await apply()
  expect(await prepared).toEqual(Buffer.alloc(32, 7))
  expect(said).toHaveLength(1)
})

test('it ends with a sentence when the schema does not come, and without a master key', async () => {
  const { given } = await preparation({ HARBOUR_PREPARE: '0' })
  const { name } = await forget()
  await expect(waitUntilPrepared(given, 0)).rejects.toThrow(`For 0 s the database lacks migration ${name}. Run npm run`)
  const keyless = await preparation({ HARBOUR_PREPARE: '0', MASTER_KEY: '' })
  await expect(waitUntilPrepared(keyless.given)).rejects.toThrow('The master key of this database is missing')
})

test('a database that does not answer is waited for too', async () => {
  const { given } = await preparation({ HARBOUR_PREPARE: '0' })
  const databaseUrl = `postgres://harbour@127.0.0.1:${await freePort()}/harbour`
  await expect(waitUntilPrepared({ ...given, databaseUrl }, 0)).rejects.toThrow('For 0 s the database does not answer')
})
