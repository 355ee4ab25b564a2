import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { aTitle } from '../../../../test/support/catalogue.ts'
import { visitor } from '../../../../test/support/viewers.ts'
import { createTestLibrary } from '../../../../test/support/library.ts'

type TestApp = Awaited<ReturnType<typeof createTestLibrary>>
let testApp: TestApp
const page = { page: 1, pageSize: 20 }
const actor = { personId: 'fok', name: { zh: '霍', en: 'Fok' } }
const worker = { queue: idleQueue, log: createLog({ level: 'silent', role: 'test' }) }

beforeAll(async () => {
  testApp = await createTestLibrary()
})
beforeEach(async () => {
  for (const table of ['title', 'bookmark', 'favorite', 'recommendation_run'] as const)
    await testApp.db.deleteFrom(table).execute()
  await add(aTitle('base', { actors: [actor], genres: ['drama'] }))
  await add(aTitle('person', { actors: [actor], genres: ['comedy'] }))
  await add(aTitle('genre', { genres: ['drama'], popularity: 5 }))
})
afterAll(() => testApp.close())

async function add(...[writing]: Parameters<TestApp['catalogue']['createTitle']>) {
  await testApp.catalogue.createTitle(writing)
  await testApp.catalogue.publish(writing.programId)
}
async function runJob(): Promise<void> {
  for (const { run } of testApp.recommendations.domainModule.scheduledTasks ?? []) await run(worker)
}
const similar = async (programId = 'base', change = {}) =>
  (await testApp.recommendations.similar(visitor(change), programId, page)).list.map(({ title, reason }) => [
    title.programId,
    reason?.kind,
  ])
const stored = async () =>
  (await testApp.db.selectFrom('similar_title').select('program_id').orderBy('program_id').execute()).map(
    (row) => row.program_id,
  )

test('before the job and after it a title has the same likes', async () => {
  const before = await similar()
  expect(before).toEqual([
    ['person', 'samePerson'],
    ['genre', 'sameGenre'],
  ])
  expect(await stored()).toEqual([])
  await runJob()
  expect(await stored()).toEqual(['base', 'genre', 'person'])
  expect(await similar()).toEqual(before)
})

test('computed lists are narrowed on reading: windows, regions, kids', async () => {
  await add(aTitle('kids', { kids: true, classify: 'kids', genres: ['drama'] }))
  await add(aTitle('kidstoo', { kids: true, classify: 'kids', genres: ['drama'] }))
  await runJob()
  await testApp.db.deleteFrom('licence').where('program_id', '=', 'person').where('region', '=', 'HK').execute()
  expect(await similar()).not.toContainEqual(['person', 'samePerson'])
  expect(await similar('base', { region: 'MO' })).toContainEqual(['person', 'samePerson'])
  expect(await similar('kids', { kids: true })).toEqual([['kidstoo', 'sameGenre']])
  await testApp.catalogue.updateTitle('kidstoo', { restriction: 'III' })
  expect(await similar('kids', { kids: true })).toEqual([])
})

test('in kids mode no reason names people', async () => {
  for (const id of ['one', 'other']) await add(aTitle(id, { kids: true, classify: 'kids', actors: [actor] }))
  expect(await similar('one')).toContainEqual(['other', 'samePerson'])
  expect(await similar('one', { kids: true })).toEqual([['other', undefined]])
})

test('no title recommends one that is more than a class above it, and class III only class III, before the job and after it', async () => {
  const classes = ['I', 'IIA', 'IIB', 'III'] as const
  for (const restriction of classes) await add(aTitle(`of-${restriction}`, { restriction, genres: ['horror'] }))
  const ofClass = async (restriction: string) =>
    (await similar(`of-${restriction}`))
      .map(([id]) => id)
      .filter((id) => id?.startsWith('of-'))
      .toSorted()
  for (const run of [async () => undefined, runJob]) {
    await run()
    expect(await ofClass('I')).toEqual(['of-IIA'])
    expect(await ofClass('IIA')).toEqual(['of-I', 'of-IIB'])
    expect(await ofClass('IIB')).toEqual(['of-I', 'of-IIA'])
    expect(await ofClass('III')).toEqual(['of-I', 'of-IIA', 'of-IIB'])
  }
})

test('no list for a viewer has class III because of another class, even if a class was changed after the comparison', async () => {
  const viewer = await testApp.aViewer()
  await add(aTitle('adult', { restriction: 'III', actors: [actor], popularity: 99 }))
  await add(aTitle('grown', { restriction: 'I', actors: [actor] }))
  await runJob()
  await testApp.db.updateTable('title').set({ restriction: 'III' }).where('program_id', '=', 'grown').execute()
  const shown = async () => {
    const [forYou, because, { list }] = await Promise.all([
      testApp.recommendations.forYou(viewer, page),
      testApp.pages.mix(viewer, 'because', page),
      testApp.pages.mix(viewer, 'foryou', page),
    ])
    return [...forYou.list.map(({ title }) => title), ...because.list, ...list].map(({ programId }) => programId)
  }
  await watch(viewer, ['base'])
  expect(await shown()).toContain('person')
  for (const id of ['adult', 'grown']) expect(await shown()).not.toContain(id)
  await watch(viewer, ['adult'])
  expect(await shown()).toContain('grown')
})

test('the reason is what the shown title has: what was taken from it since the comparison is not named', async () => {
  const director = { personId: 'lam', name: { zh: '林', en: 'Lam' } }
  await testApp.catalogue.updateTitle('base', { directors: [director] })
  await add(aTitle('directed', { directors: [director], genres: ['drama'] }))
  await add(aTitle('acted', { actors: [director], genres: ['horror'] }))
  await runJob()
  expect(await similar()).toEqual(
    expect.arrayContaining([
      ['directed', 'sameDirector'],
      ['acted', 'samePerson'],
    ]),
  )
  await testApp.db.deleteFrom('title_person').where('program_id', '=', 'directed').execute()
  expect(await similar()).toContainEqual(['directed', 'sameGenre'])
})

test('a new title has likes at once, and comes into the lists of others with the next run', async () => {
  await runJob()
  await add(aTitle('fresh', { actors: [actor], genres: ['drama'] }))
  expect((await similar('fresh')).map(([id]) => id)).toContain('base')
  expect((await similar()).map(([id]) => id)).not.toContain('fresh')
  await runJob()
  expect((await similar())[0]).toEqual(['fresh', 'samePerson'])
  testApp.clock.advance('PT1M')
  await testApp.catalogue.updateTitle('fresh', { actors: [], genres: ['horror'] })
  await runJob()
  expect((await similar('fresh')).map(([id]) => id)).toEqual([])
})

test('all titles are compared once a night, at four in Hong Kong, and none between when nothing has changed', async () => {
  await runJob()
  const runAt = async () =>
    (await testApp.db.selectFrom('recommendation_run').select('at').executeTakeFirstOrThrow()).at
  const first = await runAt()
  const now = testApp.clock.now().toZonedDateTimeISO('Asia/Hong_Kong')
  const night = now.startOfDay().add({ days: 1, hours: 4 }).toInstant()
  testApp.clock.set(night.subtract({ seconds: 1 }))
  await runJob()
  expect(await runAt()).toEqual(first)
  testApp.clock.set(night)
  await runJob()
  expect(await runAt()).toEqual(night)
})

/** The viewer has watched 20 of 60 seconds of these. */
async function watch(viewer: Awaited<ReturnType<TestApp['aViewer']>>, programIds: readonly string[], position = 20) {
  for (const programId of programIds) {
    const report = { programId, programGuid: programId, position, duration: 60, at: testApp.clock.now() }
    await testApp.library.bookmarks.store(viewer, report)
  }
}

test('titles that five accounts watch together are alike; four accounts, and many profiles of one, tell nothing', async () => {
  for (const id of ['together', 'four', 'household', 'started', 'notforkids'])
    await add(aTitle(id, { genres: ['horror'], country: ['JP'] }))
  const household = await testApp.aViewer()
  for (let n = 0; n < 5; n++) {
    await watch(await testApp.aViewer(), ['base', 'together', ...(n < 4 ? ['four'] : [])])
    await watch(await testApp.aViewer({ accountId: household.accountId }), ['base', 'household'])
    const impatient = await testApp.aViewer()
    await watch(impatient, ['base'])
    await watch(impatient, ['started'], 15)
    const child = await testApp.aViewer()
    await watch(child, ['base', 'notforkids'])
    await testApp.db.updateTable('profile').set({ kids: true }).where('profile_id', '=', child.profileId).execute()
  }
  await runJob()
  const found = await similar()
  expect(found).toContainEqual(['together', 'coWatched'])
  const ids = found.map(([id]) => id)
  for (const id of ['four', 'household', 'started', 'notforkids']) expect(ids).not.toContain(id)
})

test('no recommendation names a title that the viewer may not see, or is there because of it', async () => {
  const viewer = await testApp.aViewer()
  const alike = (id: string) => ({ actors: [{ personId: id, name: { zh: id, en: id } }], kids: true, genres: [] })
  const hide = {
    adult: () => testApp.catalogue.updateTitle('adult', { restriction: 'III' }),
    closed: () => testApp.catalogue.updateTitle('closed', { licences: [] }),
    macau: () =>
      testApp.db.deleteFrom('licence').where('program_id', '=', 'macau').where('region', '=', 'HK').execute(),
  }
  for (const id of Object.keys(hide)) {
    await add(aTitle(id, alike(id)))
    await add(aTitle(`${id}-like`, alike(id)))
  }
  await watch(viewer, Object.keys(hide))
  await runJob()
  const reasons = async (change: object) =>
    (await testApp.recommendations.forYou({ ...viewer, ...change }, page)).list.map(({ reason }) => reason?.kind)
  expect(await reasons({ kids: true })).toContain('becauseWatched')
  for (const change of Object.values(hide)) await change()
  expect(await reasons({ kids: true })).not.toContain('becauseWatched')
  const { list } = await testApp.recommendations.forYou(viewer, page)
  const named = list.flatMap(({ reason }) => (reason && 'name' in reason ? reason.name.en : []))
  expect(new Set(named)).toEqual(new Set(['Title adult']))
})

test('for a profile come its genres and what is like the titles that it watched, each with why, and nothing that it knows', async () => {
  const viewer = await testApp.aViewer()
  await testApp.db
    .updateTable('profile')
    .set({ genres: ['comedy'] })
    .where('profile_id', '=', viewer.profileId)
    .execute()
  const progress = { programId: 'base', position: 20, duration: 60, at: testApp.clock.now() }
  await testApp.library.remember(viewer, { favorites: [], progress: [{ ...progress, programGuid: 'base' }] })
  await add(aTitle('romance', { genres: ['romance'] }))
  await add(aTitle('comedy', { genres: ['comedy'], popularity: 1 }))
  await runJob()
  const { list } = await testApp.recommendations.forYou(viewer, page)
  const reasons = Object.fromEntries(list.map(({ title, reason }) => [title.programId, reason]))
  expect(reasons.base).toBeUndefined()
  expect(reasons.comedy).toEqual({ kind: 'likedGenre', genre: 'comedy' })
  expect(reasons.genre).toEqual({ kind: 'becauseWatched', name: { zh: '片名base', en: 'Title base' } })
  expect(reasons.romance).toEqual({ kind: 'popularGenre', genre: 'romance' })
  const because = await testApp.pages.mix(viewer, 'because', page)
  expect(because.list.map(({ programId }) => programId)).toEqual(['person', 'genre'])
  expect(because.category.title).toBe('因為你看過《片名base》')
})

test('a new profile gets what is popular, and nothing that is not for it', async () => {
  await add(aTitle('kids', { kids: true, classify: 'kids', genres: ['family'] }))
  const kids = await testApp.aViewer({ kids: true })
  const ids = async (viewer: Parameters<typeof testApp.recommendations.forYou>[0]) =>
    (await testApp.recommendations.forYou(viewer, page)).list.map(({ title }) => title.programId)
  expect((await ids(await testApp.aViewer())).toSorted()).toEqual(['base', 'genre', 'kids', 'person'])
  expect(await ids(kids)).toEqual(['kids'])
})
