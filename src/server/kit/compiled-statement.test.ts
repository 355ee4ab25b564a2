import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { compileOnce } from './compiled-statement.ts'
import { sql } from './db.ts'

let database: TestDb

beforeAll(async () => {
  database = await createTestDb()
})
afterAll(() => database.close())

type Sum = { a: number; b: number }

test('each use has its own values, in the order of the statement, however often one is named', async () => {
  let builds = 0
  const statement = compileOnce<Sum, { text: string }>(({ a, b }) => {
    builds++
    return sql`select concat_ws(' ', ${b}::int, ${a}::int, ${b}::int) as text`
  })
  expect(await statement(database.db, { a: 1, b: 2 })).toEqual([{ text: '2 1 2' }])
  const inTransaction = database.db.transaction().execute((tx) => statement(tx, { b: 4, a: 3 }))
  expect(await inTransaction).toEqual([{ text: '4 3 4' }])
  expect(builds).toBe(1)
})

test('a statement that binds a value of its own is refused: it would keep that of the first use', async () => {
  const now = Temporal.Instant.from('2026-11-24T06:00:00Z')
  const statement = compileOnce<Sum, { at: Temporal.Instant }>(
    ({ a }) => sql`select ${now}::timestamptz as at, ${a}::int`,
  )
  await expect(statement(database.db, { a: 1, b: 2 })).rejects.toThrow('a compiled statement binds a value')
})
