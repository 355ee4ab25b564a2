import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { sql } from './db.ts'
import { textArray } from './text-array.ts'

let database: TestDb

beforeAll(async () => {
  database = await createTestDb()
})
afterAll(() => database.close())

test('PostgreSQL reads from a literal the texts that it was made of', async () => {
  const texts = fc.array(fc.oneof(fc.string(), fc.constantFrom('', 'null', 'NULL', '{}', '"', '\\', 'a,b', ' ')))
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      const storable = given.map((text) => text.replaceAll('\0', ''))
      const { rows } = await sql<{ read: string[] }>`select ${textArray(storable)}::text[] as read`.execute(database.db)
      expect(rows[0]!.read).toEqual(storable)
    }),
  )
})
