import type { BannerDraft, BannerPlacement, CategoryDraft, PagesDraft } from '#server/domains/pages/index.ts'
import type { LocalizedText } from '#server/domains/catalogue/index.ts'

/** A banner in `pages.json`. `art` is the title whose clean artwork an ad uses; a billboard uses its own title's. */
export type SeedBanner = {
  place: BannerPlacement
  tabId?: string
  programId: string
  art?: string
  /** The focal points of its artwork, landscape and portrait: percent from the left and from the top. */
  focus?: [x: number, y: number]
  focusPortrait?: [x: number, y: number]
  title?: LocalizedText
  subtitle?: LocalizedText
}

/** The pages in `pages.json`. `popular` is the order of the Top 10, and of media preparation. */
export type SeedPages = {
  popular: string[]
  categories: CategoryDraft[]
  tabs: Record<string, string[]>
  banners: SeedBanner[]
}

/** Converts the pages for the catalogue. `art` is the clean artwork by title. */
export function pagesOf(
  pages: SeedPages,
  art: ReadonlyMap<string, { landscape: string; portrait: string }>,
): PagesDraft {
  return {
    categories: pages.categories,
    tabs: pages.tabs,
    banners: pages.banners.map((banner) => bannerOf(banner, art.get(artTitleOf(banner)))),
  }
}

/** The title whose clean portrait artwork a banner uses on phones. */
export const artTitleOf = ({ art, programId }: SeedBanner): string => art ?? programId

function bannerOf(banner: SeedBanner, art: { landscape: string; portrait: string } | undefined): BannerDraft {
  const { place, tabId, programId, title, subtitle, focus, focusPortrait } = banner
  return {
    bannerId: ['demo', place, ...(tabId === undefined ? [] : [tabId]), programId].join('-'),
    place,
    tabId: tabId ?? null,
    bannerType: 'drama',
    programId,
    // A billboard uses its title's hero image.
    ...(art && banner.art !== undefined && { image: art.landscape }),
    ...(art && { imagePortrait: art.portrait }),
    ...(focus && { focus: pointOf(focus) }),
    ...(focusPortrait && { focusPortrait: pointOf(focusPortrait) }),
    ...(title && { title }),
    ...(subtitle && { subtitle }),
  }
}

const pointOf = ([x, y]: [number, number]) => ({ x, y })
