import type { Tx } from '#server/kit/db.ts'
import type { BannerDraft, CategoryDraft, PagesDraft, PromotionDraft } from './pages-model.ts'

/** Replaces records by id, and the carousels of the named tabs. */
export async function putPages(tx: Tx, { categories, tabs, banners, promotions = [] }: PagesDraft): Promise<void> {
  for (const draft of categories) await putCategory(tx, draft)
  for (const draft of promotions) await putPromotion(tx, draft)
  for (const [tabId, rows] of Object.entries(tabs)) await replaceRows(tx, tabId, rows)
  for (const [position, draft] of banners.entries()) await putBanner(tx, draft, position + 1)
}

export async function putCategory(tx: Tx, draft: CategoryDraft): Promise<void> {
  const columns = {
    source: draft.source,
    program_classify: draft.programClassify,
    title_zh: draft.title.zh,
    title_en: draft.title.en,
    subtitle_zh: draft.subtitle?.zh ?? '',
    subtitle_en: draft.subtitle?.en ?? '',
    show_landscape: draft.showLandscape ?? false,
    show_top_n: draft.showTopN ?? false,
  }
  const { categoryId } = draft
  await tx
    .insertInto('category')
    .values({ category_id: categoryId, ...columns })
    .onConflict((c) => c.column('category_id').doUpdateSet(columns))
    .execute()
  await tx.deleteFrom('category_title').where('category_id', '=', categoryId).execute()
  if (draft.programIds.length === 0) return
  const titles = draft.programIds.map((program_id, n) => ({ category_id: categoryId, position: n + 1, program_id }))
  await tx.insertInto('category_title').values(titles).execute()
}

export async function replaceRows(tx: Tx, tabId: string, categoryIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('tab_row').where('tab_id', '=', tabId).execute()
  if (categoryIds.length === 0) return
  const rows = categoryIds.map((category_id, n) => ({ tab_id: tabId, position: n + 1, category_id }))
  await tx.insertInto('tab_row').values(rows).execute()
}

export async function putBanner(tx: Tx, draft: BannerDraft, position: number): Promise<void> {
  const columns = {
    place: draft.place,
    tab_id: draft.tabId ?? null,
    position,
    banner_type: draft.bannerType,
    program_id: draft.programId ?? null,
    url: draft.url ?? '',
    image: draft.image ?? '',
    image_portrait: draft.imagePortrait ?? '',
    ...focusColumns(draft),
    title_zh: draft.title?.zh ?? '',
    title_en: draft.title?.en ?? '',
    subtitle_zh: draft.subtitle?.zh ?? '',
    subtitle_en: draft.subtitle?.en ?? '',
    starts_at: draft.startsAt ?? null,
    ends_at: draft.endsAt ?? null,
  }
  await tx
    .insertInto('banner')
    .values({ banner_id: draft.bannerId, ...columns })
    .onConflict((c) => c.column('banner_id').doUpdateSet(columns))
    .execute()
}

export async function putPromotion(tx: Tx, draft: PromotionDraft): Promise<void> {
  const columns = {
    adult: draft.adult ?? false,
    image: draft.image ?? '',
    image_portrait: draft.imagePortrait ?? '',
    ...focusColumns(draft),
    text_zh: draft.text?.zh ?? '',
    text_en: draft.text?.en ?? '',
  }
  await tx
    .insertInto('promotion')
    .values({ category_id: draft.categoryId, ...columns })
    .onConflict((c) => c.column('category_id').doUpdateSet(columns))
    .execute()
}

const focusColumns = ({ focus, focusPortrait }: Pick<BannerDraft, 'focus' | 'focusPortrait'>) => ({
  focus_x: focus?.x ?? null,
  focus_y: focus?.y ?? null,
  focus_portrait_x: focusPortrait?.x ?? null,
  focus_portrait_y: focusPortrait?.y ?? null,
})
