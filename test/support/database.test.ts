import { expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { createTestDb } from './database.ts'

test('each test database is migrated and sees nothing of another', async () => {
  const [one, two] = await Promise.all([createTestDb(), createTestDb()])
  await sql`create table mine (n int)`.execute(one.db)
  const seen = await sql<{ here: boolean }>`select to_regclass('mine') is not null as here`.execute(two.db)
  const applied = await sql<{ count: number }>`select count(*) as count from migration`.execute(two.db)
  expect(seen.rows).toEqual([{ here: false }])
  expect(applied.rows[0]?.count).toBeGreaterThan(0)
  expect(two.takeQueries()).toHaveLength(2)
  await Promise.all([one.close(), two.close()])
})

test('a closed test database is gone', async () => {
  const gone = await createTestDb()
  const other = await createTestDb()
  await gone.close()
  const name = new URL(gone.url).pathname.slice(1)
  const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(other.db)
  expect(rows).toEqual([])
  await other.close()
})
