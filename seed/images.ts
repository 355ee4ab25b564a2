import { join } from 'node:path'
import type { TitleImages } from '#server/domains/catalogue/index.ts'
import { artTitleOf, type SeedPages } from './pages.mapping.ts'
import type { SeedTitle } from './titles.mapping.ts'

/** Image registration. Idempotent: the same file is the same image. */
export interface SeedImages {
  /** Returns `{hash}/{name}`. Priority 0 is prepared first. */
  register(source: { file: string }, label: { name: string; priority?: 0 | 1 | 2 }): Promise<string>
}

/** Dependencies for images. */
type ImageDeps = { images: SeedImages; signal: AbortSignal }

const IMAGES = join(import.meta.dirname, 'images')

/** Images of the demo, by title. */
export type SeededImages = {
  of: (title: SeedTitle) => TitleImages
  /** Image keys by their path in titles.json. */
  stills: ReadonlyMap<string, string>
  /** Clean artwork by title, for banners. */
  art: ReadonlyMap<string, { landscape: string; portrait: string }>
}

/** Registers every image of the catalogue, home's first. */
export async function registerImages(
  { images, signal }: ImageDeps,
  titles: readonly SeedTitle[],
  pages: SeedPages,
): Promise<SeededImages> {
  const keys = new Map<string, string>()
  for (const { path, priority } of imagesToRegister(titles, pages)) {
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

type ImageToRegister = { path: string; priority: 0 | 1 | 2 }

/** Every image used by a screen, once, with its priority: home's billboard and first carousels first. */
export function imagesToRegister(
  titles: readonly SeedTitle[],
  { popular, banners, promotions }: SeedPages,
): ImageToRegister[] {
  const priorities = new Map<string, 0 | 1 | 2>()
  const add = (path: string | undefined, priority: 0 | 1 | 2) => {
    if (path !== undefined) priorities.set(path, Math.min(priority, priorities.get(path) ?? 2) as 0 | 1 | 2)
  }
  const slides = new Set(banners.filter(({ tabId }) => tabId === '1').map(({ programId }) => programId))
  const posters = new Set(popular.slice(0, 10))
  const backdrops = new Set([...banners.map(artTitleOf), ...promotions.map(({ art }) => art)])
  for (const { id, images, episodes = [] } of titles) {
    add(images.poster, posters.has(id) ? 0 : 1)
    add(images.wide, 1)
    add(images.hero, slides.has(id) ? 0 : 2)
    add(images.artLandscape, slides.has(id) && !images.hero ? 0 : 2)
    if (backdrops.has(id)) add(images.artPortrait, slides.has(id) ? 0 : 2)
    for (const { still } of episodes) add(still, 2)
  }
  return [...priorities].map(([path, priority]) => ({ path, priority })).toSorted((a, b) => a.priority - b.priority)
}
