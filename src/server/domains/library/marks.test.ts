import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLibrary } from '../../../../test/support/library.ts'
import { countRoundTrips } from '../../../../test/support/round-trips.ts'

type House = Awaited<ReturnType<typeof createTestLibrary>>
let house: House

beforeAll(async () => {
  house = await createTestLibrary()
})
afterAll(() => house.close())

const none = { favorites: [], places: [] }

test('marks are the profile’s own among the titles that are named, in one order, by one statement', async () => {
  const { aViewer, library, keep, clock, db } = house
  const [me, other] = [await aViewer(), await aViewer()]
  for (const programId of ['series', 'film', 'adult']) await library.favorites.add(me, { programId }, clock.now())
  await library.favorites.add(other, { programId: 'other' }, clock.now())
  await keep(me, { programId: 'series', programGuid: 'series.s1e2', position: 60 })
  await keep(me, { programId: 'series', programGuid: 'series.s1e1', position: 7 })
  await keep(me, { position: 9 })
  const trips = countRoundTrips(db)
  const wish = { programIds: ['series', 'other', 'film', 'unknown'] }
  expect(await library.marks(me, wish)).toEqual({ favorites: ['film', 'series'], places: [] })
  expect(trips.texts()).toHaveLength(1)
  expect(await library.marks(other, wish)).toEqual({ favorites: ['other'], places: [] })
  const programGuids = ['series.s2e1', 'series.s1e2', 'series.s1e1']
  expect(await library.marks(me, { programIds: [], programGuids })).toEqual({
    favorites: [],
    places: [
      { programGuid: 'series.s1e1', position: 7, finished: false },
      { programGuid: 'series.s1e2', position: 60, finished: true },
    ],
  })
  expect(await library.marks(other, { programIds: [], programGuids })).toEqual(none)
})

test('of no titles there is nothing to ask', async () => {
  const me = await house.aViewer()
  const trips = countRoundTrips(house.db)
  expect(await house.library.marks(me, { programIds: [] })).toEqual(none)
  expect(trips.texts()).toEqual([])
})

test('names that mean something to SQL are only names', async () => {
  const me = await house.aViewer()
  const odd = ["'; drop table favorite; --", '{"a"}', '\\', 'a,b', '']
  expect(await house.library.marks(me, { programIds: odd, programGuids: odd })).toEqual(none)
})
