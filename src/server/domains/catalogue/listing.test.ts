import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GENRES } from '#contract/genres.ts'
import { SORTS } from '#contract/categories.ts'
import { RESTRICTIONS } from '#contract/restrictions.ts'
import { RUNNING_TIMES } from '#contract/running-times.ts'
import { VOD_TYPES } from '#contract/vod-types.ts'
import { aTitle, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { silentWorker } from '../../../../test/support/ledger.ts'
import { visitor } from '../../../../test/support/viewers.ts'
import { computedScopes, type TitleFilters, type TitleScope, type TitleWriting } from './index.ts'
import { findChanged, isUnchanged } from './listing.repo.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestCatalogue()
})
beforeEach(() => testApp.db.deleteFrom('title').execute())
afterAll(() => testApp.close())

const START = Temporal.Instant.from('2026-11-21T04:00:00Z')
const CLASSIFIES = ['movie', 'drama', 'kids', 'variety'] as const
const REGIONS = ['HK', 'MO']
const page = { page: 1, pageSize: 50 }

/** Seconds around the present, so that windows often begin or end at the very instants at which lists are made. */
const aSecond = fc.integer({ min: -3, max: 3 })
const aWindow = fc
  .record({ region: fc.constantFrom(...REGIONS), start: aSecond, length: fc.option(fc.integer({ min: 1, max: 4 })) })
  .map(({ region, start, length }) => ({
    region,
    startsAt: START.add({ seconds: start }),
    endsAt: length === null ? null : START.add({ seconds: start + length }),
  }))

const aRandomTitle = fc.record({
  classify: fc.constantFrom(...CLASSIFIES),
  title: fc.record({
    zh: fc.constantFrom('電車', '渡輪', '燈塔', '𠝹房', '﨑', '颱風'),
    en: fc.constantFrom('tram', 'Ferry', 'ferry', 'Éclair', 'zoo', 'Zoo'),
  }),
  genres: fc.uniqueArray(fc.constantFrom(...GENRES), { maxLength: 3 }),
  country: fc.uniqueArray(fc.constantFrom('HK', 'MO', 'JP'), { maxLength: 2 }),
  locale: fc.constantFrom('yue-HK', 'yue', 'ja', 'yuen'),
  restriction: fc.constantFrom(...RESTRICTIONS),
  vodTypes: fc.uniqueArray(fc.constantFrom(...VOD_TYPES.slice(0, 3)), { minLength: 1 }),
  kids: fc.boolean(),
  releaseYear: fc.constantFrom(2024, 2025),
  popularity: fc.integer({ min: 0, max: 2 }),
  licences: fc.uniqueArray(aWindow, {
    maxLength: 3,
    selector: ({ region, startsAt }) => `${region}${startsAt.toString()}`,
  }),
  published: fc.boolean(),
})

const aQuestion = fc.record({
  row: fc.constantFrom('new', 'top', 'free'),
  classify: fc.option(fc.constantFrom(...CLASSIFIES), { nil: undefined }),
  viewer: fc.record({
    region: fc.constantFrom(...REGIONS),
    kids: fc.boolean(),
    language: fc.constantFrom('zh_HK' as const, 'en_US' as const),
  }),
  second: aSecond,
  request: fc.record({
    page: fc.integer({ min: 1, max: 2 }),
    pageSize: fc.constantFrom(2, 20),
    sort: fc.option(fc.constantFrom(...SORTS), { nil: undefined }),
    filters: fc.record(
      {
        genre: fc.uniqueArray(fc.constantFrom(...GENRES), { maxLength: 2 }),
        year: fc.constantFrom(2024, 2025),
        country: fc.constantFrom('HK', 'JP'),
        language: fc.constantFrom('yue', 'yue-HK', 'ja'),
        vodType: fc.constantFrom(...VOD_TYPES),
        restriction: fc.uniqueArray(fc.constantFrom(...RESTRICTIONS), { maxLength: 3 }),
        runningTime: fc.constantFrom(...RUNNING_TIMES),
      },
      { requiredKeys: [] },
    ),
  }),
})

const ANY_ASSET = {
  width: 1280,
  height: 720,
  max_resolution: 'HD',
  dolby_atmos: false,
  dolby_digital: false,
  dolby_digital_plus: false,
  stereo_aac51: false,
  audio_languages: [],
  subtitle_languages: [],
  preview_key: null,
}

/** The same list by the definition: one statement over the tables of the catalogue. */
const bySql = ({ where, order }: TitleScope): TitleScope => ({ ...(where && { where }), order })

test('a list from the index is the list that the tables define: titles, order, total and facets', async () => {
  const { catalogue, clock, db } = testApp
  const write = async (id: string, { published, ...change }: Partial<TitleWriting> & { published: boolean }) => {
    await catalogue.createTitle(aTitle(id, change))
    if (published) await catalogue.publish(id)
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(aRandomTitle, { maxLength: 12 }),
      fc.array(aRandomTitle, { maxLength: 2 }),
      fc.array(aQuestion, { minLength: 4, maxLength: 4 }),
      async (titles, changes, questions) => {
        clock.set(START)
        await db.deleteFrom('title').execute()
        for (const [n, title] of titles.entries()) await write(`title-${n}`, title)
        await db
          .updateTable('title')
          .set({
            score: sql`1 + length(title_en) % 3`,
            film_seconds: sql`nullif(length(title_en) + popularity::int, 5) * 899`,
          })
          .execute()
        for (const [n, question] of questions.entries()) {
          const change = changes[n]
          if (change && titles[n]) await catalogue.updateTitle(`title-${n}`, change)
          clock.set(START.add({ seconds: question.second }))
          const scope = computedScopes[question.row](question.classify)
          const viewer = visitor(question.viewer)
          expect(await catalogue.list(viewer, scope, question.request)).toEqual(
            await catalogue.list(viewer, bySql(scope), question.request),
          )
        }
      },
    ),
    { numRuns: 25 },
  )
}, 120_000)

const FILTERS: readonly TitleFilters[] = [
  {},
  { language: 'yue' },
  { runningTime: '0-30', restriction: ['IIB'] },
  { genre: ['drama'], restriction: ['I', 'IIA'] },
]

test('a facet counts what its value would list, and the values of one that excludes the others add up to the total', async () => {
  const { catalogue, clock, db } = testApp
  clock.set(START)
  const minutes = [null, 12, 29.9, 30, 61, 95, 119, 121]
  for (const [n, one] of minutes.entries()) {
    const restriction = RESTRICTIONS[n % 4]!
    const change = {
      restriction,
      locale: n % 3 === 0 ? 'yue' : n % 3 === 1 ? 'yue-HK' : 'ja',
      releaseYear: 2024 + (n % 2),
    }
    await catalogue.createTitle(aTitle(`title-${n}`, { ...change, kids: n % 2 === 0, genres: [GENRES[n % 3]!] }))
    await catalogue.publish(`title-${n}`)
    const seconds = one === null ? null : Math.round(one * 60)
    await db.updateTable('title').set({ film_seconds: seconds }).where('program_id', '=', `title-${n}`).execute()
  }
  const exclusive = ['year', 'language', 'restriction', 'runningTime'] as const
  for (const scope of [computedScopes.new(), bySql(computedScopes.new())])
    for (const viewer of [visitor(), visitor({ kids: true })])
      for (const filters of FILTERS) {
        const list = (chosen: object) => catalogue.list(viewer, scope, { ...page, filters: { ...filters, ...chosen } })
        const { facets } = await list({})
        if (viewer.kids) expect(facets.restriction.map(({ value }) => value)).not.toContain('III')
        for (const name of exclusive) {
          const { total } = await list({ [name]: undefined })
          expect(facets[name].reduce((sum, { count }) => sum + count, 0)).toBe(total)
        }
        for (const name of [...exclusive, 'genre'] as const)
          for (const { value, count } of facets[name]) {
            const several = name === 'genre' || name === 'restriction'
            const chosen = name === 'year' ? Number(value) : several ? [value] : value
            expect((await list({ [name]: chosen })).total, `${name} ${value}`).toBe(count)
          }
        const upToIIA = facets.restriction.filter(({ value }) => value === 'I' || value === 'IIA')
        const { total } = await list({ restriction: ['I', 'IIA'] })
        expect(total).toBe(upToIIA.reduce((sum, { count }) => sum + count, 0))
      }
})

test('the running time is the film’s, of a series its first episode’s, and follows what is attached', async () => {
  const { catalogue, clock, db } = testApp
  clock.set(START)
  await catalogue.createTitle(aTitle('film'))
  await catalogue.publish('film')
  const put = (guid: string, ms: number) =>
    db
      .insertInto('title_asset')
      .values({
        ...ANY_ASSET,
        asset_id: guid,
        program_id: 'film',
        program_guid: guid,
        role: 'film',
        duration_ms: ms,
        attached_at: START,
      })
      .execute()
  const times = async () =>
    (await catalogue.list(visitor(), computedScopes.new(), page)).facets.runningTime.map(({ value }) => value)
  expect(await times()).toEqual(['unknown'])
  await put('film', 95 * 60_000)
  expect(await times()).toEqual(['90-120'])
  for (const [episode, minutes] of [
    [2, 70],
    [1, 20],
  ] as const) {
    const programGuid = `film.s1e${episode}`
    await db
      .insertInto('episode')
      .values({ program_guid: programGuid, program_id: 'film', season: 1, episode, title_zh: '', title_en: '' })
      .execute()
    await put(programGuid, minutes * 60_000)
  }
  expect(await times()).toEqual(['0-30'])
  await db.deleteFrom('title_asset').where('program_guid', '=', 'film.s1e1').execute()
  expect(await times()).toEqual(['unknown'])
})

const listed = async (viewer = visitor()) =>
  (await testApp.catalogue.list(viewer, computedScopes.new(), page)).titles.map(({ programId }) => programId)

test('a change by anybody is in the next list: another process, SQL, a transaction that commits late', async () => {
  const { db, catalogue } = testApp
  await catalogue.createTitle(aTitle('one'))
  await catalogue.publish('one')
  expect(await listed()).toEqual(['one'])
  const late = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const writing = db.transaction().execute(async (tx) => {
    await sql`update title set state = 'draft' where program_id = 'one'`.execute(tx)
    started.resolve()
    await late.promise
  })
  await started.promise
  await catalogue.createTitle(aTitle('two'))
  await catalogue.publish('two')
  expect(await listed()).toEqual(['one', 'two'])
  late.resolve()
  await writing
  expect(await listed()).toEqual(['two'])
  await db.deleteFrom('licence').where('region', '=', 'MO').execute()
  expect(await listed(visitor({ region: 'MO' }))).toEqual([])
})

test('changes of a restored backup, whose transactions are yet to come, do not hold up any list', async () => {
  const { db, catalogue } = testApp
  await catalogue.createTitle(aTitle('one'))
  await catalogue.publish('one')
  await listed()
  await sql`insert into title_change (program_id, xid) values ('one', '9000000000')`.execute(db)
  testApp.takeQueries()
  expect(await listed()).toEqual(['one'])
  expect(testApp.takeQueries()).toHaveLength(2)
})

test('a snapshot of a database with more transactions is one of another database, and holds for nothing', async () => {
  const { db } = testApp
  const replaced = '9000000000:9000000000:'
  expect(await isUnchanged(db, replaced)).toBe(false)
  expect(await findChanged(db, { since: replaced, limit: 9 })).toMatchObject({ programIds: [], isOlder: true })
})

test('changes are kept for a day', async () => {
  const { db, catalogue } = testApp
  await sql`delete from title_change`.execute(db)
  await sql`insert into title_change (program_id, at) values ('old', now() - interval '25 hours'), ('new', now())`.execute(
    db,
  )
  for (const { run } of catalogue.domainModule.scheduledTasks ?? []) await run(silentWorker)
  expect(await db.selectFrom('title_change').select('program_id').execute()).toEqual([{ program_id: 'new' }])
})
