import type { Generated } from 'kysely'
import type { BannerPlacement, BannerType, CategorySource } from './pages-model.ts'

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
