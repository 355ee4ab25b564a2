import { join } from 'node:path'
import type { TitleImages } from '#server/domains/catalogue/index.ts'
import { artTitleOf, type SeedPages } from './pages.mapping.ts'
import type { SeedTitle } from './titles.mapping.ts'

/** Brings pictures in: the same file is the same picture, so that doing it again changes nothing. */
export interface SeedImages {
  /** Answers `{hash}/{name}`. Priority 0 is prepared first. */
  register(source: { file: string }, label: { name: string; priority?: 0 | 1 | 2 }): Promise<string>
}

/** What of the deps pictures need. */
type PictureDeps = { images: SeedImages; signal: AbortSignal }

const IMAGES = join(import.meta.dirname, 'images')

/** The pictures of the demo, by title. */
export type Pictures = {
  of: (title: SeedTitle) => TitleImages
  /** Keys by the path in titles.json. */
  stills: ReadonlyMap<string, string>
  /** Clean art by title, for banners. */
  art: ReadonlyMap<string, { landscape: string; portrait: string }>
}

/** Registers every picture that the catalogue shows; home's first. */
export async function registerPictures(
  { images, signal }: PictureDeps,
  titles: readonly SeedTitle[],
  pages: SeedPages,
): Promise<Pictures> {
  const keys = new Map<string, string>()
  for (const { path, priority } of wantedPictures(titles, pages)) {
    signal.throwIfAborted()
    const source = { file: join(IMAGES, path) }
    keys.set(path, await images.register(source, { name: path.replace('/', '-'), priority }))
  }
  const key = (path: string | undefined): string => (path === undefined ? '' : (keys.get(path) ?? ''))
  return {
    of: ({ images: { poster, wide, artLandscape, hero } }) => ({
      keyart: key(poster),
      landscape: key(wide),
      art: key(artLandscape),
      hero: key(hero),
    }),
    stills: keys,
    art: new Map(
      titles.map(({ id, images }) => [id, { landscape: key(images.artLandscape), portrait: key(images.artPortrait) }]),
    ),
  }
}

type WantedPicture = { path: string; priority: 0 | 1 | 2 }

/** Each picture that some screen shows, once, with how soon it is needed: home's billboard and first rows before all. */
export function wantedPictures(titles: readonly SeedTitle[], { popular, banners }: SeedPages): WantedPicture[] {
  const wanted = new Map<string, 0 | 1 | 2>()
  const want = (path: string | undefined, priority: 0 | 1 | 2) => {
    if (path !== undefined) wanted.set(path, Math.min(priority, wanted.get(path) ?? 2) as 0 | 1 | 2)
  }
  const slides = new Set(banners.filter(({ tabId }) => tabId === '1').map(({ programId }) => programId))
  const posters = new Set(popular.slice(0, 10))
  const backdrops = new Set(banners.map(artTitleOf))
  for (const { id, images, episodes = [] } of titles) {
    want(images.poster, posters.has(id) ? 0 : 1)
    want(images.wide, 1)
    want(images.hero, slides.has(id) ? 0 : 2)
    want(images.artLandscape, slides.has(id) && !images.hero ? 0 : 2)
    if (backdrops.has(id)) want(images.artPortrait, slides.has(id) ? 0 : 2)
    for (const { still } of episodes) want(still, 2)
  }
  return [...wanted].map(([path, priority]) => ({ path, priority })).toSorted((a, b) => a.priority - b.priority)
}
