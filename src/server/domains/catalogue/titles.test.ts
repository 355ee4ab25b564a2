import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTitle, anAsset, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { visitor } from '../../../../test/support/viewers.ts'
import { draft } from '../../../../test/support/drafts.ts'
import { CATALOGUE_CHANNEL, computedScopes } from './index.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestCatalogue()
})
beforeEach(async () => {
  await testApp.db.deleteFrom('title').execute()
  testApp.titleFonts.length = 0
})
afterAll(() => testApp.close())

const page = { page: 1, pageSize: 50 }
const idsOf = (titles: readonly { programId: string }[]) => titles.map(({ programId }) => programId)
const newest = async (change = {}) =>
  idsOf((await testApp.catalogue.list(visitor(), computedScopes.new(), { ...page, ...change })).titles)
const publish = async (...writings: ReturnType<typeof aTitle>[]) => {
  for (const writing of writings) {
    await testApp.catalogue.createTitle(writing)
    await testApp.catalogue.publish(writing.programId)
    testApp.clock.advance('PT1S')
  }
}

test('a draft is hidden until it is published, and then stands first among the new', async () => {
  await publish(aTitle('first'))
  await testApp.catalogue.createTitle(aTitle('second'))
  expect(await newest()).toEqual(['first'])
  await testApp.catalogue.publish('second')
  expect(await newest()).toEqual(['second', 'first'])
  expect(testApp.titleFonts).toEqual(['片名first', 'Title first', '片名second', 'Title second'])
})

test('publishing again keeps the day of the first time', async () => {
  await publish(aTitle('first'), aTitle('second'))
  await testApp.catalogue.publish('first')
  expect(await newest()).toEqual(['second', 'first'])
})

test('an id is given once', async () => {
  await publish(aTitle('one'))
  await expect(testApp.catalogue.createTitle(aTitle('one'))).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(testApp.catalogue.publish('two')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a write that fails half-way leaves nothing', async () => {
  const broken = aTitle('broken', { licences: [{ region: 'nowhere', startsAt: testApp.clock.now(), endsAt: null }] })
  await expect(testApp.catalogue.createTitle(broken)).rejects.toThrow(/licence_region_check/)
  expect(await testApp.catalogue.isEmpty()).toBe(true)
})

test('a change replaces what it names and nothing else', async () => {
  const actor = { personId: 'p', name: { zh: '甲', en: 'A' } }
  await publish(aTitle('one', { actors: [actor], tagline: { zh: '舊', en: 'old' } }))
  await testApp.catalogue.updateTitle('one', { title: { zh: '新', en: 'New' }, licences: [] })
  const detail = await testApp.catalogue.detail(visitor(), 'one')
  expect(detail).toMatchObject({
    title: { zh: '新' },
    tagline: { en: 'old' },
    actors: [actor.name],
    isWindowOpen: false,
  })
  await expect(testApp.catalogue.updateTitle('none', {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('every write notifies all nodes when it commits, and one that fails notifies none', async () => {
  const client = await testApp.pool.connect()
  const heard: string[] = []
  client.on('notification', ({ channel }) => heard.push(channel))
  await client.query(`listen ${CATALOGUE_CHANNEL}`)
  const count = async (work: Promise<unknown>) => {
    await work.catch(() => undefined)
    await client.query('select 1')
    return heard.splice(0).length
  }
  const { catalogue, db } = testApp
  expect(await count(catalogue.createTitle(aTitle('one')))).toBe(1)
  expect(await count(catalogue.createTitle(aTitle('one')))).toBe(0)
  expect(await count(catalogue.publish('one'))).toBe(1)
  expect(await count(catalogue.updateTitle('one', { popularity: 3 }))).toBe(1)
  expect(await count(catalogue.titleWriter.attachAsset(db, anAsset('one')))).toBe(1)
  expect(await count(catalogue.titleWriter.attachAsset(db, anAsset('none')))).toBe(0)
  client.release(true)
})

const publishTitles = () =>
  publish(
    aTitle('a', { genres: ['drama', 'action'], releaseYear: 2024, title: { zh: '丙', en: 'Bravo' }, popularity: 1 }),
    aTitle('b', {
      genres: ['drama'],
      releaseYear: 2025,
      country: ['HK', 'MO'],
      title: { zh: '丁', en: 'alpha' },
      popularity: 9,
    }),
    aTitle('c', {
      genres: ['comedy'],
      vodTypes: ['VIP UNLIMITED WATCH'],
      locale: 'en-GB',
      title: { zh: '乙', en: 'Charlie' },
      popularity: 5,
    }),
  )

test('filters narrow, and each facet counts under the other filters only', async () => {
  await publishTitles()
  const { titles, total, facets } = await testApp.catalogue.list(visitor(), computedScopes.new(), {
    ...page,
    filters: { genre: ['drama'], country: 'HK' },
  })
  expect(idsOf(titles)).toEqual(['b', 'a'])
  expect(total).toBe(2)
  expect(facets.genre).toEqual([
    { value: 'drama', count: 2 },
    { value: 'comedy', count: 1 },
    { value: 'action', count: 1 },
  ])
  expect(facets.year).toEqual([
    { value: '2025', count: 1 },
    { value: '2024', count: 1 },
  ])
  expect(facets.country).toEqual([
    { value: 'HK', count: 2 },
    { value: 'MO', count: 1 },
  ])
  expect(facets.vodType).toEqual([{ value: 'FREE TO WATCH', count: 2 }])
})

test.each([
  [{ genre: ['action', 'comedy'] as const }, ['c', 'a']],
  [{ year: 2024 }, ['a']],
  [{ country: 'MO' }, ['b']],
  [{ language: 'en' }, ['c']],
  [{ language: 'en-GB' }, ['c']],
  [{ language: 'yue-HK' }, ['b', 'a']],
  [{ vodType: 'VIP UNLIMITED WATCH' as const }, ['c']],
  [{ year: 2024, country: 'MO' }, []],
])('a list filtered by %j has the titles %j', async (filters, expected) => {
  await publishTitles()
  expect(await newest({ filters })).toEqual(expected)
})

test.each([
  ['newest', 'zh_HK', ['c', 'b', 'a']],
  ['popular', 'zh_HK', ['b', 'c', 'a']],
  ['title', 'en_US', ['b', 'a', 'c']],
  ['title', 'zh_HK', ['b', 'a', 'c']],
] as const)('titles are sorted by %s in %s', async (sort, language, expected) => {
  await publishTitles()
  const { titles } = await testApp.catalogue.list(visitor({ language }), computedScopes.free(), { ...page, sort })
  expect(idsOf(titles)).toEqual(expected.filter((id) => id !== 'c'))
})

test('pages follow on each other without gap or repeat, and past the end there is nothing', async () => {
  await publish(...Array.from({ length: 7 }, (_, n) => aTitle(`t${n}`, { popularity: 4 })))
  const pages = []
  for (const number of [1, 2, 3, 4]) {
    const { titles, total } = await testApp.catalogue.list(visitor(), computedScopes.top(), {
      page: number,
      pageSize: 3,
    })
    expect(total).toBe(7)
    pages.push(idsOf(titles))
  }
  expect(pages).toEqual([['t0', 't1', 't2'], ['t3', 't4', 't5'], ['t6'], []])
})

test('an ingested film is published with its film, and takes its images from it', async () => {
  const { catalogue, db } = testApp
  const { programId, programGuid } = await db.transaction().execute(async (tx) => {
    const made = await catalogue.titleWriter.createTitle(tx, draft)
    await catalogue.titleWriter.attachAsset(tx, anAsset(made.programGuid))
    return made
  })
  expect(programGuid).toBe(programId)
  const [card] = await catalogue.cards(visitor({ region: 'MO' }), [programId])
  expect(card).toMatchObject({
    releaseYear: 2026,
    country: ['HK'],
    film: { durationMs: 60_000 },
    images: { keyart: `frames/i-asset-${programId}-frame-1.jpg` },
  })
})

test('a film that cannot be published leaves no title', async () => {
  const { catalogue, db } = testApp
  const attempt = db.transaction().execute(async (tx) => {
    await catalogue.titleWriter.createTitle(tx, draft)
    await catalogue.titleWriter.attachAsset(tx, anAsset('another'))
  })
  await expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await catalogue.isEmpty()).toBe(true)
})

test('an ingested drama is a series, and further episodes join it', async () => {
  const { catalogue, db } = testApp
  const { programId, programGuid } = await catalogue.titleWriter.createTitle(db, { ...draft, classify: 'drama' })
  expect(programGuid).toBe(`${programId}.s1e1`)
  const second = await catalogue.titleWriter.createTitle(db, {
    ...draft,
    series: programId,
    episode: 2,
    titleZh: '第二集',
  })
  expect(second).toEqual({ programId, programGuid: `${programId}.s1e2` })
  expect((await catalogue.detail(visitor(), programId)).episodes.map(({ title }) => title.zh)).toEqual(['', '第二集'])
})

test.each([
  ['an unknown genre', { genres: ['western'] }, 'genres'],
  ['no way to watch', { vodTypes: [] }, 'vodTypes'],
  ['credits without a price', { vodTypes: ['credit' as const] }, 'credits'],
  ['class III for kids', { kids: true, restriction: 'III' as const }, 'restriction'],
  ['an episode without its number', { series: 'x' }, 'episode'],
  ['no Chinese title', { titleZh: ' ' }, 'titleZh'],
  ['a country that is no code', { countries: ['Hong Kong'] }, 'countries'],
])('a draft with %s is refused before anything is encoded', async (_, change, field) => {
  await expect(testApp.catalogue.titleWriter.checkDraft({ ...draft, ...change })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: { fields: { [field]: expect.any(String) } },
  })
})

test('an episode of nothing, or of a film, is refused', async () => {
  const { titleWriter } = testApp.catalogue
  await expect(titleWriter.checkDraft({ ...draft, series: 'none', episode: 1 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    details: { fields: { series: 'SERIES_UNKNOWN none' } },
  })
  await publish(aTitle('film'))
  await expect(titleWriter.checkDraft({ ...draft, series: 'film', episode: 1 })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: { fields: { series: 'SERIES_IS_FILM film' } },
  })
})

test('a newer film takes the place of the older one', async () => {
  await publish(aTitle('one'))
  const { catalogue, db } = testApp
  await catalogue.titleWriter.attachAsset(db, anAsset('one'))
  await catalogue.titleWriter.attachAsset(db, { ...anAsset('one', { durationMs: 90_000 }), assetId: 'better' })
  const [card] = await catalogue.cards(visitor(), ['one'])
  expect(card?.film).toMatchObject({ assetId: 'better', durationMs: 90_000 })
})

test('a request to play gets the guid or the first episode, its assets and the end of its window', async () => {
  const { catalogue, db, clock } = testApp
  const endsAt = clock.now().add({ hours: 2 })
  await publish(
    aTitle('series', {
      programType: 'drama',
      classify: 'drama',
      licences: [{ region: 'HK', startsAt: clock.now(), endsAt }],
      episodes: [1, 2].map((episode) => ({ season: 1, episode, title: { zh: '集', en: 'Ep' } })),
    }),
    aTitle('film'),
  )
  await catalogue.titleWriter.attachAsset(db, anAsset('series.s1e2'))
  const context = { region: 'HK', now: clock.now() }
  expect(await catalogue.playable({ programId: 'series' }, context)).toMatchObject({
    programGuid: 'series.s1e1',
    assets: {},
    windowEndsAt: endsAt,
  })
  const second = await catalogue.playable({ programId: 'series', programGuid: 'series.s1e2' }, context)
  expect(second?.assets.film?.assetId).toBe('asset-series.s1e2')
  expect(await catalogue.playable({ programId: 'film', programGuid: 'series.s1e2' }, context)).toBeUndefined()
  expect(await catalogue.playable({ programId: 'film' }, context)).toMatchObject({
    windowEndsAt: null,
    isWindowOpen: true,
  })
  expect(await catalogue.playable({ programId: 'film' }, { ...context, region: 'JP' })).toMatchObject({
    isLicensedInRegion: false,
    isWindowOpen: false,
  })
  // What can be rented says the same of each.
  const rentable = async (...asked: Parameters<typeof catalogue.rentableColumn>) => {
    const query = testApp.db.selectNoFrom(catalogue.rentableColumn(...asked).as('title'))
    return catalogue.rentableOf((await query.executeTakeFirstOrThrow()).title)
  }
  const later = { region: 'HK', now: endsAt }
  const refs = ['series', 'film', 'series.s1e1', 'series.s1e2', 'unknown'].flatMap((programGuid) =>
    ['series', 'film', 'unknown'].map((programId) => ({ programId, programGuid })),
  )
  for (const ref of [...refs, { programId: 'series' }, { programId: 'film' }])
    for (const at of [context, later, { ...context, region: 'JP' }]) {
      const playable = await catalogue.playable(ref, at)
      if (!playable) {
        expect(await rentable(ref, at)).toBeUndefined()
        continue
      }
      const { programGuid: _, assets, ...rest } = playable
      expect(await rentable(ref, at)).toEqual({ ...rest, hasFilm: assets.film !== undefined })
    }
})
