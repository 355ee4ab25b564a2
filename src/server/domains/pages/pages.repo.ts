import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { TitleScope } from '../catalogue/index.ts'
import type {
  BannerPlacement,
  BannerRow,
  BannerType,
  CategoryRow,
  CategorySource,
  OpenBanners,
  PageSource,
  PromotionRow,
  TabRow,
} from './pages-model.ts'

type CategoryColumns = {
  category_id: string
  source: CategorySource
  program_classify: string
  title_zh: string
  title_en: string
  subtitle_zh: string
  subtitle_en: string
  show_landscape: boolean
  show_top_n: boolean
  /** Null without a promotion. */
  adult: boolean | null
}

type TabColumns = {
  tab_id: string
  type: TabRow['type']
  route: string
  name_zh: string
  name_en: string
  rows: CategoryColumns[]
}

/** As published. */
export const publishedPages = (db: Db): PageSource => ({
  tabs: (query) => findTabs(db, query),
  category: (categoryId) => findCategory(db, categoryId),
  computed: (source) => findComputed(db, source),
  profileCategories: () => findProfileCategories(db),
  promotion: (categoryId) => findPromotion(db, categoryId),
  banners: (open) => findBanners(db, open),
  editorScope,
  bannerScope,
})

/** One statement. Adult collections are in no tab. */
async function findTabs(db: Db, { kids }: { kids: boolean }): Promise<TabRow[]> {
  const { rows } = await sql<TabColumns>`
    select t.tab_id, t.type, t.route, t.name_zh, t.name_en,
      (select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('adult', p.adult) order by r.position), '[]')
       from tab_row r join category c using (category_id) left join promotion p using (category_id)
       where r.tab_id = t.tab_id and p.adult is not true) as rows
    from tab t where not t.hidden and (t.kids or not ${kids}::boolean) order by t.position`.execute(db)
  return rows.map((row) => ({
    tabId: row.tab_id,
    name: { zh: row.name_zh, en: row.name_en },
    type: row.type,
    route: row.route,
    rows: row.rows.map(categoryRowOf),
  }))
}

const categories = (db: Db) =>
  db
    .selectFrom('category')
    .leftJoin('promotion', 'promotion.category_id', 'category.category_id')
    .selectAll('category')
    .select('promotion.adult')

async function findCategory(db: Db, categoryId: string): Promise<CategoryRow | undefined> {
  const row = await categories(db).where('category.category_id', '=', categoryId).executeTakeFirst()
  return row && categoryRowOf(row)
}

async function findComputed(db: Db, source: CategorySource): Promise<CategoryRow | undefined> {
  const row = await categories(db)
    .where('source', '=', source)
    .where('source', '<>', 'list')
    .where('program_classify', '=', 'mixed')
    .executeTakeFirst()
  return row && categoryRowOf(row)
}

async function findProfileCategories(db: Db): Promise<CategoryRow[]> {
  const rows = await categories(db)
    .where('source', 'in', ['continue', 'because'])
    .where('program_classify', '=', 'mixed')
    .execute()
  return rows.map(categoryRowOf)
}

async function findPromotion(db: Db, categoryId: string): Promise<PromotionRow | undefined> {
  const row = await db.selectFrom('promotion').selectAll().where('category_id', '=', categoryId).executeTakeFirst()
  return (
    row && {
      categoryId,
      image: row.image,
      imagePortrait: row.image_portrait,
      focus: focalPoint(row.focus_x, row.focus_y),
      focusPortrait: focalPoint(row.focus_portrait_x, row.focus_portrait_y),
      text: { zh: row.text_zh, en: row.text_en },
    }
  )
}

const editorScope = (categoryId: string): TitleScope => ({
  join: sql`join category_title ct on ct.program_id = t.program_id and ct.category_id = ${categoryId}`,
  order: [{ by: sql`ct.position`, direction: 'asc' }],
})

type BannerColumns = {
  banner_id: string
  place: BannerPlacement
  tab_id: string | null
  banner_type: BannerType
  program_id: string | null
  url: string
  adult: boolean | null
  image: string
  image_portrait: string
  focus_x: number | null
  focus_y: number | null
  focus_portrait_x: number | null
  focus_portrait_y: number | null
  title_zh: string
  title_en: string
  subtitle_zh: string
  subtitle_en: string
  starts_at: Temporal.Instant | null
  ends_at: Temporal.Instant | null
}

/** Reads `banner as b`. */
const isOpen = ({ place, tabId, now }: OpenBanners): RawBuilder<SqlBool> => sql<SqlBool>`(
  b.place = ${place} and ${tabId === undefined ? sql`true` : sql`b.tab_id = ${tabId}`}
  and (b.starts_at is null or b.starts_at <= ${now}) and (b.ends_at is null or b.ends_at > ${now}))`

const bannerScope = (open: OpenBanners): TitleScope => ({
  where: sql<SqlBool>`t.program_id in (select b.program_id from banner b where ${isOpen(open)})`,
  order: [{ by: sql`t.program_id`, direction: 'asc' }],
})

async function findBanners(db: Db, open: OpenBanners): Promise<BannerRow[]> {
  const { rows } = await sql<BannerColumns>`
    select banner_id, place, tab_id, banner_type, program_id, url, image, image_portrait,
      focus_x, focus_y, focus_portrait_x, focus_portrait_y,
      title_zh, title_en, subtitle_zh, subtitle_en, starts_at, ends_at,
      (select adult from promotion p where b.banner_type = 'category' and p.category_id = b.url) as adult
    from banner b where ${isOpen(open)} order by position, banner_id`.execute(db)
  return rows.map((row) => ({
    bannerId: row.banner_id,
    place: row.place,
    tabId: row.tab_id,
    bannerType: row.banner_type,
    programId: row.program_id,
    url: row.url,
    promotion: promotionOf(row),
    image: row.image,
    imagePortrait: row.image_portrait,
    focus: focalPoint(row.focus_x, row.focus_y),
    focusPortrait: focalPoint(row.focus_portrait_x, row.focus_portrait_y),
    title: { zh: row.title_zh, en: row.title_en },
    subtitle: { zh: row.subtitle_zh, en: row.subtitle_en },
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }))
}

const promotionOf = ({ adult }: { adult: boolean | null }) => (adult === null ? undefined : adult ? 'adult' : 'open')

const focalPoint = (x: number | null, y: number | null) => (x === null || y === null ? undefined : { x, y })

/** Next start or end of a banner. */
export async function findNextBannerEdge(db: Db, now: Temporal.Instant): Promise<Temporal.Instant | undefined> {
  const { rows } = await sql<{ edge: Temporal.Instant | null }>`
    select least(
      (select min(starts_at) from banner where starts_at > ${now}),
      (select min(ends_at) from banner where ends_at > ${now})
    ) as edge`.execute(db)
  return rows[0]?.edge ?? undefined
}

const categoryRowOf = (row: CategoryColumns): CategoryRow => ({
  categoryId: row.category_id,
  source: row.source,
  programClassify: row.program_classify as CategoryRow['programClassify'],
  title: { zh: row.title_zh, en: row.title_en },
  subtitle: { zh: row.subtitle_zh, en: row.subtitle_en },
  showLandscape: row.show_landscape,
  showTopN: row.show_top_n,
  promotion: promotionOf(row),
})
