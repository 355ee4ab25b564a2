import type { BannerDraft, BannerPlacement, CategoryDraft, PagesDraft } from '#server/domains/pages/index.ts'
import type { LocalizedText } from '#server/domains/catalogue/index.ts'

/** A banner as `pages.json` tells it; `art` names the title whose clean pictures an ad stands on. A billboard shows its title's own. */
export type SeedBanner = {
  place: BannerPlacement
  tabId?: string
  programId: string
  art?: string
  title?: LocalizedText
  subtitle?: LocalizedText
}

/** The pages as `pages.json` tells them. `popular` is the order of the Top 10, and of what is prepared first. */
export type SeedPages = {
  popular: string[]
  categories: CategoryDraft[]
  tabs: Record<string, string[]>
  banners: SeedBanner[]
}

/** The pages to be written; `art` are the clean pictures by title. */
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

/** The title whose clean upright picture a banner shows on a phone. */
export const artTitleOf = ({ art, programId }: SeedBanner): string => art ?? programId

function bannerOf(banner: SeedBanner, art: { landscape: string; portrait: string } | undefined): BannerDraft {
  const { place, tabId, programId, title, subtitle } = banner
  return {
    bannerId: ['demo', place, ...(tabId === undefined ? [] : [tabId]), programId].join('-'),
    place,
    tabId: tabId ?? null,
    bannerType: 'drama',
    programId,
    // A billboard is as wide as its title's hero.
    ...(art && banner.art !== undefined && { image: art.landscape }),
    ...(art && { imagePortrait: art.portrait }),
    ...(title && { title }),
    ...(subtitle && { subtitle }),
  }
}
