import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { createSalesWorld, type SalesWorld } from '../test/support/sales.ts'
import { seedSales } from './sales.ts'

let world: SalesWorld
const said: string[] = []
const say = (line: string) => void said.push(line)
const titles = JSON.parse(readFileSync(join(import.meta.dirname, 'titles.json'), 'utf8')) as {
  id: string
  episodes?: object[]
}[]
beforeAll(async () => {
  world = await createSalesWorld()
  for (const { id } of titles) {
    await sql`
      insert into title (program_id, program_type, classify, title_zh, title_en, restriction, vod_types, release_year,
        created_at, updated_at)
      values (${id}, 'movie', 'movie', ${id}, ${id}, 'I', '{FREE TO WATCH}', 2026, ${world.clock.now()},
        ${world.clock.now()})`.execute(world.db)
  }
})
afterAll(() => world.close())

test('a catalogue without the demo’s titles has no sale, and starts', async () => {
  const other = await createSalesWorld()
  try {
    await seedSales({ ...other, say })
    expect(await other.sales.list()).toEqual([])
    const now = other.clock.now()
    for (const id of ['letters', 'dimsum'])
      await sql`
      insert into title (program_id, program_type, classify, title_zh, title_en, restriction, vod_types, release_year,
        created_at, updated_at)
      values (${id}, 'movie', 'movie', ${id}, ${id}, 'I', '{FREE TO WATCH}', 2026, ${now}, ${now})`.execute(other.db)
    await seedSales({ ...other, say })
    expect((await other.sales.list())[0]!.goods.map(({ goodsId }) => goodsId)).toEqual(['letters-dvd', 'dimsum-dvd'])
  } finally {
    await other.close()
  }
  expect(said).toEqual([])
})

test('the demo has a sale that runs for 60 days, once: what an operator changes stays', async () => {
  await seedSales({ ...world, say })
  const [sale, ...others] = await world.sales.list()
  expect(others).toEqual([])
  expect(sale!.goods.length).toBeGreaterThanOrEqual(8)
  expect(sale!.goods.map(({ stock }) => stock)).toContain('soldOut')
  const days = sale!.startsAt.until(sale!.endsAt).total('hours') / 24
  expect(Math.round(days)).toBe(61)
  const { lockers, zones } = await world.sales.detail(sale!.saleId)
  expect(new Set(lockers.map(({ region }) => region))).toEqual(new Set(['HK', 'MO']))
  expect(zones.length).toBeGreaterThan(0)
  await sql`update goods set supplied = 99 where goods_id = ${sale!.goods[0]!.goodsId}`.execute(world.db)
  await seedSales({ ...world, say })
  expect((await world.sales.list())[0]!.goods[0]!.available).toBe(99)
})

test('a series on discs has no more discs than episodes in the catalogue', () => {
  const lines = readFileSync(join(import.meta.dirname, 'sales.jsonl'), 'utf8')
    .trim()
    .split('\n')
  const goods = lines.map((line) => JSON.parse(line) as { programId?: string; detail?: Record<string, string> })
  const sets = goods.flatMap(({ programId, detail }) => {
    const discs = /^(\d+) DVDs/.exec(detail?.['en_US'] ?? '')?.[1]
    return discs === undefined ? [] : [{ programId, discs: Number(discs) }]
  })
  expect(sets.length).toBeGreaterThan(0)
  const episodes = new Map(titles.map((title) => [title.id, title.episodes?.length ?? 0]))
  expect(sets.filter(({ programId, discs }) => discs > (episodes.get(programId ?? '') ?? 0))).toEqual([])
})
