import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { exportReport, series, top } from '#contract/admin/reports.ts'
import { adminUrl } from '#contract/admin/endpoint.ts'
import { type Browser, createOperatorsWorld, type OperatorsWorld } from '../../../../test/support/operators.ts'

let world: OperatorsWorld
const browsers: Partial<Record<'finance' | 'catalogue' | 'care', Browser>> = {}
beforeAll(async () => {
  world = await createOperatorsWorld()
  for (const role of ['finance', 'catalogue', 'care'] as const)
    browsers[role] = await world.signIn(await world.anOperator(role))
})
afterAll(() => world.close())
const call = (endpoint: { path: string }, input: object, browser = browsers.finance!) =>
  world.call(endpoint.path, input, browser)
const PERIOD = { from: '2026-11-01', until: '2026-11-21' }

interface Play {
  day: string
  title: string
  region: string
  plays: number
  seconds: number
}

/** As the bookmarks of viewers add them. */
async function watched(plays: readonly Play[]) {
  for (const { day, title, region, plays: count, seconds } of plays)
    await sql`insert into play_increment (day, program_id, region, access, device, plays, seconds)
      values (${day}::date, ${title}, ${region}, 'plan', 'phone', ${count}, ${seconds})`.execute(world.db)
  await world.plays.addUp()
}

async function clear() {
  for (const table of ['play_day', 'play_total_day', 'play_running'] as const)
    await world.db.deleteFrom(table).execute()
}

const sumOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test('plays by region, of a title and by title are the plays that were counted, for any period', async () => {
  const play = fc.record({
    day: fc.integer({ min: 1, max: 21 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`),
    title: fc.constantFrom('film', 'series', 'other'),
    region: fc.constantFrom('HK', 'MO'),
    plays: fc.integer({ min: 1, max: 9 }),
    seconds: fc.integer({ min: 0, max: 9_000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(play, { maxLength: 25 }), fc.boolean(), async (plays, isSummed) => {
      await clear()
      await watched(plays)
      if (isSummed) await world.plays.sumUp()
      for (const period of [
        PERIOD,
        { from: '2026-11-05', until: '2026-11-12' },
        { from: '2026-11-21', until: '2026-11-21' },
      ]) {
        const within = plays.filter(({ day }) => day >= period.from && day <= period.until)
        const whole = await call(series, { measure: 'plays', ...period, by: 'region' })
        expect(whole.total.value).toBe(sumOf(within.map((one) => one.plays)))
        expect(sumOf(whole.lines.map((line: { value: number }) => line.value))).toBe(whole.total.value)
        const one = await call(series, { measure: 'watchTime', ...period, filter: { title: 'film' } })
        expect(one.total.value).toBe(
          sumOf(within.filter(({ title }) => title === 'film').map(({ seconds }) => seconds)),
        )
        const expected = Object.fromEntries(
          [...Map.groupBy(within, ({ title }) => title)].map(([title, own]) => [
            title,
            sumOf(own.map((each) => each.plays)),
          ]),
        )
        const ranked = await call(top, { measure: 'plays', ...period })
        expect(
          Object.fromEntries(
            ranked.list.map((row: { programId: string; value: number }) => [row.programId, row.value]),
          ),
        ).toEqual(expected)
        const narrow = await call(top, { measure: 'plays', ...period, filter: { region: 'MO' } })
        expect(sumOf(narrow.list.map((row: { value: number }) => row.value))).toBe(
          sumOf(within.filter(({ region }) => region === 'MO').map((each) => each.plays)),
        )
      }
    }),
    { numRuns: 20 },
  )
})

test('titles are ranked by running totals, whole or in a region, and not by the days themselves', async () => {
  await clear()
  await watched([
    { day: '2026-11-19', title: 'series', region: 'MO', plays: 3, seconds: 30 },
    { day: '2026-11-20', title: 'film', region: 'HK', plays: 6, seconds: 60 },
    { day: '2026-11-21', title: 'film', region: 'MO', plays: 2, seconds: 20 },
  ])
  await world.plays.sumUp()
  await world.db.deleteFrom('play_day').execute()
  const ranked = async (input: object) => (await call(top, { measure: 'plays', ...PERIOD, ...input })).list
  expect(await ranked({})).toMatchObject([
    { programId: 'film', value: 8 },
    { programId: 'series', value: 3 },
  ])
  expect(await ranked({ filter: { region: 'MO' } })).toMatchObject([
    { programId: 'series', value: 3 },
    { programId: 'film', value: 2 },
  ])
  expect(await ranked({ filter: { device: 'phone' }, from: '2026-11-20' })).toMatchObject([
    { programId: 'film', value: 8 },
  ])
  expect(await ranked({ filter: { access: 'rental' } })).toEqual([])
})

test('a figure stands beside that of the days before; where these are out of reach it stands alone', async () => {
  await clear()
  await watched([
    { day: '2026-11-20', title: 'film', region: 'HK', plays: 6, seconds: 60 },
    { day: '2026-11-13', title: 'film', region: 'HK', plays: 4, seconds: 40 },
  ])
  const week = { measure: 'plays', from: '2026-11-15', until: '2026-11-21', compare: 'before' }
  expect(await call(series, week)).toMatchObject({
    total: { value: 6, before: 4 },
    points: [0, 0, 0, 0, 0, 6, 0],
    before: [0, 0, 0, 0, 0, 4, 0],
  })
  expect((await call(top, week)).list).toMatchObject([{ programId: 'film', title: null, value: 6, before: 4 }])
  const longest = { measure: 'plays', from: '2025-10-18', until: '2026-11-21', compare: 'before' }
  expect(await call(series, longest)).toMatchObject({ total: { value: 10, before: null }, before: null })
})

test('the catalogue reads plays, and no money; care reads none; a wrong question is refused', async () => {
  for (const endpoint of [series, top]) {
    expect(await call(endpoint, { measure: 'plays', ...PERIOD }, browsers.catalogue)).toMatchObject({
      result: 'SUCCESS',
    })
    expect(await call(endpoint, { measure: 'revenue', ...PERIOD }, browsers.catalogue)).toMatchObject({
      errorCode: 'NOT_ALLOWED',
    })
    expect(await call(endpoint, { measure: 'plays', ...PERIOD }, browsers.care)).toMatchObject({
      errorCode: 'NOT_ALLOWED',
    })
  }
  for (const wrong of [
    { measure: 'plays', from: '2026-11-31', until: '2026-12-01' },
    { measure: 'plays', from: '2026-11-21', until: '2026-11-01' },
    { measure: 'plays', from: '2001-01-01', until: '2001-02-01' },
    { measure: 'plays', ...PERIOD, by: 'provider' },
    { measure: 'revenue', ...PERIOD, filter: { region: 'HK' } },
    { measure: 'salaries', ...PERIOD },
  ])
    expect(await call(series, wrong)).toMatchObject({ errorCode: 'INVALID_INPUT' })
  expect(await call(top, { measure: 'revenue', ...PERIOD })).toMatchObject({ errorCode: 'INVALID_INPUT' })
})

async function csvOf(input: object, { cookies }: Browser, language: string) {
  const answer = await world.app.inject({
    url: adminUrl(exportReport),
    query: { query: JSON.stringify(input), language },
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  return answer.body.replace('\uFEFF', '').trimEnd().split('\r\n')
}

test('the file has every row of the day table, in the language of the operator', async () => {
  await clear()
  await watched([
    { day: '2026-11-20', title: 'film', region: 'HK', plays: 6, seconds: 60 },
    { day: '2026-11-20', title: 'film', region: 'MO', plays: 1, seconds: 40 },
  ])
  expect(await csvOf({ measure: 'plays', ...PERIOD }, browsers.catalogue!, 'en_US')).toEqual([
    '"Day","Title ID","Title","Region","Access","Device","Plays","Seconds watched"',
    '"2026-11-20","film","","Hong Kong","Plan","Phone",6,60',
    '"2026-11-20","film","","Macau","Plan","Phone",1,40',
  ])
  expect((await csvOf({ measure: 'revenue', ...PERIOD }, browsers.finance!, 'zh_HK'))[0]).toBe('"日期","類別","收入"')
  expect((await csvOf({ measure: 'revenue', ...PERIOD }, browsers.catalogue!, 'zh_HK'))[0]).toContain('NOT_ALLOWED')
})

test('the file of a day on which more was reversed than earned has a number below zero', async () => {
  await sql`insert into journal_day (day, kind, account, debit_cents, credit_cents)
    values ('2026-11-12', 'refund', 'rent_revenue', 1250, 0)`.execute(world.db)
  const lines = await csvOf({ measure: 'revenue', ...PERIOD }, browsers.finance!, 'en_US')
  expect(lines).toContain('"2026-11-12","Rentals",-12.5')
})
