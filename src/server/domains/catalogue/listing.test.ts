import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GENRES } from '#contract/genres.ts'
import { SORTS } from '#contract/categories.ts'
import { RESTRICTIONS } from '#contract/restrictions.ts'
import { VOD_TYPES } from '#contract/vod-types.ts'
import { aTitle, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { visitor } from '../../../../test/support/viewers.ts'
import { computedScopes, type TitleScope, type TitleWriting } from './index.ts'
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
      },
      { requiredKeys: [] },
    ),
  }),
})

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
          .set({ score: sql`1 + length(title_en) % 3` })
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
  for (const { run } of catalogue.domainModule.scheduledTasks) await run()
  expect(await db.selectFrom('title_change').select('program_id').execute()).toEqual([{ program_id: 'new' }])
})
