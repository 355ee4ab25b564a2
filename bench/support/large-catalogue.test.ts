import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCatalogue } from '../../test/support/catalogue.ts'
import { visitor } from '../../test/support/viewers.ts'
import { computedScopes } from '#server/domains/catalogue/index.ts'
import { personName, titleName } from './large-catalogue-names.ts'
import { insertLargeCatalogue } from './large-catalogue.ts'

type World = Awaited<ReturnType<typeof createTestCatalogue>>
const worlds: World[] = []
const SIZE = { titles: 600, seed: 7 }

beforeAll(async () => {
  worlds.push(await createTestCatalogue(), await createTestCatalogue())
  for (const { db } of worlds) await insertLargeCatalogue(db, SIZE)
})
afterAll(() => Promise.all(worlds.map((world) => world.close())))

async function fingerprint({ db }: World): Promise<unknown> {
  const { rows } = await sql`
    select (select md5(string_agg(t::text, ',' order by program_id)) from title t) as titles,
      (select md5(string_agg(p::text, ',' order by program_id, part, position)) from title_person p) as people,
      (select md5(string_agg(l::text, ',' order by program_id, region)) from licence l) as licences,
      (select md5(string_agg(a::text, ',' order by program_guid, role)) from title_asset a) as assets`.execute(db)
  return rows[0]
}

test('equal seeds make equal catalogues', async () => {
  expect(await fingerprint(worlds[0]!)).toEqual(await fingerprint(worlds[1]!))
})

test('each region lists most titles, and neither lists all', async () => {
  const page = { page: 1, pageSize: 10 }
  const totals = await Promise.all(
    ['HK', 'MO'].map(
      async (region) => (await worlds[0]!.catalogue.list(visitor({ region }), computedScopes.top(), page)).total,
    ),
  )
  for (const total of totals) {
    expect(total).toBeGreaterThan(SIZE.titles * 0.8)
    expect(total).toBeLessThan(SIZE.titles)
  }
  expect(totals[0]).not.toBe(totals[1])
})

test('names are different: 50 000 titles in either language, 8 000 people', () => {
  const titles = Array.from({ length: 50_000 }, (_, n) => titleName(n))
  const people = Array.from({ length: 8_000 }, (_, n) => personName(n))
  for (const names of [titles, people]) {
    expect(new Set(names.map(({ zh }) => zh)).size).toBe(names.length)
    expect(new Set(names.map(({ en }) => en)).size).toBe(names.length)
  }
})
