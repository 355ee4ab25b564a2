import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { contentOf } from '../test/support/content.ts'
import { createScreeningsWorld, type ScreeningsWorld } from '../test/support/screenings.ts'
import { seedScreenings } from './screenings.ts'

let world: ScreeningsWorld
const said: string[] = []
const entries = JSON.parse(readFileSync(join(import.meta.dirname, 'screenings.json'), 'utf8')) as {
  slotId: string
  programId: string
  credits: number
  price: number
  seats: number
}[]
const titles = JSON.parse(readFileSync(join(import.meta.dirname, 'titles.json'), 'utf8')) as {
  id: string
  class: string
}[]

beforeAll(async () => {
  world = await createScreeningsWorld()
})
afterAll(() => world.close())

const seed = () => {
  const parts = [world.screenings.domainModule.content!]
  return seedScreenings({
    ...world,
    content: contentOf({ ...world, parts }),
    say: (line) => void said.push(line),
  })
}
const starts = async () =>
  (
    await sql<{ id: string; starts: Temporal.Instant }>`
    select slot_id as id, starts_at as starts from screening_slot order by slot_id`.execute(world.db)
  ).rows

async function addTitles(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await sql`
      insert into title (program_id, program_type, classify, title_zh, title_en, restriction, vod_types, release_year,
        created_at, updated_at)
      values (${id}, 'movie', 'movie', ${id}, ${id}, 'I', '{FREE TO WATCH}', 2026, ${world.clock.now()},
        ${world.clock.now()}) on conflict do nothing`.execute(world.db)
  }
}

test('one rule makes the price of a screening: 20 credits, as many Hong Kong dollars, for each seat', () => {
  const prices = entries.map(({ credits, price, seats }) => [credits / seats, price / seats])
  expect(prices).toEqual(entries.map(() => [20, 20]))
  expect(new Set(entries.map(({ seats }) => seats)).size).toBeGreaterThan(2)
})

test('a catalogue without the demo’s titles has no starts; what it has is on sale', async () => {
  await seed()
  expect(await starts()).toEqual([])
  await addTitles(['pier'])
  await seed()
  expect((await starts()).map(({ id }) => id)).toEqual([expect.stringMatching(/^demo-pier-\d{8}$/)])
  expect(said).toEqual([])
})

test('each entry has one start, of which one runs and one is of class III; a restart adds none, a later one those that are over', async () => {
  await addTitles(entries.map(({ programId }) => programId))
  await seed()
  const first = await starts()
  expect(first).toHaveLength(entries.length)
  const now = world.clock.now()
  const running = first.filter(({ starts: at }) => Temporal.Instant.compare(at, now) <= 0)
  expect(running.map(({ id }) => id)).toContainEqual(expect.stringContaining('demo-runway'))
  const adults = titles.filter((title) => title.class === 'III').map(({ id }) => id)
  expect(entries.filter(({ programId }) => adults.includes(programId))).toHaveLength(1)

  await sql`update screening_slot set withdrawn = true where slot_id = ${first[0]!.id}`.execute(world.db)
  await seed()
  expect(await starts()).toEqual(first)

  world.clock.advance('PT72H')
  await seed()
  const later = (await starts()).filter(({ id }) => !first.some((one) => one.id === id))
  expect(later.length).toBeGreaterThanOrEqual(4)
  expect(later.every(({ id }) => !/pier|milktea/.test(id))).toBe(true)
})
