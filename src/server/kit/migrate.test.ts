import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDb } from '../../../test/support/database.ts'
import { systemClock } from './clock.ts'
import { sql } from './db.ts'
import { migrate } from './migrate.ts'

test('a migration has no limit of time, unlike the statements of a request', async () => {
  const testDb = await createTestDb()
  const folder = await mkdtemp(join(tmpdir(), 'harbour-migrations-'))
  onTestFinished(async () => {
    await testDb.close()
    await rm(folder, { recursive: true })
  })
  await writeFile(
    join(folder, '0001_long.sql'),
    "create table seen as select current_setting('statement_timeout') as statement_timeout;",
  )
  await sql`truncate migration`.execute(testDb.db)

  const pool = new Pool({ connectionString: testDb.url, max: 1, options: '-c statement_timeout=100' })
  onTestFinished(() => pool.end())
  expect(await migrate(pool, { folder, clock: systemClock })).toEqual(['0001_long.sql'])
  const limitOf = async (query: string) => (await pool.query<{ statement_timeout: string }>(query)).rows
  expect(await limitOf('table seen')).toEqual([{ statement_timeout: '0' }])
  // What the connection does next has its limit again.
  expect(await limitOf('show statement_timeout')).toEqual([{ statement_timeout: '100ms' }])
})
