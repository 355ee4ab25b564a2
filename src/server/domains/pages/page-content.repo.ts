import {
  type PageBanner,
  type PageCategory,
  type PageContent,
  type PagePromotion,
  type PageTab,
  SITE_PAGE,
} from '#contract/admin/pages.ts'
import type { Classify } from '#contract/categories.ts'
import { changedFields, idOfItem, isSame, isSamePage } from '#contract/admin/page-changes.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/kit/db.ts'
import { contentOf, NEW_TAB, scopesOf, type StoredBanner, type StoredPages } from './page-content.rules.ts'
import type { BannerDraft } from './pages-model.ts'
import { putBanner, putCategory, putPromotion, replaceRows } from './pages-writing.repo.ts'

/** Of two that write pages one waits for the other. */
export async function lockPages(tx: Tx): Promise<void> {
  await tx.selectFrom('page').select('scope').where('scope', '=', SITE_PAGE).forUpdate().execute()
}

/** Until the transaction ends, no one writes pages: what it reads of them is of one moment. */
export async function holdPages(tx: Tx): Promise<void> {
  await tx.selectFrom('page').select('scope').where('scope', '=', SITE_PAGE).forShare().execute()
}

/** In a snapshot, or under a lock: its statements are several. */
export async function readPages(db: Db): Promise<StoredPages> {
  const tabs = await db.selectFrom('tab').selectAll().orderBy('position').execute()
  const rows = await db.selectFrom('tab_row').selectAll().orderBy('tab_id').orderBy('position').execute()
  const versions = await db.selectFrom('page').selectAll().execute()
  return {
    tabs: tabs.map((tab) => ({
      tabId: tab.tab_id,
      name: loc(tab.name_zh, tab.name_en),
      type: tab.type as PageTab['type'],
      isShown: !tab.hidden,
      kids: tab.kids,
      route: tab.route,
    })),
    categories: await readCategories(db),
    rows: idsByTab(rows),
    banners: await readBanners(db),
    versions: new Map(versions.map(({ scope, version }) => [scope, version])),
  }
}

const loc = (zh: string, en: string) => ({ zh_HK: zh, en_US: en })
const pointOf = (x: number | null, y: number | null) => (x === null || y === null ? null : { x, y })

function idsByTab(rows: readonly { tab_id: string; category_id: string }[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { tab_id: tabId, category_id: id } of rows) found.set(tabId, [...(found.get(tabId) ?? []), id])
  return found
}

async function readCategories(db: Db): Promise<Map<string, PageCategory>> {
  const categories = await db.selectFrom('category').selectAll().orderBy('title_zh').orderBy('category_id').execute()
  const promotions = new Map(
    (await db.selectFrom('promotion').selectAll().execute()).map((row) => [row.category_id, row]),
  )
  const titles = await db
    .selectFrom('category_title')
    .select(['category_id', sql<string[]>`array_agg(program_id order by position)`.as('ids')])
    .groupBy('category_id')
    .execute()
  const idsOf = new Map(titles.map(({ category_id, ids }) => [category_id, ids]))
  return new Map(
    categories.map((row) => {
      const promotion = promotions.get(row.category_id)
      const category: PageCategory = {
        categoryId: row.category_id,
        version: row.version,
        source: row.source,
        programClassify: row.program_classify as Classify,
        title: loc(row.title_zh, row.title_en),
        subtitle: loc(row.subtitle_zh, row.subtitle_en),
        showLandscape: row.show_landscape,
        showTopN: row.show_top_n,
        programIds: idsOf.get(row.category_id) ?? [],
        promotion: promotion
          ? { adult: promotion.adult, ...imagesOf(promotion), text: loc(promotion.text_zh, promotion.text_en) }
          : null,
      }
      return [row.category_id, category]
    }),
  )
}

interface ImageColumns {
  image: string
  image_portrait: string
  focus_x: number | null
  focus_y: number | null
  focus_portrait_x: number | null
  focus_portrait_y: number | null
}

const imagesOf = (row: ImageColumns) => ({
  image: row.image,
  imagePortrait: row.image_portrait,
  focus: pointOf(row.focus_x, row.focus_y),
  focusPortrait: pointOf(row.focus_portrait_x, row.focus_portrait_y),
})

async function readBanners(db: Db): Promise<StoredBanner[]> {
  const rows = await db.selectFrom('banner').selectAll().orderBy('position').orderBy('banner_id').execute()
  return rows.map((row) => ({
    tabId: row.tab_id,
    bannerId: row.banner_id,
    place: row.place,
    bannerType: row.banner_type,
    programId: row.program_id,
    url: row.url,
    ...imagesOf(row),
    title: loc(row.title_zh, row.title_en),
    subtitle: loc(row.subtitle_zh, row.subtitle_en),
    startsAt: isoOf(row.starts_at),
    endsAt: isoOf(row.ends_at),
  }))
}

const isoOf = (at: Temporal.Instant | null) => at?.toString({ fractionalSecondDigits: 3 }) ?? null

const textIn = <T>({ zh_HK: zh, en_US: en }: { zh_HK: T; en_US: T }): { zh: T; en: T } => ({ zh, en })

interface PageWrite {
  readonly scope: string
  readonly stored: PageContent
  readonly content: PageContent
}

/** Writes what differs. Of a tab lists that are gone leave it; of the site's page they are deleted. */
export async function writePage(tx: Tx, pages: StoredPages, { scope, stored, content }: PageWrite): Promise<void> {
  const isSite = scope === SITE_PAGE
  if (isSite) await writeTabs(tx, stored.tabs, content.tabs)
  const gone = idsGone(stored.categories, content.categories)
  if (isSite && gone.length > 0) await tx.deleteFrom('category').where('category_id', 'in', gone).execute()
  for (const category of content.categories) {
    const before = pages.categories.get(category.categoryId)
    if (!before || changedFields(before, category).length > 0) await writeCategory(tx, category)
  }
  const ids = content.categories.map(({ categoryId }) => categoryId)
  if (!isSite && !isSame(pages.rows.get(scope) ?? [], ids)) await replaceRows(tx, scope, ids)
  if (isSame(stored.banners, content.banners)) return
  const goneBanners = idsGone(stored.banners, content.banners)
  if (goneBanners.length > 0) await tx.deleteFrom('banner').where('banner_id', 'in', goneBanners).execute()
  for (const [at, banner] of content.banners.entries())
    await putBanner(tx, bannerDraftOf(banner, isSite ? null : scope), at + 1)
}

type Item = PageTab | PageCategory | PageBanner

function idsGone(before: readonly Item[], after: readonly Item[]): string[] {
  const kept = new Set(after.map(idOfItem))
  return before.map(idOfItem).filter((id) => !kept.has(id))
}

/** Positions are unique: they are moved out of the way first. */
async function writeTabs(tx: Tx, before: readonly PageTab[], tabs: readonly PageTab[]): Promise<void> {
  if (isSame(before, tabs)) return
  const gone = idsGone(before, tabs)
  if (gone.length > 0) await tx.deleteFrom('tab').where('tab_id', 'in', gone).execute()
  await sql`update tab set position = -position`.execute(tx)
  for (const [at, { tabId, name, type, isShown }] of tabs.entries()) {
    const columns = { position: at + 1, name_zh: name.zh_HK, name_en: name.en_US, hidden: !isShown }
    await tx
      .insertInto('tab')
      .values({ tab_id: tabId, type, ...NEW_TAB, ...columns })
      .onConflict((taken) => taken.column('tab_id').doUpdateSet(columns))
      .execute()
    await tx
      .insertInto('page')
      .values({ scope: tabId, version: 1 })
      .onConflict((taken) => taken.doNothing())
      .execute()
  }
}

async function writeCategory(tx: Tx, category: PageCategory): Promise<void> {
  const { categoryId, source, programClassify, showLandscape, showTopN, programIds, promotion } = category
  await putCategory(tx, {
    categoryId,
    source,
    programClassify,
    showLandscape,
    showTopN,
    title: textIn(category.title),
    subtitle: textIn(category.subtitle),
    programIds: source === 'list' ? programIds : [],
  })
  if (promotion) await putPromotion(tx, { categoryId, ...promotionDraftOf(promotion) })
  else await tx.deleteFrom('promotion').where('category_id', '=', categoryId).execute()
}

const promotionDraftOf = ({ adult, text, ...images }: PagePromotion) => ({
  adult,
  text: textIn(text),
  ...imageDraftOf(images),
})

export const imageDraftOf = ({
  image,
  imagePortrait,
  focus,
  focusPortrait,
}: Pick<PageBanner, 'image' | 'imagePortrait' | 'focus' | 'focusPortrait'>) => ({
  image,
  imagePortrait,
  focus: focus ?? undefined,
  focusPortrait: focusPortrait ?? undefined,
})

const instantOf = (at: string | null) => (at === null ? null : Temporal.Instant.from(at))

const bannerDraftOf = (banner: PageBanner, tabId: string | null): BannerDraft => ({
  bannerId: banner.bannerId,
  place: banner.place,
  bannerType: banner.bannerType,
  tabId,
  programId: banner.programId,
  url: banner.url,
  ...imageDraftOf(banner),
  title: textIn(banner.title),
  subtitle: textIn(banner.subtitle),
  startsAt: instantOf(banner.startsAt),
  endsAt: instantOf(banner.endsAt),
})

/** Raises the versions of what has changed since. @returns the pages that changed */
export async function raiseVersions(tx: Tx, before: StoredPages): Promise<{ after: StoredPages; changed: string[] }> {
  const now = await readPages(tx)
  const lists = [...now.categories.values()].filter(({ categoryId, ...category }) => {
    const was = before.categories.get(categoryId)
    return was !== undefined && changedFields(was, { categoryId, ...category }).length > 0
  })
  if (lists.length > 0)
    await tx
      .updateTable('category')
      .set((row) => ({ version: row('version', '+', 1) }))
      .where(
        'category_id',
        'in',
        lists.map(({ categoryId }) => categoryId),
      )
      .execute()
  const scopes = new Set([...scopesOf(before), ...scopesOf(now)])
  const changed = [...scopes].filter((scope) => isChanged(contentOf(before, scope), contentOf(now, scope)))
  const known = changed.filter((scope) => before.versions.has(scope))
  if (known.length > 0)
    await tx
      .updateTable('page')
      .set((row) => ({ version: row('version', '+', 1) }))
      .where('scope', 'in', known)
      .execute()
  return { after: changed.length > 0 ? await readPages(tx) : now, changed }
}

const isChanged = (before: PageContent | undefined, after: PageContent | undefined): boolean =>
  !before || !after || !isSamePage(before, after)
