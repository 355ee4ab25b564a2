import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLibrary } from '../../../../test/support/library.ts'
import { countRoundTrips } from '../../../../test/support/round-trips.ts'
import { OWNS_NOTHING } from '../access/index.ts'

type TestLibrary = Awaited<ReturnType<typeof createTestLibrary>>
let app: TestLibrary

beforeAll(async () => {
  app = await createTestLibrary()
})
afterAll(() => app.close())

/** The facts of a member who owns nothing. */
const account = { ...OWNS_NOTHING, partner: 'anyplex' }
const nothing = { account, favorites: [], progress: [] }

test('viewer state is the profile’s own among the named titles, in a fixed order, in one statement', async () => {
  const { aViewer, library, cards, saveProgress, clock, db } = app
  const [me, other] = [await aViewer(), await aViewer()]
  for (const programId of ['series', 'film', 'adult']) await library.favorites.add(me, { programId }, clock.now())
  await library.favorites.add(other, { programId: 'other' }, clock.now())
  await saveProgress(me, { programId: 'series', programGuid: 'series.s1e2', position: 60 })
  await saveProgress(me, { programId: 'series', programGuid: 'series.s1e1', position: 7 })
  await saveProgress(me, { position: 9 })
  const trips = countRoundTrips(db)
  const query = { favorites: ['series', 'other', 'film', 'unknown'], progress: ['series'], account: 'facts' } as const
  expect(await cards.viewerState(me, query)).toEqual({
    account,
    favorites: ['film', 'series'],
    progress: [
      { programGuid: 'series.s1e1', position: 7, finished: false },
      { programGuid: 'series.s1e2', position: 60, finished: true },
    ],
  })
  expect(trips.texts()).toHaveLength(1)
  expect(await cards.viewerState(other, query)).toEqual({ ...nothing, favorites: ['other'] })
  expect((await cards.viewerState(me, { progress: [], account: 'rentals' })).favorites).toEqual([
    'adult',
    'film',
    'series',
  ])
})

test('a member without a profile has an account and nothing else', async () => {
  const me = await app.aViewer()
  const state = await app.cards.viewerState(
    { ...me, profileId: undefined },
    { favorites: ['film'], progress: ['film'], account: 'facts' },
  )
  expect(state).toEqual({ account, favorites: undefined, progress: undefined })
})

test('ids that mean something to SQL are only text', async () => {
  const me = await app.aViewer()
  const odd = ["'; drop table favorite; --", '{"a"}', '\\', 'a,b', '']
  expect(await app.cards.viewerState(me, { favorites: odd, progress: odd, account: 'facts' })).toEqual(nothing)
})
