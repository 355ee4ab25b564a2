import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTitle, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { visitor } from '../../../../test/support/viewers.ts'
import type { TitleWriting } from '../catalogue/index.ts'
import { createLookups, inTables, type Lookup } from './find.service.ts'
import { readQuery } from './query.rules.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestCatalogue()
})
beforeEach(async () => {
  await testApp.db.deleteFrom('title').execute()
  await testApp.db.deleteFrom('person').execute()
})
afterAll(() => testApp.close())

const START = Temporal.Instant.from('2026-11-21T04:00:00Z')
const REGIONS = ['HK', 'MO']

/** Texts that share characters, words, sounds and numerals, so that few titles make many matches. */
const ZH = ['夜渡', '夜渡鯉魚門', '渡輪', '燈塔 II', '樂隊', '行山', '銀行', '🦀夜']
const EN = ['Night', 'Night Ferry', 'The Ferry 2', 'ferry night', 'Knighthood', 'Dark Knight II', 'Éclair', 'a']
const NAMES = [
  { zh: '霍知秋', en: 'Fok Chi-chau' },
  { zh: '夜行', en: 'Night Fok' },
  { zh: '樂', en: 'Ferry Lok' },
  { zh: '', en: 'Chi Fok' },
]
const TYPED = (
  '夜,渡,鯉魚,行,n,night,nightf,ferry,ferry 2,ii,knight,k,the ferry,eclair,je,jedou,lok,ngok,' +
  'hong,jd,fok,fok chi,chi fok,霍,霍 夜,fok 渡輪,ferry dark,night ferry,秋 night,燈 ii,a,zz,nig fer lok,銀 夜'
).split(',')

const aSecond = fc.integer({ min: -3, max: 3 })
const aWindow = fc
  .record({ region: fc.constantFrom(...REGIONS), start: aSecond, length: fc.option(fc.integer({ min: 1, max: 4 })) })
  .map(({ region, start, length }) => ({
    region,
    startsAt: START.add({ seconds: start }),
    endsAt: length === null ? null : START.add({ seconds: start + length }),
  }))
const aPerson = fc.nat(NAMES.length - 1).map((n) => ({ personId: `person-${n}`, name: NAMES[n]! }))
const somePeople = fc.uniqueArray(aPerson, { maxLength: 2, selector: ({ personId }) => personId })

const aRandomTitle = fc.record({
  title: fc.record({ zh: fc.constantFrom(...ZH), en: fc.constantFrom(...EN) }),
  aliases: fc.record({
    zh: fc.uniqueArray(fc.constantFrom(...ZH), { maxLength: 1 }),
    en: fc.uniqueArray(fc.constantFrom(...EN), { maxLength: 1 }),
  }),
  actors: somePeople,
  directors: somePeople,
  restriction: fc.constantFrom('I' as const, 'III' as const),
  kids: fc.boolean(),
  popularity: fc.integer({ min: 0, max: 2 }),
  licences: fc.oneof(
    fc.constant(REGIONS.map((region) => ({ region, startsAt: START.subtract({ hours: 1 }), endsAt: null }))),
    fc.uniqueArray(aWindow, { maxLength: 2, selector: ({ region, startsAt }) => `${region}${startsAt.toString()}` }),
  ),
  published: fc.constantFrom(true, true, true, false),
})

const aSearcher = fc.record({
  region: fc.constantFrom(...REGIONS),
  kids: fc.boolean(),
  second: aSecond,
  limit: fc.constantFrom(2, 8),
})

const write = async (programId: string, { published, ...change }: Partial<TitleWriting> & { published: boolean }) => {
  await testApp.catalogue.createTitle(aTitle(programId, change))
  if (published) await testApp.catalogue.publish(programId)
}

/** Everything that a lookup finds for what was typed. */
async function findAll(lookup: Lookup, typed: string, limit: number) {
  const { key, toneless, parts } = readQuery(typed)
  const byKey = await lookup.byKey(toneless ?? key, limit)
  const shown = await lookup.shown(
    byKey.map(({ titleId }) => titleId),
    key,
  )
  return {
    byKey,
    inAnyOrder: await lookup.inAnyOrder(parts, limit),
    people: await lookup.people(key, limit),
    shown: shown.toSorted((a, b) => (a.programId < b.programId ? -1 : 1)),
  }
}

test('lookups in memory equal those in the tables, after every change and at the edges of windows', async () => {
  const { catalogue, clock, fixedPlanDb, search } = testApp
  const lookups = createLookups(testApp)
  await lookups.load()
  let found = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(aRandomTitle, { minLength: 1, maxLength: 10 }),
      fc.array(aRandomTitle, { maxLength: 3 }),
      fc.array(aSearcher, { minLength: 4, maxLength: 4 }),
      async (titles, changes, searchers) => {
        clock.set(START)
        await testApp.db.deleteFrom('title').execute()
        for (const [n, title] of titles.entries()) await write(`title-${n}`, title)
        for (const [n, { second, limit, ...who }] of searchers.entries()) {
          const { published: _, ...change } = changes[n] ?? {}
          clock.set(START.add({ milliseconds: n + 1 }))
          if (changes[n] && titles[n]) await catalogue.updateTitle(`title-${n}`, change)
          await search.index.refreshOutdated()
          clock.set(START.add({ seconds: second }))
          const viewer = visitor(who)
          for (const typed of TYPED) {
            const expected = await findAll(inTables(fixedPlanDb, catalogue.viewerScopeOf(viewer)), typed, limit)
            found += expected.byKey.length + expected.inAnyOrder.length + expected.people.length
            const actual = await lookups.use(viewer, (lookup) => findAll(lookup, typed, limit))
            expect({ typed, ...actual }).toEqual({ typed, ...expected })
          }
        }
      },
    ),
    { numRuns: 12 },
  )
  expect(found).toBeGreaterThan(200)
}, 120_000)

test('a memory that is loaded later finds the same as one that followed every change', async () => {
  const { catalogue, clock, search } = testApp
  const followed = createLookups(testApp)
  await followed.load()
  for (const [n, name] of NAMES.entries())
    await write(`title-${n}`, {
      published: true,
      title: { zh: ZH[n]!, en: EN[n]! },
      actors: [{ personId: `p-${n}`, name }],
    })
  await search.index.refreshOutdated()
  clock.advance('PT1S')
  await catalogue.updateTitle('title-0', { title: { zh: '燈塔', en: 'Lighthouse' } })
  await search.index.refreshOutdated()
  const later = createLookups(testApp)
  await later.load()
  for (const typed of [...TYPED, 'lighthouse']) {
    const [one, other] = await Promise.all(
      [followed, later].map((lookups) => lookups.use(visitor(), (lookup) => findAll(lookup, typed, 8))),
    )
    expect({ typed, ...one }).toEqual({ typed, ...other })
  }
})

test('a person who is renamed is found by the new name, with all of their titles', async () => {
  const { catalogue, clock, search } = testApp
  const lookups = createLookups(testApp)
  await lookups.load()
  const fok = (en: string) => [{ personId: 'fok', name: { zh: '霍知秋', en } }]
  await write('one', { published: true, actors: fok('Fok Chi-chau') })
  await write('two', { published: true, actors: fok('Fok Chi-chau') })
  await search.index.refreshOutdated()
  await lookups.use(visitor(), async () => ({}))
  clock.advance('PT1S')
  await catalogue.updateTitle('two', { actors: fok('Huo Zhiqiu') })
  await search.index.refreshOutdated()
  const found = async (key: string) =>
    (await lookups.use(visitor(), (lookup) => lookup.byKey(key, 8))).map(({ programId }) => programId)
  expect(await found('huo')).toEqual(['one', 'two'])
  expect(await found('fokchi')).toEqual([])
})

test('until the memory is loaded, the tables are read; a deleted title is gone at once', async () => {
  const { catalogue, db } = testApp
  await write('one', { published: true, title: { zh: '燈塔', en: 'Lighthouse' } })
  await testApp.search.index.refreshOutdated()
  const lookups = createLookups(testApp)
  const found = () => lookups.use(visitor(), (lookup) => lookup.byKey('lighth', 8))
  testApp.takeQueries()
  expect(await found()).toHaveLength(1)
  expect(testApp.takeQueries().some((text) => text.includes('search_head'))).toBe(true)
  await lookups.load()
  testApp.takeQueries()
  expect(await found()).toHaveLength(1)
  expect(testApp.takeQueries()).toHaveLength(1)
  await db.deleteFrom('title').where('program_id', '=', 'one').execute()
  expect(await found()).toEqual([])
  expect(await catalogue.isEmpty()).toBe(true)
})

test('after very many changes the tables are read, and no search waits until all is loaded again', async () => {
  const { db, search } = testApp
  const lookups = createLookups(testApp)
  await lookups.load()
  await sql`insert into title (program_id, program_type, classify, title_zh, title_en, restriction, vod_types, kids, release_year,
      popularity, state, published_at, created_at, updated_at)
    select 'pier-' || n, 'movie', 'movie', '碼頭' || n, 'Pier ' || n, 'I', '{FREE TO WATCH}', false, 2020, n,
      'published', now(), now(), now() from generate_series(1, 501) n`.execute(db)
  await sql`insert into licence (program_id, region, starts_at)
    select 'pier-' || n, 'HK', '2020-01-01' from generate_series(1, 501) n`.execute(db)
  await search.index.refreshOutdated()
  const best = async () => (await lookups.use(visitor(), (lookup) => lookup.byKey('pier', 1)))[0]?.programId
  testApp.takeQueries()
  expect(await best()).toBe('pier-501')
  expect(testApp.takeQueries().some((text) => text.includes('search_head'))).toBe(true)
  await lookups.load()
  testApp.takeQueries()
  expect(await best()).toBe('pier-501')
  expect(testApp.takeQueries().some((text) => text.includes('search_head'))).toBe(false)
})
