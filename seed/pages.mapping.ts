import type {
  BannerDraft,
  BannerPlacement,
  CategoryDraft,
  PagesDraft,
  PromotionDraft,
} from '#server/domains/pages/index.ts'
import type { LocalizedText } from '#server/domains/catalogue/index.ts'

/** A promoted collection in `pages.json`. `art` is the title whose clean artwork it shows. */
export type SeedPromotion = {
  categoryId: string
  adult?: boolean
  art: string
  focus?: [x: number, y: number]
  focusPortrait?: [x: number, y: number]
  text: LocalizedText
}

/** A banner in `pages.json`, about a title or a category. `art` is the title whose clean artwork an ad uses; a billboard uses its own title's. */
export type SeedBanner = {
  place: BannerPlacement
  tabId?: string
  programId?: string
  category?: string
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
  promotions: SeedPromotion[]
}

/** Converts the pages for the catalogue. `art` is the clean artwork by title. */
export function pagesOf(
  pages: SeedPages,
  art: ReadonlyMap<string, { landscape: string; portrait: string }>,
): PagesDraft {
  return {
    categories: pages.categories,
    tabs: pages.tabs,
    banners: pages.banners.map((banner) => bannerOf(banner, art.get(artTitleOf(banner) ?? ''))),
    promotions: pages.promotions.map((promotion) => promotionOf(promotion, art.get(promotion.art))),
  }
}

/** The title whose clean portrait artwork a banner uses on phones. */
export const artTitleOf = ({ art, programId }: Pick<SeedBanner, 'art' | 'programId'>): string | undefined =>
  art ?? programId

type Art = { landscape: string; portrait: string } | undefined

function promotionOf(promotion: SeedPromotion, art: Art): PromotionDraft {
  const { categoryId, adult = false, text, focus, focusPortrait } = promotion
  return {
    categoryId,
    adult,
    text,
    ...(art && { image: art.landscape, imagePortrait: art.portrait }),
    ...(focus && { focus: pointOf(focus) }),
    ...(focusPortrait && { focusPortrait: pointOf(focusPortrait) }),
  }
}

function bannerOf(banner: SeedBanner, art: Art): BannerDraft {
  const { place, tabId, programId, category, title, subtitle, focus, focusPortrait } = banner
  return {
    bannerId: ['demo', place, tabId, programId ?? category].filter((part) => part !== undefined).join('-'),
    place,
    tabId: tabId ?? null,
    bannerType: category === undefined ? 'drama' : 'category',
    programId: programId ?? null,
    ...(category !== undefined && { url: category }),
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
