import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import { GENRES } from '#contract/genres.ts'
import type { VodType } from '#contract/vod-types.ts'
import { DESCRIPTION, personName, TAGS, titleName } from './large-catalogue-names.ts'

/** How many titles, and what decides their properties: equal seeds make equal catalogues. */
export type LargeCatalogue = { titles: number; seed: number }

const PEOPLE = 8_000
/** Titles written by one statement. */
const BATCH = 2_000
const OPENED = '2019-01-01T00:00:00Z'
const CLOSED = '2024-01-01T00:00:00Z'
/** The start of licences that are not open yet. */
const LATER = '2098-01-01T00:00:00Z'
const PUBLISHED_FROM_MS = Date.UTC(2019, 0, 1)
const PUBLISHED_MS = Date.UTC(2026, 0, 1) - PUBLISHED_FROM_MS
const MOST_POPULAR = 2_000_000

/**
 * Fills an empty catalogue with invented, published titles `large-0` …: movies and series with people, genres, tags, assets, and
 * licences in Hong Kong and Macau, some in one region only, some closed, some not open yet. The popularity has a long tail.
 * 50 000 titles take less than a minute. Ends with `analyze`.
 */
export async function insertLargeCatalogue(db: Db, { titles, seed }: LargeCatalogue): Promise<void> {
  await insertRows(db, 'tag', tagRows())
  await insertRows(db, 'person', personRows())
  const random = randomOf(seed)
  for (let first = 0; first < titles; first += BATCH) {
    const count = Math.min(BATCH, titles - first)
    const made = Array.from({ length: count }, (_, n) => makeTitle(first + n, titles, random))
    await insertRows(
      db,
      'title',
      made.map(({ title }) => title),
    )
    await insertRows(
      db,
      'title_person',
      made.flatMap(({ people }) => people),
    )
    await insertRows(
      db,
      'licence',
      made.flatMap(({ licences }) => licences),
    )
    await insertRows(
      db,
      'episode',
      made.flatMap(({ episodes }) => episodes),
    )
    await insertRows(
      db,
      'title_asset',
      made.flatMap(({ assets }) => assets),
    )
  }
  await sql`analyze`.execute(db)
}

/** Inserts rows, whose keys are the columns' names; the columns that the first row does not name keep their defaults. */
async function insertRows(db: Db, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
}

const tagRows = () => TAGS.map(({ zh, en }, n) => ({ tag_id: `large-tag-${n}`, name_zh: zh, name_en: en }))

const personRows = () =>
  Array.from({ length: PEOPLE }, (_, n) => {
    const { zh, en } = personName(n)
    return { person_id: `large-person-${n}`, name_zh: zh, name_en: en }
  })

type Random = () => number

/** Mulberry32: numbers from 0 to below 1. */
function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const below = (random: Random, limit: number): number => Math.floor(random() * limit)

/** One of these, the first with the first weight. */
function weighted<T>(random: Random, choices: readonly (readonly [T, number])[]): T {
  let left = random() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  return (choices.find(([, weight]) => (left -= weight) < 0) ?? choices[0]!)[0]
}

/** Different numbers below a limit, the small ones more often: few people are in many titles. */
function skewed(random: Random, { count, limit }: { count: number; limit: number }): number[] {
  const found = new Set<number>()
  while (found.size < count) found.add(Math.floor(random() ** 2 * limit))
  return [...found]
}

const CLASSIFIES = [
  ['movie', 60],
  ['drama', 22],
  ['variety', 10],
  ['kids', 8],
] as const
const COUNTRIES = [
  ['HK', 45],
  ['TW', 12],
  ['JP', 12],
  ['KR', 10],
  ['GB', 6],
  ['US', 6],
  ['FR', 3],
  ['MO', 3],
  ['TH', 3],
] as const
const LOCALES = {
  HK: 'yue-HK',
  MO: 'yue-MO',
  TW: 'cmn-TW',
  JP: 'ja',
  KR: 'ko',
  GB: 'en-GB',
  US: 'en-US',
  FR: 'fr',
  TH: 'th',
} as const
const CLASSES = [
  ['I', 30],
  ['IIA', 40],
  ['IIB', 24],
  ['III', 6],
] as const
const VOD: readonly (readonly [readonly VodType[], number])[] = [
  [['FREE TO WATCH'], 18],
  [['VIP UNLIMITED WATCH'], 40],
  [['VIP UNLIMITED WATCH', 'PAY PER RENT'], 22],
  [['PAY PER RENT', 'MOVIE VOUCHER'], 12],
  [['PAY PER RENT'], 8],
]
const LICENCES = [
  ['both', 84],
  ['HK', 7],
  ['MO', 5],
  ['closed', 2],
  ['later', 2],
] as const

function makeTitle(n: number, titles: number, random: Random) {
  const programId = `large-${n}`
  const classify = weighted(random, CLASSIFIES)
  const isSeries = classify === 'drama' || (classify !== 'movie' && random() < 0.5)
  const guids = isSeries
    ? Array.from({ length: 3 + below(random, 4) }, (_, at) => `${programId}.s1e${at + 1}`)
    : [programId]
  return {
    title: titleRow({ n, titles, random, classify, isSeries }),
    people: [
      ...peopleRows(programId, 'director', skewed(random, { count: 1, limit: PEOPLE / 8 })),
      ...peopleRows(programId, 'actor', skewed(random, { count: 3 + below(random, 3), limit: PEOPLE })),
    ],
    licences: licenceRows(programId, random),
    episodes: isSeries ? guids.map((guid, at) => episodeRow(programId, guid, at + 1)) : [],
    assets: assetRows({ programId, guids, random }),
  }
}

type TitlePlan = { n: number; titles: number; random: Random; classify: string; isSeries: boolean }

function titleRow({ n, titles, random, classify, isSeries }: TitlePlan) {
  const name = titleName(n)
  const isForKids = classify === 'kids' || random() < 0.04
  const country = weighted(random, COUNTRIES)
  const vodTypes = weighted(random, VOD)
  const genres = skewed(random, { count: 1 + below(random, 3), limit: GENRES.length })
  const tags = skewed(random, { count: below(random, 4), limit: TAGS.length })
  const hasAlias = random() < 0.25
  const tag = TAGS[tags[0] ?? 0]!
  const publishedAt = new Date(PUBLISHED_FROM_MS + Math.floor(random() * PUBLISHED_MS)).toISOString()
  const rank = 1 + below(random, titles)
  const votes = Math.floor(MOST_POPULAR / 400 / rank)
  const image = `large/${n % 64}.jpg`
  return {
    program_id: `large-${n}`,
    program_type: isSeries ? 'drama' : 'movie',
    classify,
    title_zh: name.zh,
    title_en: name.en,
    alias_zh: hasAlias ? [`又名${name.zh}`] : [],
    alias_en: hasAlias ? [`Also ${name.en}`] : [],
    tagline_zh: `${name.zh}，${tag.zh}之選`,
    tagline_en: `${name.en}, for lovers of ${tag.en.toLowerCase()}`,
    description_zh: `${DESCRIPTION.zh[0]}${tag.zh}${DESCRIPTION.zh[1]}${name.zh}。${DESCRIPTION.zh[2]}`,
    description_en: `${DESCRIPTION.en[0]} ${tag.en.toLowerCase()}${DESCRIPTION.en[1]} ${name.en}, ${DESCRIPTION.en[2]}`,
    warning_zh: '',
    warning_en: '',
    genres: genres.map((at) => GENRES[at]),
    tags: tags.map((at) => `large-tag-${at}`),
    country: random() < 0.1 && country !== 'HK' ? [country, 'HK'] : [country],
    locale: LOCALES[country],
    restriction: isForKids ? 'I' : weighted(random, CLASSES),
    vod_types: vodTypes,
    credits: vodTypes.includes('PAY PER RENT') ? 10 + below(random, 50) : 0,
    kids: isForKids,
    release_year: 2026 - Math.floor(random() ** 2 * 60),
    popularity: Math.floor(MOST_POPULAR / (rank + 5)),
    votes,
    score: votes === 0 ? 3.5 : Math.round((2 + random() * 3) * 10) / 10,
    keyart_image: image,
    landscape_image: image,
    art_image: image,
    hero_image: image,
    state: 'published',
    published_at: publishedAt,
    created_at: publishedAt,
    updated_at: publishedAt,
  }
}

const peopleRows = (programId: string, part: string, people: readonly number[]) =>
  people.map((person, at) => ({ program_id: programId, part, position: at + 1, person_id: `large-person-${person}` }))

function licenceRows(programId: string, random: Random) {
  const kind = weighted(random, LICENCES)
  const regions = kind === 'HK' || kind === 'MO' ? [kind] : ['HK', 'MO']
  const window = { starts_at: kind === 'later' ? LATER : OPENED, ends_at: kind === 'closed' ? CLOSED : null }
  return regions.map((region) => ({ program_id: programId, region, ...window }))
}

const episodeRow = (programId: string, programGuid: string, episode: number) => ({
  program_guid: programGuid,
  program_id: programId,
  season: 1,
  episode,
  title_zh: `第${episode}集`,
  title_en: `Episode ${episode}`,
  description_zh: '',
  description_en: '',
  start_show_point: 0,
  start_position: 0,
  end_position: 0,
  image: '',
})

type AssetPlan = { programId: string; guids: readonly string[]; random: Random }

function assetRows({ programId, guids, random }: AssetPlan) {
  const isLarge = random() < 0.1
  const row = (programGuid: string, role: string, seconds: number) => ({
    program_guid: programGuid,
    role,
    program_id: programId,
    asset_id: `asset-${programGuid}-${role}`,
    duration_ms: seconds * 1000,
    width: isLarge ? 3840 : 1920,
    height: isLarge ? 2160 : 1080,
    max_resolution: isLarge ? '4K' : 'HD',
    dolby_atmos: false,
    dolby_digital: false,
    dolby_digital_plus: isLarge,
    stereo_aac51: true,
    audio_languages: ['yue'],
    subtitle_languages: ['zh-Hant', 'en'],
    preview_key: null,
    attached_at: OPENED,
  })
  const films = guids.map((guid) => row(guid, 'film', 1_200 + below(random, 6_000)))
  return random() < 0.5 ? [...films, row(programId, 'trailer', 90)] : films
}
