import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLASSIFIES } from '#contract/categories.ts'
import { RESTRICTIONS } from '#contract/restrictions.ts'
import { VOD_TYPES } from '#contract/vod-types.ts'
import type { AssetRole } from '#server/domains/catalogue/index.ts'
import { anAsset, createTestCatalogue } from '../test/support/catalogue.ts'
import { visitor } from '../test/support/viewers.ts'
import { draft } from '../test/support/drafts.ts'
import { seedDemo, type SeedDeps } from './main.ts'
import { CARD_SHOWN } from './make-clips/image/stamp.ts'

type TestCatalogue = Awaited<ReturnType<typeof createTestCatalogue>>
let world: TestCatalogue
type Requested = { programGuid: string; also: string[]; role: AssetRole; files: string[]; lean: boolean }
let jobs: Requested[] = []
let lines: string[] = []

const deps = (change: Partial<SeedDeps> = {}): SeedDeps => ({
  ...world,
  images: { register: async ({ file }, { name }) => `${'0'.repeat(24)}/${name}${file.length > 0 ? '' : '?'}` },
  media: {
    pending: async () =>
      jobs.flatMap(({ also, ...job }) => [job, ...also.map((programGuid) => ({ ...job, programGuid }))]),
    laddered: async () => jobs.filter(({ lean }) => !lean).flatMap(({ programGuid, also }) => [programGuid, ...also]),
    playing: async () => [],
    add: async ({ title: { programGuid }, also, sources, lean }) =>
      jobs.push({
        programGuid,
        also,
        lean,
        role: sources[0]!.role,
        files: sources.flatMap(({ file, subtitles }) => [file, ...subtitles.map((one) => one.file)]),
      }),
    importPackage: async ({ programGuid, role }) => {
      const isKnown = jobs.some((job) => job.programGuid === programGuid && job.role === role)
      if (!isKnown) jobs.push({ programGuid, also: [], role, files: [], lean: true })
    },
  },
  mode: 'full',
  say: (line) => lines.push(line),
  signal: new AbortController().signal,
  ...change,
})

/** Every row of the catalogue and its pages, as text. */
async function snapshot(): Promise<string> {
  const tables = [
    'title',
    'episode',
    'person',
    'title_person',
    'tag',
    'licence',
    'category',
    'category_title',
    'tab',
    'tab_row',
    'banner',
  ] as const
  const rows = await Promise.all(tables.map((table) => world.db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows.map((list) => list.map((row) => JSON.stringify(row)).toSorted()))
}

beforeAll(async () => {
  world = await createTestCatalogue()
  await seedDemo(deps())
}, 60_000)
afterAll(() => world.close())

const all = { page: 1, pageSize: 100 }

test('seeds sixty titles of every kind, class and VOD type', async () => {
  const { list, total, facets } = await world.pages.mix(visitor(), 'new', all)
  expect(total).toBe(60)
  expect(facets.vodType.map(({ value }) => value).toSorted()).toEqual([...VOD_TYPES].toSorted())
  expect([...new Set(list.map(({ restriction }) => restriction))].toSorted()).toEqual([...RESTRICTIONS].toSorted())
  expect(facets.country.map(({ value }) => value).toSorted()).toEqual(['CN', 'HK', 'JP', 'MO', 'SG', 'TW'])
  expect((await world.pages.mix(visitor({ region: 'MO' }), 'new', all)).total).toBe(60)
})

test('series list their episodes under stable guids', async () => {
  const { dramaList, episodeCount } = (await world.cards.detail(visitor(), 'crane')).program
  expect(episodeCount).toBe(4)
  expect(dramaList.map(({ programGuid }) => programGuid)).toEqual([1, 2, 3, 4].map((n) => `crane.s1e${n}`))
  expect(dramaList[0]?.imageURL).toMatch(/still-crane-1\.webp$/)
  expect((await world.cards.detail(visitor(), 'bamboo')).program.programType).toBe('movie')
})

test('seeding again changes nothing and adds no jobs', async () => {
  const before = await snapshot()
  const jobCount = jobs.length
  world.clock.advance('PT5H')
  await seedDemo(deps())
  expect(await snapshot()).toBe(before)
  expect(jobs).toHaveLength(jobCount)
})

test('a data folder without ladders gets them, but for films that an operator has replaced', async () => {
  const added: string[] = []
  const media = {
    ...deps().media,
    laddered: async () => ['typhoon'],
    playing: async () => [
      { programGuid: 'crossing', sourceName: 'our-own.mov' },
      { programGuid: 'neon.s1e1', sourceName: 'neon.mp4' },
      { programGuid: 'neon.s1e2', sourceName: 'second.mkv' },
    ],
    add: async ({ title, also, lean }: { title: { programGuid: string }; also: string[]; lean: boolean }) =>
      added.push(...(lean ? ['lean'] : [title.programGuid, ...also])),
  }
  await seedDemo(deps({ media }))
  expect(added).not.toContain('lean')
  expect(added).toContain('lighthouse')
  expect(added.filter((guid) => /^(crossing|typhoon|neon)/.test(guid))).toEqual([1, 3, 4, 5].map((n) => `neon.s1e${n}`))
})

test('three series have points at which their opening is skipped and the next episode is offered', async () => {
  const { clips } = JSON.parse(await readFile(join(import.meta.dirname, 'clips/clips.json'), 'utf8')) as {
    clips: { id: string; seconds: number }[]
  }
  for (const id of ['neon', 'bambooforest', 'ding']) {
    const { seconds } = clips.find((clip) => clip.id === id)!
    const { dramaList } = (await world.cards.detail(visitor(), id)).program
    for (const { startShowPoint, startPosition, endPosition } of dramaList) {
      expect([startShowPoint, startPosition]).toEqual([CARD_SHOWN.from, Math.ceil(CARD_SHOWN.gone)])
      expect(endPosition).toBeGreaterThan(seconds * 0.8)
      expect(endPosition).toBeLessThan(seconds - 4)
    }
  }
})

test('keeps changes and additions of an operator', async () => {
  await world.catalogue.updateTitle('tram', { popularity: 3 })
  const before = await snapshot()
  await seedDemo(deps())
  expect(await snapshot()).toBe(before)
})

test('does not seed a database that has titles', async () => {
  const other = await createTestCatalogue()
  await other.catalogue.titleWriter.createTitle(other.db, draft)
  await seedDemo(
    deps({
      ...other,
      media: { ...deps().media, pending: async () => [], add: () => Promise.reject(new Error('requested media')) },
    }),
  )
  expect((await other.pages.mix(visitor(), 'new', all)).total).toBe(1)
  await other.close()
})

test('starts over after an interrupted seeding', async () => {
  const other = await createTestCatalogue()
  const broken = { ...other.pages, arrange: () => Promise.reject(new Error('killed')) }
  const media = { ...deps().media, pending: async () => [] }
  await expect(seedDemo(deps({ ...other, pages: broken, media }))).rejects.toThrow('killed')
  expect(await other.catalogue.isEmpty()).toBe(true)
  await seedDemo(deps({ ...other, media: { ...media, add: async () => undefined } }))
  expect((await other.pages.mix(visitor(), 'new', all)).total).toBe(60)
  await other.close()
})

test('every carousel of every tab has titles in both languages, and every layout and kind is used', async () => {
  const rows = (await world.pages.tabs(visitor({ language: 'en_US' }), { recommended: true })).flatMap(
    ({ data }) => data.categoryList,
  )
  const pages = await Promise.all(
    rows.map(({ categoryId }) => world.pages.category(visitor(), categoryId, { page: 1 })),
  )
  expect(pages.filter(({ total }) => total < 3).map(({ category }) => category.categoryId)).toEqual([])
  expect(new Set(pages.map(({ pageSize }) => pageSize))).toEqual(new Set([10, 25, 35]))
  expect(new Set(rows.map(({ programClassify }) => programClassify))).toEqual(new Set(CLASSIFIES))
  expect(rows.filter(({ title }) => /\p{Script=Han}/u.test(title))).toEqual([])
})

test('the kids tab lists only titles for children', async () => {
  const [tab] = await world.pages.tabs(visitor({ kids: true }), { recommended: true })
  expect(tab!.data.categoryList).not.toEqual([])
  for (const { categoryId } of tab!.data.categoryList) {
    const forAll = await world.pages.category(visitor(), categoryId, { page: 1 })
    const forKids = await world.pages.category(visitor({ kids: true }), categoryId, { page: 1 })
    expect(forKids.total).toBe(forAll.total)
    expect(forKids.total).toBeGreaterThan(0)
  }
})

test('banners link to titles, and ads to free titles', async () => {
  const { pages } = world
  const slides = (await Promise.all(['1', '2', '3', '4', '5'].map((tab) => pages.billboard(visitor(), tab)))).flat()
  expect(slides.map(({ bannerImage }) => bannerImage)).not.toContain('')
  expect(slides.map(({ movieId, bannerImagePortrait }) => [movieId, bannerImagePortrait.split('/').at(-1)])).toEqual(
    slides.map(({ movieId }) => [movieId, `art-p-${movieId}.webp`]),
  )
  expect(await pages.billboard(visitor(), '1')).toHaveLength(5)
  // An ad is not shown before its film is ready.
  for (const { role, programGuid } of jobs)
    if (role === 'film') await world.catalogue.titleWriter.attachAsset(world.db, anAsset(programGuid))
  const all = [...(await pages.ads(visitor())), ...(await pages.popups(visitor()))]
  const ads = all.filter(({ bannerType }) => bannerType === 'drama')
  expect(all).toHaveLength(4)
  const cards = await world.catalogue.cards(
    visitor(),
    ads.map(({ movieId }) => movieId),
  )
  expect(cards.map(({ vodTypes }) => vodTypes.includes('FREE TO WATCH'))).toEqual([true, true, true])
})

test('a pop-up ad leads to the promoted collection; that for adults is in no list', async () => {
  const { pages } = world
  const popups = await pages.popups(visitor())
  expect(popups.flatMap(({ url, promotion }) => (promotion ? [[url, promotion]] : []))).toEqual([
    ['harbour-nights', 'open'],
  ])
  const found = await pages.promoted(visitor(), { categoryId: 'harbour-nights', adult: false }, { page: 1 })
  expect(found.banner.bannerImage).toContain('art-l-crossing')
  expect(found.total).toBe(12)
  await expect(pages.category(visitor(), 'after-midnight', { page: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('each asset is requested once, for all episodes of its title', () => {
  expect(jobs.find(({ programGuid }) => programGuid === 'crane.s1e1')?.also).toEqual(
    [2, 3, 4].map((n) => `crane.s1e${n}`),
  )
  const keys = jobs.filter(({ lean }) => lean).map(({ role, programGuid }) => `${role} ${programGuid}`)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.slice(0, 3)).toContain('film tram')
  expect(keys.indexOf('film wok.s1e1')).toBeLessThan(keys.indexOf('film ding.s1e1'))
  expect(keys.indexOf('film crossing')).toBeLessThan(keys.indexOf('trailer tram'))
})
