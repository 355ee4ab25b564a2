import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAsset } from '../../../../test/support/catalogue.ts'
import { createTestLibrary } from '../../../../test/support/library.ts'
import { createPlays, PLAY_RATE } from './index.ts'

let testApp: Awaited<ReturnType<typeof createTestLibrary>>
let plays: ReturnType<typeof createPlays>
beforeAll(async () => {
  testApp = await createTestLibrary()
  plays = createPlays(testApp)
  const film = anAsset('film', { durationMs: 600_000 })
  await testApp.catalogue.titleWriter.attachAsset(testApp.db, film)
})
afterAll(() => testApp.close())

type Viewer = Awaited<ReturnType<typeof testApp.aViewer>>

/** Reports a position, `after` seconds after the last report. */
async function report(viewer: Viewer, position: number, after = 10, change: object = {}) {
  testApp.clock.advance(`PT${after}S`)
  await testApp.saveProgress(viewer, { position, duration: 600, device: 'phone', ...change })
}

/** Counts what was reported, and empties the table. */
async function takeDays() {
  await plays.addUp()
  const { rows } = await sql<{
    title: string
    region: string
    access: string
    device: string
    plays: number
    seconds: number
  }>`
    delete from play_day returning program_id as title, region, access, device, plays, seconds::int`.execute(testApp.db)
  return rows
}

const counted = { title: 'film', region: 'HK', access: 'free', device: 'phone' }

test('30 seconds of watching are a play, once a profile a day; what goes on adds its seconds', async () => {
  const me = await testApp.aViewer()
  await report(me, 10)
  await report(me, 20)
  expect(await takeDays()).toEqual([{ ...counted, plays: 0, seconds: 20 }])
  await report(me, 30)
  expect(await takeDays()).toEqual([{ ...counted, plays: 1, seconds: 10 }])
  for (const position of [40, 50, 60, 70]) await report(me, position)
  expect(await takeDays()).toEqual([{ ...counted, plays: 0, seconds: 40 }])
  testApp.clock.advance('PT24H')
  for (const position of [10, 20, 30, 40, 50]) await report(me, position)
  expect(await takeDays()).toEqual([{ ...counted, plays: 1, seconds: 40 }])
})

test('a fifth of a short video is a play', async () => {
  const me = await testApp.aViewer()
  const short = { programId: 'other', programGuid: 'other', duration: 60 }
  await report(me, 10, 10, short)
  expect(await takeDays()).toEqual([{ ...counted, title: 'other', plays: 0, seconds: 10 }])
  await report(me, 12, 2, short)
  expect(await takeDays()).toEqual([{ ...counted, title: 'other', plays: 1, seconds: 2 }])
})

test.each([
  ['a seek forward counts as the time that passed', [10, 500], [10, 10], 20],
  ['a seek back counts nothing', [10, 5], [10, 10], 10],
  ['a pause counts nothing', [10, 10, 11], [10, 600, 300], 10],
  ['a resumed video counts from its next report', [300, 310], [10, 10], 20],
])('%s', async (_, positions, afters, seconds) => {
  const me = await testApp.aViewer()
  for (const [n, position] of positions.entries()) await report(me, position, afters[n])
  expect(await takeDays()).toEqual([{ ...counted, plays: 0, seconds }])
})

test('what is reported late, twice or at once in two processes counts once', async () => {
  const me = await testApp.aViewer()
  await report(me, 10)
  const at = testApp.clock.now().add({ seconds: 10 })
  testApp.clock.advance('PT10S')
  const again = { position: 20, duration: 600, device: 'phone', at }
  await Promise.all([again, again, again].map((same) => testApp.saveProgress(me, same)))
  await testApp.saveProgress(me, { ...again, at: at.subtract({ seconds: 5 }), position: 15 })
  await Promise.all([plays.addUp(), plays.addUp(), plays.addUp()])
  expect(await takeDays()).toEqual([{ ...counted, plays: 0, seconds: 20 }])
})

test('plays are told apart by region, by what opens the title, and by device', async () => {
  const [kid, member] = [await testApp.aViewer({ kids: true }), await testApp.aViewer({ region: 'MO' })]
  await report(kid, 10, 10, { programId: 'cartoon', programGuid: 'cartoon', device: 'tablet' })
  await report(member, 10, 10, { programId: 'macau', programGuid: 'macau' })
  expect((await takeDays()).toSorted((one, other) => one.device.localeCompare(other.device))).toEqual([
    { ...counted, title: 'macau', region: 'MO', plays: 0, seconds: 10 },
    { ...counted, title: 'cartoon', device: 'tablet', plays: 0, seconds: 10 },
  ])
})

test('what a visitor had watched before logging in is not counted again', async () => {
  const me = await testApp.aViewer()
  const progress = [{ programId: 'film', programGuid: 'film', position: 50, duration: 600, at: testApp.clock.now() }]
  await testApp.library.remember(me, { favorites: [], progress })
  expect(await takeDays()).toEqual([])
})

test('what is reported long after, and again on a day on which the history was removed, is no play', async () => {
  const me = await testApp.aViewer()
  const start = testApp.clock.now()
  for (const seconds of [0, 10, 20, 30, 40])
    await report(me, seconds + 10, 0, { at: start.subtract({ hours: 1 }).add({ seconds }) })
  expect(await takeDays()).toEqual([])
  for (const position of [60, 70, 80]) await report(me, position)
  expect(await takeDays()).toMatchObject([{ plays: 0 }])
  await testApp.library.history.remove(me, { programId: 'film' })
  for (const position of [10, 20, 30, 40, 50]) await report(me, position)
  expect(await takeDays()).toEqual([])
  testApp.clock.advance('PT24H')
  for (const position of [60, 70, 80, 90]) await report(me, position)
  expect(await takeDays()).toMatchObject([{ plays: 1 }])
})

const aStream = (grant: string) => ({
  programId: 'film',
  region: 'HK',
  device: 'desktop',
  grant,
  expiresAt: testApp.clock.now().add({ hours: 6 }),
})

test('a visitor’s stream counts once, of one address only a few, and is forgotten with its grant', async () => {
  for (const grant of ['a', 'a', 'b']) await plays.count(aStream(grant), '192.0.2.1')
  expect(await takeDays()).toEqual([{ ...counted, device: 'desktop', plays: 2, seconds: 0 }])
  for (let n = 0; n < PLAY_RATE.burst * 3; n++) await plays.count(aStream(`c${n}`), '192.0.2.2')
  const [row] = await takeDays()
  expect(row?.plays).toBe(PLAY_RATE.burst)
  testApp.clock.advance('PT6H1S')
  await plays.addUp()
  expect(await testApp.db.selectFrom('counted_stream').selectAll().execute()).toEqual([])
})

const popularity = async (programId: string) =>
  (
    await testApp.db
      .selectFrom('title')
      .select('popularity')
      .where('program_id', '=', programId)
      .executeTakeFirstOrThrow()
  ).popularity

const weigh = async () => {
  await plays.addUp()
  await plays.weigh()
}

test('plays of the last weeks make a title popular, newer ones more; an import’s own figure stays beneath', async () => {
  const [film, other] = [await popularity('film'), await popularity('other')]
  await plays.count(aStream('popular 1'), '192.0.2.3')
  await plays.count(aStream('popular 2'), '192.0.2.3')
  await plays.count({ ...aStream('popular 3'), programId: 'other' }, '192.0.2.3')
  await weigh()
  expect([await popularity('film'), await popularity('other')]).toEqual([film + 20, other + 10])
  await testApp.catalogue.updateTitle('film', { popularity: film + 5 })
  expect(await popularity('film')).toBe(film + 25)
  testApp.clock.advance('PT72H')
  await weigh()
  expect([await popularity('film'), await popularity('other')]).toEqual([film + 15, other + 5])
  testApp.clock.advance('PT672H')
  await weigh()
  expect([await popularity('film'), await popularity('other')]).toEqual([film + 5, other])
})

test('days are kept for 400 days', async () => {
  await plays.count(aStream('old'), '192.0.2.4')
  await plays.addUp()
  testApp.clock.advance('PT9600H')
  await plays.addUp()
  expect(await testApp.db.selectFrom('play_day').selectAll().execute()).toHaveLength(1)
  testApp.clock.advance('PT24H')
  expect(await takeDays()).toEqual([])
})

test('a day that went on while nothing was totalled is totalled again, whenever that is', async () => {
  const watch = async (...grants: string[]) => {
    for (const grant of grants) await plays.count(aStream(grant), '192.0.2.5')
  }
  const totalOf = async () => {
    const { rows } = await sql<{ plays: number }>`
      select sum(n)::int as plays from play_running, unnest(plays) n
      where dimension = 'all' and day = (select max(day) from play_running)`.execute(testApp.db)
    return rows[0]!.plays
  }
  await watch('total 1')
  await plays.sumUp()
  const before = await totalOf()
  await watch('total 2')
  testApp.clock.advance('PT48H')
  await watch('total 3')
  await plays.sumUp()
  expect(await totalOf()).toBe(before + 2)
})
