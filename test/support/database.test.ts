import { expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { createTestDb } from './database.ts'

test('test databases are migrated and isolated', async () => {
  const [first, second] = await Promise.all([createTestDb(), createTestDb()])
  await sql`create table mine (n int)`.execute(first.db)
  const visible = await sql<{ here: boolean }>`select to_regclass('mine') is not null as here`.execute(second.db)
  const applied = await sql<{ count: number }>`select count(*) as count from migration`.execute(second.db)
  expect(visible.rows).toEqual([{ here: false }])
  expect(applied.rows[0]?.count).toBeGreaterThan(0)
  expect(second.takeQueries()).toHaveLength(2)
  await Promise.all([first.close(), second.close()])
})

test('a closed test database is dropped', async () => {
  const closed = await createTestDb()
  const other = await createTestDb()
  await closed.close()
  const name = new URL(closed.url).pathname.slice(1)
  const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(other.db)
  expect(rows).toEqual([])
  await other.close()
})
