import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { openMasterKey } from './master-key.ts'
import { withApp } from './with-app.ts'

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')

let database: TestDb
let folder: string
beforeEach(async () => {
  database = await createTestDb()
  folder = await mkdtemp(join(tmpdir(), 'harbour-with-app-'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const configWith = (masterKey: string | undefined) =>
  readConfig({ DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'silent', MASTER_KEY: masterKey })
/** Whether a command ran, or why not. */
const run = (masterKey: string | undefined): Promise<string> =>
  withApp(configWith(masterKey), 'codes', async ({ domains }) => {
    await domains.codes.batches.list()
    return 'ran'
  }).catch((error: Error) => error.message)

test('a command runs with the master key of the database only', async () => {
  await openMasterKey(database.pool, configWith(keyOf(7)))
  expect(await run(keyOf(7))).toBe('ran')
  expect(await run(keyOf(8))).toMatch(/^MASTER_KEY is not the master key of this database/)
  expect(await run(undefined)).toMatch(/^The master key of this database is missing/)
})
