import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTitle } from '../../../../test/support/catalogue.ts'
import { besideTransaction } from '../../../../test/support/held-transaction.ts'
import { createTestLibrary } from '../../../../test/support/library.ts'
import { inProfile } from './index.ts'

type TestApp = Awaited<ReturnType<typeof createTestLibrary>>
type Viewer = Awaited<ReturnType<TestApp['aViewer']>>
let testApp: TestApp
let me: Viewer

beforeAll(async () => {
  testApp = await createTestLibrary()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  me = await testApp.aViewer()
})

const at = (iso: string) => Temporal.Instant.from(iso)
const page = { page: 1, pageSize: 25 }
const favorites = (viewer = me) => testApp.favorites(viewer)
const keep = (change: object = {}, viewer = me) => testApp.saveProgress(viewer, change)
const positionOf = (ref: object = {}, viewer = me) => testApp.positionOf(viewer, ref)
const guids = (continuing = false, viewer = me) => testApp.guids(viewer, continuing)

test('a visitor, and a member without a profile, has no library', () => {
  expect(() => inProfile({ ...me, profileId: undefined })).toThrow(expect.objectContaining({ code: 'NOT_ALLOWED' }))
  expect(inProfile(me).profileId).toBe(me.profileId)
})

test('a favourite is added once by repeated and concurrent requests, and the newest stands first', async () => {
  const { favorites: list } = testApp.library
  await list.add(me, { programId: 'film' })
  testApp.clock.advance('PT1S')
  await Promise.all(Array.from({ length: 5 }, () => list.add(me, { programId: 'series', programGuid: 'series.s1e2' })))
  expect(await favorites()).toEqual(['series', 'film'])
  await list.remove(me, 'series')
  await list.remove(me, 'series')
  expect(await favorites()).toEqual(['film'])
})

test('all favourites are removed at once, of this profile only', async () => {
  const sister = await testApp.aViewer({ accountId: me.accountId })
  for (const viewer of [me, sister]) await testApp.library.favorites.add(viewer, { programId: 'film' })
  await testApp.library.favorites.add(me, { programId: 'series' })
  await testApp.library.favorites.remove(me)
  expect(await favorites()).toEqual([])
  expect(await favorites(sister)).toEqual(['film'])
})

test.each(['macau', 'draft', 'nowhere'])('%s cannot be kept by a viewer who may not see it', async (programId) => {
  const refused = { code: 'NOT_FOUND' }
  await expect(testApp.library.favorites.add(me, { programId })).rejects.toMatchObject(refused)
  await expect(keep({ programId, programGuid: programId })).rejects.toMatchObject(refused)
})

test('a child keeps nothing that is not for children, and is not shown what was kept before', async () => {
  for (const programId of ['film', 'adult', 'cartoon']) await testApp.library.favorites.add(me, { programId })
  await keep()
  const child = { ...me, kids: true }
  expect(await favorites(child)).toEqual(['cartoon'])
  expect(await guids(false, child)).toEqual([])
  expect(await guids(true, child)).toEqual([])
  expect(await testApp.library.history.last(child, 'film')).toBeUndefined()
  await expect(testApp.library.favorites.add(child, { programId: 'film' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(positionOf({}, child)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('five hundred are kept and the next is refused, also when many are added at once', async () => {
  const { db, clock, catalogue } = testApp
  const ids = Array.from({ length: 497 }, (_, n) => `many-${n}`)
  const publishedAt = clock.now()
  await db.transaction().execute((tx) =>
    catalogue.addMissing(
      tx,
      ids.map((id) => ({ ...aTitle(id), publishedAt })),
    ),
  )
  await db
    .insertInto('favorite')
    .values([...ids, 'cartoon'].map((program_id) => ({ profile_id: me.profileId, program_id, added_at: clock.now() })))
    .execute()
  const outcomes = await Promise.allSettled(
    ['film', 'other', 'adult', 'series'].map((programId) => testApp.library.favorites.add(me, { programId })),
  )
  const refusals = outcomes.filter(({ status }) => status === 'rejected')
  expect(refusals).toHaveLength(2)
  expect(refusals[0]).toMatchObject({ reason: { code: 'CONFLICT', details: { max: 500 } } })
  expect((await testApp.library.favorites.list(me, page)).total).toBe(500)
  await testApp.library.favorites.add(me, { programId: 'cartoon' })
  await db.deleteFrom('title').where('program_id', 'like', 'many-%').execute()
}, 60_000)

test('the newest progress by the player’s own time is kept, whatever order reports come in', async () => {
  expect(await keep({ position: 30, at: at('2026-11-20T10:00:00Z') })).toBe(30)
  expect(await keep({ position: 10, at: at('2026-11-20T09:00:00Z') })).toBe(30)
  expect(await keep({ position: 12, at: at('2026-11-20T10:00:00Z') })).toBe(30)
  expect(await keep({ position: 5, at: at('2026-11-20T11:00:00Z') })).toBe(5)
  expect(await positionOf()).toBe(5)
})

test('of many reports at once the newest stands', async () => {
  const from = testApp.clock.now().subtract({ minutes: 1 })
  const seconds = [7, 3, 19, 11, 2, 17, 5, 13]
  await Promise.all(seconds.map((n) => keep({ position: n, at: from.add({ seconds: n }) })))
  expect(await positionOf()).toBe(19)
})

test('a clock that runs ahead does not keep later progress out', async () => {
  await keep({ position: 40, at: testApp.clock.now().add({ hours: 5 }) })
  testApp.clock.advance('PT10S')
  expect(await keep({ position: 50 })).toBe(50)
})

test('a finished title starts over; an episode ends where its credits begin', async () => {
  expect(await keep({ position: 57 })).toBe(57)
  expect(await positionOf()).toBe(0)
  const series = { programId: 'series', programGuid: 'series.s1e1' }
  await keep({ ...series, position: 49 })
  expect(await positionOf(series)).toBe(49)
  testApp.clock.advance('PT1S')
  await keep({ ...series, position: 50 })
  expect(await positionOf(series)).toBe(0)
})

test('a guid must be of its title; a series named by its own id is its first episode', async () => {
  await expect(keep({ programId: 'series', programGuid: 'film' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(positionOf({ programId: 'film', programGuid: 'series.s1e1' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await keep({ programId: 'series', programGuid: 'series' })
  expect(await positionOf({ programId: 'series', programGuid: 'series.s1e1' })).toBe(20)
})

test('a short video whose player counts a second less is finished at its end', async () => {
  const lengthOf = async (ms: number) => {
    await sql`update title_asset set duration_ms = ${ms} where program_guid = 'film' and role = 'film'`.execute(
      testApp.db,
    )
    testApp.library.domainModule.caches?.forEach((cache) => cache.clear())
  }
  await lengthOf(4_000)
  try {
    await keep({ position: 3, duration: 3 })
    expect(await testApp.library.history.last(me, 'film')).toMatchObject({ continueTag: false, remaining: 0 })
  } finally {
    await lengthOf(60_000)
  }
})

test('a position and a length are held to the video’s own', async () => {
  expect(await keep({ position: 400, duration: 5_000 })).toBe(60)
  expect(await positionOf()).toBe(0)
  testApp.clock.advance('PT1S')
  // Not its end, whatever the player says.
  expect(await keep({ position: 20, duration: 20 })).toBe(20)
  expect(await positionOf()).toBe(20)
  expect(await testApp.library.history.last(me, 'film')).toMatchObject({ position: 20, duration: 60 })
})

test('an episode number must be that of the guid', async () => {
  const second = { programId: 'series', programGuid: 'series.s1e2' }
  expect(await keep({ ...second, episode: 2 })).toBe(20)
  await expect(keep({ ...second, episode: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(positionOf({ ...second, episode: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await keep({ episode: 0 })).toBe(20)
})

test('nothing is kept of what the viewer may not play; class III may be finished when the unlock has ended', async () => {
  const refused = { code: 'NOT_ALLOWED' }
  await expect(keep({ programId: 'rental', programGuid: 'rental' })).rejects.toMatchObject(refused)
  await expect(keep({ programId: 'series', programGuid: 'series.s2e2' })).rejects.toMatchObject(refused)
  expect(await keep({ programId: 'adult', programGuid: 'adult' })).toBe(20)
})

test('no profile sees what another keeps, of the same account or another', async () => {
  await testApp.library.favorites.add(me, { programId: 'film' })
  await keep()
  for (const other of [await testApp.aViewer(), await testApp.aViewer({ accountId: me.accountId })]) {
    expect(await favorites(other)).toEqual([])
    expect(await guids(false, other)).toEqual([])
    expect(await positionOf({}, other)).toBe(0)
    expect(await testApp.library.history.last(other, 'film')).toBeUndefined()
    await testApp.library.history.remove(other)
    await testApp.library.favorites.remove(other, 'film')
    const state = await testApp.cards.viewerState(other, { favorites: ['film'], progress: ['film'], account: 'facts' })
    expect(state).toMatchObject({ favorites: [], progress: [] })
  }
  expect(await positionOf()).toBe(20)
  expect(await favorites()).toEqual(['film'])
})

test('a profile that is gone keeps nothing any more', async () => {
  await testApp.db
    .updateTable('profile')
    .set({ deleted_at: testApp.clock.now() })
    .where('profile_id', '=', me.profileId)
    .execute()
  await expect(keep()).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  await expect(testApp.library.favorites.add(me, { programId: 'film' })).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
})

test('progress that comes while its profile is being deleted is refused, as after it', async () => {
  const { kept } = await besideTransaction({
    run: (work) => testApp.db.transaction().execute(work),
    lock: (tx) => tx.deleteFrom('profile').where('profile_id', '=', me.profileId).execute(),
    beside: async () => {
      const keeping = keep().catch((error: unknown) => error)
      await untilOneWaits()
      return { kept: keeping }
    },
  })
  expect(await kept).toMatchObject({ code: 'NOT_ALLOWED' })
})

/** Looks until a statement waits for another's lock. */
async function untilOneWaits(): Promise<void> {
  const { rows } = await sql`select from pg_locks where not granted`.execute(testApp.db)
  if (rows.length === 0) await untilOneWaits()
}
