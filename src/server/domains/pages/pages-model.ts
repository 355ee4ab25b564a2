import type { Promotion } from '#contract/categories.ts'
import type { Classify } from '#contract/classifies.ts'
import type { LocalizedText } from '../catalogue/index.ts'
import type { Generated } from 'kysely'

/** Where the titles of a category come from: an editor's list, or a rule. */
export type CategorySource = 'list' | 'top' | 'new' | 'free' | 'foryou' | 'because' | 'continue'

/** A category in both languages: what stands in a tab as a row. */
export type CategoryRow = {
  categoryId: string
  source: CategorySource
  programClassify: Classify
  title: LocalizedText
  subtitle: LocalizedText
  showLandscape: boolean
  showTopN: boolean
  /** Set where it is a promoted collection; one for adults is opened by its own screen only. */
  promotion: Promotion | undefined
}

/** What a promoted collection has besides its titles, in both languages; images as in `BannerRow`. */
export type PromotionRow = {
  categoryId: string
  image: string
  imagePortrait: string
  focus: FocalPoint | undefined
  focusPortrait: FocalPoint | undefined
  text: LocalizedText
}

/** A tab in both languages with its rows in order. */
export type TabRow = {
  tabId: string
  name: LocalizedText
  type: 'list' | 'rolling' | 'page'
  route: string
  rows: CategoryRow[]
}

/** Where a banner stands. */
export type BannerPlacement = 'billboard' | 'ad' | 'popup'

/** What a banner leads to. */
export type BannerType = 'drama' | 'product' | 'category' | 'register' | 'url'

/** A point of an image, in percent from the left and from the top. */
export type FocalPoint = { x: number; y: number }

/** A banner in both languages; images are `{hash}/{name}`, empty for the title's own. */
export type BannerRow = {
  bannerId: string
  place: BannerPlacement
  /** The tab of a billboard. */
  tabId: string | null
  bannerType: BannerType
  programId: string | null
  url: string
  /** Of a banner that leads to a category: whether that is a promoted collection. */
  promotion: Promotion | undefined
  image: string
  imagePortrait: string
  /** What of the image, or of the title's own, stays in sight when it is cropped; undefined: the screen decides. */
  focus: FocalPoint | undefined
  focusPortrait: FocalPoint | undefined
  title: LocalizedText
  subtitle: LocalizedText
  startsAt: Temporal.Instant | null
  endsAt: Temporal.Instant | null
}

/** A category to be written, with the titles of an editor's list in order. */
export type CategoryDraft = Omit<CategoryRow, 'subtitle' | 'showLandscape' | 'showTopN' | 'promotion'> &
  Partial<Pick<CategoryRow, 'subtitle' | 'showLandscape' | 'showTopN'>> & { programIds: string[] }

/** A banner to be written; what is left out is empty, and its place in order is its place in the draft. */
export type BannerDraft = Pick<BannerRow, 'bannerId' | 'place' | 'bannerType'> & Partial<Omit<BannerRow, 'promotion'>>

/** What makes a category a promoted collection. */
export type PromotionDraft = Pick<PromotionRow, 'categoryId'> & Partial<PromotionRow> & { adult?: boolean }

/** Everything on the pages, as an editor sets it out: the rows named replace those of their tabs. */
export type PagesDraft = {
  categories: CategoryDraft[]
  tabs: Record<string, string[]>
  banners: BannerDraft[]
  promotions?: PromotionDraft[]
}

type Instant = Temporal.Instant

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
    }
    category: CategoryTable
    category_title: { category_id: string; position: number; program_id: string }
    tab_row: { tab_id: string; position: number; category_id: string }
    banner: BannerTable
    promotion: PromotionTable
  }
}
