import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { createCinemaWorld, type CinemaWorld } from '../test/support/cinema.ts'
import { seedCinema } from './cinema.ts'

let world: CinemaWorld
const said: string[] = []
const say = (line: string) => void said.push(line)
const images = { register: async (_: { file: string }, { name }: { name: string }) => `abc/${name}` }
const seed = () => seedCinema({ ...world, images, say })
const titles = JSON.parse(readFileSync(join(import.meta.dirname, 'titles.json'), 'utf8')) as { id: string }[]
beforeAll(async () => {
  world = await createCinemaWorld()
})
afterAll(() => world.close())

test('without the demo’s titles there is no cinema, and the service starts', async () => {
  await seed()
  expect(await world.cinema.films({})).toEqual([])
  expect(said).toEqual([expect.stringContaining('there is no title')])
})

test('a fresh demo shows seven days in both regions; a restart adds days, and keeps what an operator changed', async () => {
  for (const { id } of titles) {
    await sql`
      insert into title (program_id, program_type, classify, title_zh, title_en, restriction, vod_types, release_year,
        created_at, updated_at)
      values (${id}, 'movie', 'movie', ${id}, ${id}, 'I', '{FREE TO WATCH}', 2026, ${world.clock.now()},
        ${world.clock.now()})`.execute(world.db)
  }
  await seed()
  const films = await world.cinema.films({})
  const count = (status: string) => films.filter((film) => film.status === status).length
  expect([count('showing'), count('coming')]).toEqual([8, 5])
  for (const { filmId, status, title, description } of films) {
    expect(`${title.zh_HK}${description.zh_HK}`).toMatch(/\p{Script=Han}/u)
    expect(`${title.en_US}${description.en_US}`).not.toMatch(/\p{Script=Han}/u)
    if (status === 'coming') continue
    const { days, cinemas } = await world.cinema.showtimes(filmId)
    expect(days.every(({ showtimes }) => showtimes > 0)).toBe(true)
    expect(new Set(cinemas.map(({ region }) => region))).toEqual(new Set(['HK', 'MO']))
  }
  await sql`update showtime set withdrawn = true where film_id = 'drowned-runway'`.execute(world.db)
  const before = await total()
  await seed()
  expect(await total()).toBe(before)
  expect((await world.cinema.films({})).some(({ filmId }) => filmId === 'drowned-runway')).toBe(false)
  world.clock.advance(`PT${24 * 12}H`)
  await seed()
  const after = await world.cinema.films({})
  expect(after.find(({ filmId }) => filmId === 'slow-train-north')).toMatchObject({ status: 'showing' })
  const { days } = await world.cinema.showtimes('night-crossing')
  expect(days.every(({ showtimes }) => showtimes > 0)).toBe(true)
})

async function total(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from showtime`.execute(world.db)
  return rows[0]!.count
}
