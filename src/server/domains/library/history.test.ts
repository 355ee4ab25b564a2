import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aTitle, anAsset } from '../../../../test/support/catalogue.ts'
import { createTestLibrary } from '../../../../test/support/library.ts'

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

const favorites = (viewer = me) => testApp.favorites(viewer)
const keep = (change: object = {}, viewer = me) => testApp.saveProgress(viewer, change)
const positionOf = (ref: object = {}, viewer = me) => testApp.positionOf(viewer, ref)
const watched = (continuing = false, viewer = me) => testApp.watched(viewer, continuing)
const guids = (continuing = false, viewer = me) => testApp.guids(viewer, continuing)

test('the history shows each title once, the last watched first, for two months to the second', async () => {
  const now = testApp.clock.now()
  await keep({ at: now.toZonedDateTimeISO('Asia/Hong_Kong').subtract({ months: 2 }).toInstant() })
  await keep({ programId: 'series', programGuid: 'series.s1e1', at: now.subtract({ hours: 3 }) })
  await keep({ programId: 'series', programGuid: 'series.s1e2', at: now.subtract({ hours: 2 }) })
  await keep({ programId: 'other', programGuid: 'other', at: now.subtract({ hours: 1 }) })
  expect(await guids()).toEqual(['other', 'series.s1e2', 'film'])
  testApp.clock.advance('PT0.001S')
  expect(await guids()).toEqual(['other', 'series.s1e2'])
  expect(await positionOf()).toBe(20)
  expect(await testApp.library.history.last(me, 'film')).toMatchObject({ position: 20 })
})

test('started titles are listed to continue: a film until its end, a series until its last playable episode', async () => {
  await keep({ position: 0 })
  expect(await guids(true)).toEqual([])
  const series = (programGuid: string, position: number) => {
    testApp.clock.advance('PT1S')
    return keep({ programId: 'series', programGuid, position })
  }
  await series('series.s1e1', 10)
  expect(await guids(true)).toEqual(['series.s1e1'])
  await series('series.s1e1', 60)
  expect((await watched(true))[0]).toMatchObject({ programGuid: 'series.s1e2', position: 0, remaining: 60 })
  expect((await watched())[0]).toMatchObject({ programGuid: 'series.s1e1', position: 60, continueTag: true })
  await series('series.s1e2', 60)
  expect((await watched(true))[0]).toMatchObject({ programGuid: 'series.s2e1', season: 2, episode: 1 })
  await series('series.s2e1', 60)
  expect(await guids(true)).toEqual([])
  expect((await watched())[0]).toMatchObject({ continueTag: false, remaining: 0 })
  expect(await testApp.library.history.hasContinuation(me)).toBe(false)
  await keep({ position: 30, at: testApp.clock.now().add({ hours: 1 }) })
  expect(await testApp.library.history.hasContinuation(me)).toBe(true)
})

test('a title is taken from the history with its progress, or all are', async () => {
  await keep()
  await keep({ programId: 'other', programGuid: 'other' })
  await keep({ programId: 'series', programGuid: 'series.s1e1' })
  await testApp.library.history.remove(me, { programId: 'film' })
  expect((await guids()).toSorted()).toEqual(['other', 'series.s1e1'])
  expect(await positionOf()).toBe(0)
  await testApp.library.history.remove(me)
  expect(await guids()).toEqual([])
})

describe('progress from before a removal', () => {
  const ago = (seconds: number) => testApp.clock.now().subtract({ seconds })
  const remove = (removed: object = {}) => testApp.library.history.remove(me, removed)

  test('that arrives later is not stored, and what is watched afterwards is', async () => {
    await keep({ at: ago(3) })
    await remove()
    expect(await keep({ at: ago(5) })).toBe(0)
    expect(await keep({ programId: 'other', programGuid: 'other', at: ago(5) })).toBe(0)
    expect(await guids()).toEqual([])
    testApp.clock.advance('PT1S')
    expect(await keep({ position: 30 })).toBe(30)
    expect(await guids()).toEqual(['film'])
  })

  test('of one title leaves the others alone', async () => {
    await keep({ programId: 'series', programGuid: 'series.s1e1', at: ago(3) })
    await remove({ programId: 'series' })
    await remove({ programId: 'series' })
    expect(await keep({ programId: 'series', programGuid: 'series.s1e2', at: ago(2) })).toBe(0)
    expect(await keep({ at: ago(5) })).toBe(20)
    expect(await guids()).toEqual(['film'])
  })

  test('is told by the time that the device removed at, and by what it removed', async () => {
    await keep({ at: ago(10) })
    await remove({ at: ago(6) })
    expect(await keep({ at: ago(4), position: 40 })).toBe(40)
    await remove({ at: ago(3600) })
    expect(await keep({ at: ago(5) })).toBe(0)
    expect(await keep({ at: ago(3) })).toBe(20)
  })

  test('does not come back, whichever comes first', async () => {
    for (let round = 0; round < 10; round++) {
      testApp.clock.advance('PT10S')
      await Promise.all([keep({ at: ago(1) }), remove(), keep({ at: ago(2) })])
      expect(await guids()).toEqual([])
    }
  })

  test('is known for two months; a title without progress leaves no trace, the whole history replaces its titles', async () => {
    const traces = async () =>
      (await testApp.db.selectFrom('history_removal').selectAll().where('profile_id', '=', me.profileId).execute()).map(
        ({ program_id }) => program_id,
      )
    await remove({ programId: 'film' })
    expect(await traces()).toEqual([])
    await keep()
    await remove({ programId: 'film' })
    expect(await traces()).toEqual(['film'])
    await remove()
    expect(await traces()).toEqual([''])
    testApp.clock.advance('PT1440H')
    await testApp.library.history.runDue()
    expect(await traces()).toEqual([''])
    testApp.clock.advance('PT72H')
    await testApp.library.history.runDue()
    expect(await traces()).toEqual([])
  })
})

test('a title that left the catalogue is neither listed nor continued, and takes no room', async () => {
  const { catalogue, db } = testApp
  await catalogue.createTitle(aTitle('doomed'))
  await catalogue.publish('doomed')
  await catalogue.titleWriter.attachAsset(db, anAsset('doomed'))
  await testApp.library.favorites.add(me, { programId: 'doomed' })
  await keep({ programId: 'doomed', programGuid: 'doomed' })
  await db.deleteFrom('title').where('program_id', '=', 'doomed').execute()
  expect(await favorites()).toEqual([])
  expect(await guids(true)).toEqual([])
  await testApp.library.favorites.remove(me, 'doomed')
})

test('home begins with what to go on with and ends with why, for those who have watched something', async () => {
  const rows = async (viewer = me) =>
    (await testApp.pages.tabs(viewer, { recommended: true }))[0]!.data.categoryList.map(({ categoryId }) => categoryId)
  const plain = ['free', 'top', 'new', 'foryou']
  expect(await rows()).toEqual(plain)
  await keep()
  expect(await rows()).toEqual(['continue', ...plain, 'because'])
  expect(await rows({ ...me, kids: true })).toEqual(['kids-new'])
  const because = await testApp.pages.mix(me, 'because', { page: 1 })
  expect(because.category.title).toBe('因為你看過《片名film》')
  expect(because.list.map(({ programId }) => programId)).toContain('other')
  expect(because.list.map(({ programId }) => programId)).not.toContain('film')
})

test('recommendations follow the taste of the profile, say so, and leave out what it knows', async () => {
  await testApp.catalogue.createTitle(aTitle('laugh', { genres: ['comedy'] }))
  await testApp.catalogue.publish('laugh')
  await testApp.db
    .updateTable('profile')
    .set({ genres: ['comedy'] })
    .where('profile_id', '=', me.profileId)
    .execute()
  await testApp.library.favorites.add(me, { programId: 'film' })
  const { list } = await testApp.recommendations.forYou(me, { page: 1, pageSize: 100 })
  expect(list[0]).toMatchObject({ title: { programId: 'laugh' }, reason: { kind: 'likedGenre', genre: 'comedy' } })
  expect(list.map(({ title }) => title.programId)).not.toContain('film')
})

test('an export has everything that the profiles of an account keep, and its end takes it away', async () => {
  await testApp.library.remember(me, {
    favorites: ['film', 'series'],
    progress: [{ programId: 'film', position: 20, duration: 60, at: testApp.clock.now().subtract({ hours: 1 }) }],
  })
  expect(await favorites()).toEqual(['film', 'series'])
  await keep({ programId: 'series', programGuid: 'series.s1e1' })
  await testApp.library.history.remove(me, { programId: 'series' })
  const personalData = testApp.library.domainModule.personalData!
  const person = { ...me, number: '', email: '' }
  expect(await personalData.collect(person, 'zh_HK')).toMatchObject([
    {
      favorites: [{ programId: 'series' }, { programId: 'film' }],
      watched: [{ programGuid: 'film', position: 20 }],
      removed: [{ programId: 'series', title: '片名series' }],
    },
  ])
  await personalData.erase(testApp.db, person)
  expect(await personalData.collect(person, 'zh_HK')).toMatchObject([{ favorites: [], watched: [], removed: [] }])
})
