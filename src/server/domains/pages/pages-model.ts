import type { Promotion, Classify } from '#contract/categories.ts'
import type { LocalizedText, TitleScope } from '../catalogue/index.ts'
import type { Generated } from 'kysely'

export type CategorySource = 'list' | 'top' | 'new' | 'free' | 'foryou' | 'because' | 'continue'

export type CategoryRow = {
  categoryId: string
  source: CategorySource
  programClassify: Classify
  title: LocalizedText
  subtitle: LocalizedText
  showLandscape: boolean
  showTopN: boolean
  /** Adult ones open on their own screen only. */
  promotion: Promotion | undefined
}

/** Images as in `BannerRow`. */
export type PromotionRow = {
  categoryId: string
  image: string
  imagePortrait: string
  focus: FocalPoint | undefined
  focusPortrait: FocalPoint | undefined
  text: LocalizedText
}

export type TabRow = {
  tabId: string
  name: LocalizedText
  type: 'list' | 'rolling' | 'page'
  route: string
  rows: CategoryRow[]
}

export type BannerPlacement = 'billboard' | 'ad' | 'popup'

export type BannerType = 'drama' | 'product' | 'category' | 'register' | 'url'

/** Percent from left and top. */
export type FocalPoint = { x: number; y: number }

/** Images are `{hash}/{name}`, empty for the title's own. */
export type BannerRow = {
  bannerId: string
  place: BannerPlacement
  /** Of a billboard. */
  tabId: string | null
  bannerType: BannerType
  programId: string | null
  url: string
  promotion: Promotion | undefined
  image: string
  imagePortrait: string
  /** Stays visible when the image is cropped. */
  focus: FocalPoint | undefined
  focusPortrait: FocalPoint | undefined
  title: LocalizedText
  subtitle: LocalizedText
  startsAt: Temporal.Instant | null
  endsAt: Temporal.Instant | null
}

export type CategoryDraft = Omit<CategoryRow, 'subtitle' | 'showLandscape' | 'showTopN' | 'promotion'> &
  Partial<Pick<CategoryRow, 'subtitle' | 'showLandscape' | 'showTopN'>> & { programIds: string[] }

/** Ordered as in the draft. */
export type BannerDraft = Pick<BannerRow, 'bannerId' | 'place' | 'bannerType'> & Partial<Omit<BannerRow, 'promotion'>>

export type PromotionDraft = Pick<PromotionRow, 'categoryId'> & Partial<PromotionRow> & { adult?: boolean }

/** Carousels replace those of their tabs. */
export type PagesDraft = {
  categories: CategoryDraft[]
  tabs: Record<string, string[]>
  banners: BannerDraft[]
  promotions?: PromotionDraft[]
}

type Instant = Temporal.Instant

export type OpenBanners = { place: BannerPlacement; tabId?: string; now: Instant }

/** What the site reads of pages. */
export interface PageSource {
  /** Adult collections are in no tab. */
  tabs(query: { kids: boolean }): Promise<TabRow[]>
  category(categoryId: string): Promise<CategoryRow | undefined>
  /** The one that covers titles of all kinds. */
  computed(source: CategorySource): Promise<CategoryRow | undefined>
  profileCategories(): Promise<CategoryRow[]>
  promotion(categoryId: string): Promise<PromotionRow | undefined>
  banners(open: OpenBanners): Promise<BannerRow[]>
  /** Of a list of an editor. */
  editorScope(categoryId: string): TitleScope
  bannerScope(open: OpenBanners): TitleScope
}

interface CategoryTable {
  category_id: string
  source: CategorySource
  program_classify: string
  title_zh: string
  title_en: string
  subtitle_zh: Generated<string>
  subtitle_en: Generated<string>
  show_landscape: Generated<boolean>
  show_top_n: Generated<boolean>
  version: Generated<number>
}

interface BannerTable {
  banner_id: string
  place: BannerPlacement
  tab_id: string | null
  position: number
  banner_type: BannerType
  program_id: string | null
  url: Generated<string>
  image: Generated<string>
  image_portrait: Generated<string>
  focus_x: Generated<number | null>
  focus_y: Generated<number | null>
  focus_portrait_x: Generated<number | null>
  focus_portrait_y: Generated<number | null>
  title_zh: Generated<string>
  title_en: Generated<string>
  subtitle_zh: Generated<string>
  subtitle_en: Generated<string>
  starts_at: Instant | null
  ends_at: Instant | null
}

interface PromotionTable {
  category_id: string
  adult: Generated<boolean>
  image: Generated<string>
  image_portrait: Generated<string>
  focus_x: Generated<number | null>
  focus_y: Generated<number | null>
  focus_portrait_x: Generated<number | null>
  focus_portrait_y: Generated<number | null>
  text_zh: Generated<string>
  text_en: Generated<string>
}

declare module '#server/kit/db.ts' {
  interface Database {
    tab: {
      tab_id: string
      position: number
      type: string
      route: string
      name_zh: string
      name_en: string
      kids: boolean
      hidden: Generated<boolean>
    }
    category: CategoryTable
    category_title: { category_id: string; position: number; program_id: string }
    tab_row: { tab_id: string; position: number; category_id: string }
    banner: BannerTable
    promotion: PromotionTable
  }
}
