import { createAccess } from '#server/domains/access/index.ts'
import { createCards } from '#server/domains/cards/index.ts'
import { createCatalogue, type AssetAttachment, type TitleWriting } from '#server/domains/catalogue/index.ts'
import { createLibrary } from '#server/domains/library/index.ts'
import { createPages } from '#server/domains/pages/index.ts'
import { createPlayback } from '#server/domains/playback/index.ts'
import { createRecommendations } from '#server/domains/recommendations/index.ts'
import { createSearch } from '#server/domains/search/index.ts'
import { GENRE_NAMES } from '#server/genre-names.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { createTestDb } from './database.ts'
import { unlimitedStreams } from './playback.ts'

/** The catalogue and the domains that list it, over a new database and a test clock. */
/** Images of which every one has a preview. */
export const testImages = {
  previews: async (urls: readonly string[]) => new Map(urls.map((url) => [url, `data:${url}`])),
}

export async function createTestCatalogue() {
  const database = await createTestDb()
  const { db } = database
  const clock = createTestClock()
  const titleFonts: string[] = []
  const catalogue = createCatalogue({
    db,
    clock,
    titleFonts: { register: async (titles) => void titleFonts.push(...titles) },
    images: { register: async ({ key }) => `frames/${key.replaceAll('/', '-')}` },
  })
  const access = createAccess({ db, clock })
  const { authorization: rights } = createPlayback({
    streams: unlimitedStreams,
    clock,
    masterKey: Buffer.alloc(32, 7),
    access,
    titles: catalogue,
    media: { contentKey: async () => null },
    sessions: { findLive: async () => undefined },
    hosts: { free: '', main: '', uhd: '' },
  })
  const library = createLibrary({ db, clock, catalogue, rights })
  const cards = createCards({
    db,
    clock,
    access,
    catalogue,
    imageUrl: (key) => `/i/${key}`,
    titleFont: (title) => `/f/${title.length}.css`,
  })
  const recommendations = createRecommendations({ db, clock, catalogue, lock: (_key, work) => work() })
  const pages = createPages({ db, clock, catalogue, cards, library, recommendations, images: testImages })
  const subtitles = new Map<string, { at: number; line: string }[]>()
  const search = createSearch({
    db,
    fixedPlanDb: database.fixedPlanDb,
    reads: database.reads,
    clock,
    catalogue,
    subtitles: { readLines: async (assetId, language) => subtitles.get(`${assetId} ${language}`) ?? [] },
    genreNames: GENRE_NAMES,
  })
  return {
    ...database,
    subtitles,
    search,
    clock,
    titleFonts,
    access,
    catalogue,
    library,
    cards,
    recommendations,
    pages,
  }
}

/** A free film of class I. */
export const aTitle = (programId: string, change: Partial<TitleWriting> = {}): TitleWriting => ({
  programId,
  programType: 'movie',
  classify: 'movie',
  title: { zh: `片名${programId}`, en: `Title ${programId}` },
  genres: ['drama'],
  country: ['HK'],
  restriction: 'I',
  vodTypes: ['FREE TO WATCH'],
  releaseYear: 2025,
  ...change,
})

/** A finished 720p asset of 60 s. */
export const anAsset = (programGuid: string, change: Partial<AssetAttachment['facts']> = {}): AssetAttachment => ({
  programGuid,
  role: 'film',
  assetId: `asset-${programGuid}`,
  facts: {
    durationMs: 60_000,
    width: 1280,
    height: 720,
    maxResolution: 'HD',
    audio: { dolbyAtmos: false, dolbyDigital: false, dolbyDigitalPlus: false, stereoAac51: false },
    audioLanguages: ['yue'],
    subtitleLanguages: ['zh-Hant'],
    previewKey: `p/asset-${programGuid}/abc.mp4`,
    frameKeys: [`i/asset-${programGuid}/frame-1.jpg`],
    ...change,
  },
})
