import { sql, type SqlBool } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTitle, anAsset, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { visitor } from '../../../../test/support/viewers.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestCatalogue()
  const { catalogue, db } = testApp
  const people = ['霍知秋', '阮海棠', '施定遠', '冼月圓'].map((zh, n) => ({
    personId: `p${n}`,
    name: { zh, en: `Person ${n}` },
  }))
  await catalogue.createTitle(
    aTitle('ferry', {
      title: { zh: '夜渡', en: 'Night Crossing' },
      description: { zh: '船'.repeat(200), en: 'boat' },
      images: { keyart: 'h1/poster.webp', landscape: 'h2/wide.webp', art: 'h3/art.webp' },
      actors: people,
      directors: [people[3]!],
      tags: [{ tagId: 'sea', name: { zh: '海', en: 'Sea' } }],
      vodTypes: ['PAY PER RENT', 'FREE TO WATCH'],
      credits: 28,
      country: ['HK', 'MO'],
      warning: { zh: '驚慄', en: 'Suspense' },
    }),
  )
  await catalogue.createTitle(
    aTitle('series', {
      programType: 'drama',
      classify: 'drama',
      episodes: [
        { season: 1, episode: 2, title: { zh: '二', en: 'Two' } },
        {
          season: 1,
          episode: 1,
          title: { zh: '一', en: 'One' },
          image: 'h4/still.webp',
          startShowPoint: 5,
          startPosition: 30,
          endPosition: 50,
        },
        { season: 2, episode: 1, title: { zh: '', en: '' } },
      ],
    }),
  )
  await catalogue.createTitle(aTitle('adult', { restriction: 'III' }))
  await catalogue.createTitle(
    aTitle('gone', {
      licences: [
        {
          region: 'HK',
          startsAt: Temporal.Instant.from('2026-01-01T00:00:00Z'),
          endsAt: Temporal.Instant.from('2026-02-01T00:00:00Z'),
        },
      ],
    }),
  )
  await catalogue.createTitle(aTitle('draft'))
  for (const id of ['ferry', 'series', 'adult', 'gone']) await catalogue.publish(id)
  const writer = catalogue.titleWriter
  await writer.attachAsset(
    db,
    anAsset('ferry', {
      audio: { dolbyAtmos: true, dolbyDigital: false, dolbyDigitalPlus: true, stereoAac51: false },
      maxResolution: '4K',
    }),
  )
  await writer.attachAsset(db, {
    ...anAsset('ferry', { previewKey: 'p/t/1.mp4' }),
    role: 'trailer',
    assetId: 'trailer',
  })
  await writer.attachAsset(db, anAsset('series.s1e1', { durationMs: 45_400 }))
  await writer.attachAsset(db, anAsset('adult'))
  await writer.attachAsset(db, anAsset('gone'))
})
afterAll(() => testApp.close())

const detail = async (id: string, viewer = visitor()) => (await testApp.cards.detail(viewer, id)).program

const card = async (id: string, change = {}) => {
  const viewer = visitor(change)
  return testApp.cards.localize(viewer, await testApp.catalogue.cards(viewer, [id]))[0]!
}

test('a card is in the reader’s language, with the other title beside it', async () => {
  expect(await card('ferry')).toMatchObject({
    title: '夜渡',
    otherTitle: 'Night Crossing',
    actor: ['霍知秋', '阮海棠', '施定遠'],
    titleFontURL: '/f/2.css',
    keyartImageURL: '/i/h1/poster.webp',
    landscapeImageURL: '/i/h2/wide.webp',
    artImageURL: '/i/h3/art.webp',
    vodType: 'FREE TO WATCH',
    vodTypes: ['PAY PER RENT', 'FREE TO WATCH'],
    credits: 28,
    rating: 3.5,
    votes: 0,
  })
  expect(await card('ferry', { language: 'en_US' })).toMatchObject({
    title: 'Night Crossing',
    otherTitle: '夜渡',
    actor: ['Person 0', 'Person 1', 'Person 2'],
    description: 'boat',
  })
  expect((await card('ferry')).description).toHaveLength(120)
})

test('a card shows what the media are', async () => {
  expect(await card('ferry')).toMatchObject({
    programGuid: 'ferry',
    duration: 60,
    maxResolution: '4K',
    dolbyAtmos: true,
    dolbyDigital: false,
    dolbyDigitalPlus: true,
    preparing: false,
    trailer: { previewURL: '/p/t/1.mp4' },
  })
})

test('a series is its first episode, counts what is listed, and takes the first frame where it has no image', async () => {
  expect(await card('series')).toMatchObject({
    programType: 'drama',
    programGuid: 'series.s1e1',
    episodeCount: 3,
    duration: 45,
    keyartImageURL: expect.stringMatching(/^\/i\/frames/),
  })
})

test('a title in preparation shows no length, resolution or sound', async () => {
  const { catalogue } = testApp
  await catalogue.createTitle(aTitle('soon'))
  await catalogue.publish('soon')
  expect(await card('soon')).toMatchObject({ preparing: true, dolbyAtmos: false, trailer: undefined })
  expect((await card('soon')).duration).toBeUndefined()
  expect((await card('soon')).maxResolution).toBeUndefined()
  expect((await detail('soon')).decision).toEqual({ access: 'deny', reason: 'PREPARING' })
})

test('the detail has everybody, all words and the decision', async () => {
  const program = await detail('ferry')
  expect(program).toMatchObject({
    actor: ['霍知秋', '阮海棠', '施定遠', '冼月圓'],
    director: ['冼月圓'],
    tags: ['海'],
    country: ['HK', 'MO'],
    warning: '驚慄',
    price: 2800,
    subtitleLanguages: ['zh-Hant'],
    decision: { access: 'play', by: 'free' },
    movie: {
      orderURL: '/api_v2/order?programId=ferry&programGuid=ferry&kind=movie',
      previewURL: '/p/asset-ferry/abc.mp4',
    },
  })
  expect(program.description).toHaveLength(200)
})

test('a warning that is written in one language only is shown to readers of the other too', async () => {
  await testApp.catalogue.createTitle(aTitle('warned', { warning: { zh: '', en: 'Violence' } }))
  await testApp.catalogue.publish('warned')
  expect((await detail('warned')).warning).toBe('Violence')
})

test('the opening video is ordered like the title, so that it plays with sound under a grant; a class III title has one too', async () => {
  expect((await detail('ferry')).openingVideo).toBe('')
  for (const id of ['series.s1e1', 'adult'])
    await testApp.catalogue.titleWriter.attachAsset(testApp.db, {
      ...anAsset(id, { durationMs: 8_000, previewKey: 'p/o/1.mp4' }),
      role: 'opening',
      assetId: `opening-${id}`,
    })
  const series = await detail('series')
  expect(series.openingVideo).toBe('/api_v2/order?programId=series&programGuid=series.s1e1&kind=opening')
  expect(series.openingDuration).toBe(8)
  expect((await detail('adult')).openingVideo).toBe('/api_v2/order?programId=adult&programGuid=adult&kind=opening')
})

test('episodes stand in order, each with its own length and images', async () => {
  const { dramaList, seasons } = await detail('series')
  expect(dramaList.map(({ programGuid }) => programGuid)).toEqual(['series.s1e1', 'series.s1e2', 'series.s2e1'])
  expect(dramaList[0]).toMatchObject({
    imageURL: '/i/h4/still.webp',
    duration: 45,
    startShowPoint: 5,
    startPosition: 30,
    endPosition: 50,
    preparing: false,
  })
  expect(dramaList[1]).toMatchObject({ preparing: true, duration: undefined })
  expect(seasons).toEqual([
    { season: 1, episodeCount: 2 },
    { season: 2, episodeCount: 1 },
  ])
})

test('class III asks a visitor to log in and has no public preview', async () => {
  const program = await detail('adult')
  expect(program.decision).toEqual({ access: 'login' })
  expect(program.movie.previewURL).toBeUndefined()
})

test.each(['ferry', 'adult', 'gone'])(
  'to a child %s is unknown: its name, class and reason are not told',
  async (id) => {
    await expect(testApp.cards.detail(visitor({ kids: true }), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
)

test('a title whose window is over is shown with its reason, and nothing of it moves', async () => {
  const program = await detail('gone')
  expect(program).toMatchObject({ decision: { access: 'deny', reason: 'WINDOW_CLOSED' }, movie: { orderURL: '' } })
  const elsewhere = await detail('gone', visitor({ region: 'MO' }))
  expect(elsewhere.decision).toEqual({ access: 'deny', reason: 'REGION_REFUSED' })
})

test.each(['draft', 'nowhere'])('%s is not found', async (id) => {
  await expect(testApp.cards.detail(visitor(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

const these = (...ids: string[]) => ({
  where: sql<SqlBool>`t.program_id = any (${ids}::text[])`,
  order: [{ by: sql`array_position(${ids}::text[], t.program_id)`, direction: 'asc' as const }],
})

test('the billboard’s buttons come from the same decision', async () => {
  const [first] = await testApp.cards.offered(visitor(), these('adult', 'gone', 'ferry'))
  expect(first).toMatchObject({ card: { programId: 'adult' }, decision: { access: 'login' } })
  expect(await testApp.cards.offered(visitor(), these('gone'))).toEqual([])
})
