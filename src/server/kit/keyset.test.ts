import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUNTED_MAX } from '#contract/admin/forms.ts'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { type KeysetList, readAll, readPage } from './keyset.ts'

let testDb: TestDb
beforeAll(async () => {
  testDb = await createTestDb()
})
afterAll(() => testDb.close())

type Row = { id: string; name: string }

/** Over given rows: names repeat, ids do not. */
const listOf = (rows: readonly Row[], descending: boolean): KeysetList => ({
  columns: sql`id, name`,
  from: sql`unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ name }) => name)}::text[]) as given (id, name)`,
  where: [],
  sort: { by: sql`name collate "C"`, type: 'text', descending },
  id: { by: sql`id collate "C"`, type: 'text' },
})

const byName = (one: Row, other: Row) =>
  one.name === other.name ? (one.id < other.id ? -1 : 1) : one.name < other.name ? -1 : 1

const rowsOf = fc
  .uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 30 })
  .chain((ids) =>
    fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(`r${id}`), name: fc.constantFrom('', 'a', 'b', '港') }))),
  )

test('pages of any size hold each row once, in order, and the first one counts them', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (rows, limit, descending) => {
      const list = listOf(rows, descending)
      const expected = descending ? rows.toSorted(byName).toReversed() : rows.toSorted(byName)
      const seen: Row[] = []
      let after: string | undefined
      do {
        const page = await readPage<Row>(testDb.db, list, { after, limit })
        expect(page.total).toBe(after === undefined ? rows.length : null)
        seen.push(...page.list)
        after = page.next ?? undefined
      } while (after !== undefined)
      expect(seen).toEqual(expected)
      const all: Row[] = []
      for await (const part of readAll<Row>(testDb.db, list, limit)) all.push(...part)
      expect(all).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})

test('a long list is counted to the limit, and says that there is more', async () => {
  const numbers = (last: number): KeysetList => ({
    columns: sql`n`,
    from: sql`generate_series(1, ${last}::int) as n`,
    where: [],
    sort: { by: sql`n::bigint`, type: 'bigint', descending: false },
    id: { by: sql`n::bigint`, type: 'bigint' },
  })
  const page = (last: number) => readPage(testDb.db, numbers(last), { limit: 2 })
  expect(await page(COUNTED_MAX)).toMatchObject({ total: COUNTED_MAX, isMore: false })
  expect(await page(COUNTED_MAX + 1)).toMatchObject({ total: COUNTED_MAX, isMore: true })
})

test.each(['', 'x', Buffer.from('[1,2]').toString('base64url'), Buffer.from('["a"]').toString('base64url')])(
  'the token %j of no page is refused',
  async (after) => {
    await expect(readPage(testDb.db, listOf([], false), { after, limit: 2 })).rejects.toThrow('INVALID_INPUT')
  },
)
