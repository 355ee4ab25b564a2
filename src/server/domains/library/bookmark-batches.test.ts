import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLibrary } from '../../../../test/support/library.ts'

let testApp: Awaited<ReturnType<typeof createTestLibrary>>
beforeAll(async () => {
  testApp = await createTestLibrary()
})
afterAll(() => testApp.close())

type Viewer = Awaited<ReturnType<typeof testApp.aViewer>>
const stored = (viewers: readonly Viewer[]) =>
  testApp.db
    .selectFrom('bookmark')
    .select(['profile_id', 'position'])
    .where(
      'profile_id',
      'in',
      viewers.map(({ profileId }) => profileId),
    )
    .orderBy('profile_id')
    .execute()

test('reports at once are written in a few transactions, and each is answered with its own position', async () => {
  const viewers = await Promise.all(Array.from({ length: 40 }, () => testApp.aViewer()))
  await testApp.saveProgress(viewers[0]!, { programId: 'other', programGuid: 'other' })
  testApp.takeQueries()
  const positions = await Promise.all(viewers.map((viewer, at) => testApp.saveProgress(viewer, { position: at + 1 })))
  expect(positions).toEqual(viewers.map((_, at) => at + 1))
  const inserts = testApp.takeQueries().filter((text) => text.includes('insert into bookmark'))
  expect(inserts.length).toBeLessThanOrEqual(3)
  expect(await stored(viewers)).toHaveLength(41)
})

test('of reports of one profile in one transaction the newest by the player’s time stands, and answers all', async () => {
  const me = await testApp.aViewer()
  const now = testApp.clock.now()
  const at = (secondsAgo: number) => now.subtract({ seconds: secondsAgo })
  const reports = [40, 10, 20, 10].map((secondsAgo, n) => ({ position: n + 1, at: at(secondsAgo) }))
  const positions = await Promise.all(reports.map((report) => testApp.saveProgress(me, report)))
  expect(positions.at(-1)).toBe(2)
  expect(await testApp.positionOf(me)).toBe(2)
  expect(await testApp.saveProgress(me, { position: 30, at: at(30) })).toBe(2)
})

test('progress is not lost to a wrong clock, and the newest by the player’s time still stands across devices', async () => {
  const me = await testApp.aViewer()
  const now = testApp.clock.now()
  const from = (clockWrongBySeconds: number, secondsAgo: number) => {
    const sentAt = now.add({ seconds: clockWrongBySeconds })
    return { sentAt, at: sentAt.subtract({ seconds: secondsAgo }) }
  }
  expect(await testApp.saveProgress(me, { position: 10, ...from(0, 60) })).toBe(10)
  // A clock that is a day behind, and one that is a year ahead.
  expect(await testApp.saveProgress(me, { position: 20, ...from(-86_400, 40) })).toBe(20)
  expect(await testApp.saveProgress(me, { position: 25, ...from(365 * 86_400, 50) })).toBe(20)
  expect(await testApp.saveProgress(me, { position: 30, ...from(365 * 86_400, 30) })).toBe(30)
  expect(await testApp.saveProgress(me, { position: 40, ...from(0, 20) })).toBe(40)
})

test('the report of a deleted profile is refused, and others with it are stored', async () => {
  const [gone, me] = [await testApp.aViewer(), await testApp.aViewer()]
  await testApp.db.deleteFrom('profile').where('profile_id', '=', gone.profileId).execute()
  const outcomes = await Promise.allSettled([gone, me].map((viewer) => testApp.saveProgress(viewer)))
  expect(outcomes).toMatchObject([{ status: 'rejected', reason: { code: 'NOT_ALLOWED' } }, { value: 20 }])
})

test('a title that is withdrawn takes no more reports once the catalogue has told of it', async () => {
  const me = await testApp.aViewer()
  await testApp.saveProgress(me)
  await testApp.db.updateTable('title').set({ state: 'draft' }).where('program_id', '=', 'film').execute()
  testApp.library.domainModule.caches?.forEach((cache) => cache.clear())
  await expect(testApp.saveProgress(me, { position: 30 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await testApp.db.updateTable('title').set({ state: 'published' }).where('program_id', '=', 'film').execute()
  testApp.library.domainModule.caches?.forEach((cache) => cache.clear())
})
