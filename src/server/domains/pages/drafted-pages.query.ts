import { sql, type SqlBool } from 'kysely'
import type { PageCategory, PagePromotion } from '#contract/admin/pages.ts'
import type { LocalizedText } from '../catalogue/index.ts'
import { imageDraftOf } from './page-content.repo.ts'
import type { StoredBanner, StoredPages } from './page-content.rules.ts'
import type { BannerRow, CategoryRow, CategorySource, OpenBanners, PageSource, PromotionRow } from './pages-model.ts'

/** Of pages in memory, as the statements of `pages.repo.ts` read them from tables. */
export function sourceOfPages(pages: StoredPages): PageSource {
  const rows = new Map([...pages.categories].map(([categoryId, category]) => [categoryId, categoryRowOf(category)]))
  const computedBy = (sources: readonly CategorySource[]) =>
    [...rows.values()].filter(
      ({ source, programClassify }) => sources.includes(source) && source !== 'list' && programClassify === 'mixed',
    )
  const open = (wanted: OpenBanners) => pages.banners.filter((banner) => isOpen(banner, wanted))
  return {
    tabs: async ({ kids }) =>
      pages.tabs
        .filter((tab) => tab.isShown && (tab.kids || !kids))
        .map(({ tabId, name, type, route }) => ({
          tabId,
          name: textOf(name),
          type,
          route,
          rows: (pages.rows.get(tabId) ?? [])
            .flatMap((id) => rows.get(id) ?? [])
            .filter(({ promotion }) => promotion !== 'adult'),
        })),

    category: async (categoryId) => rows.get(categoryId),

    computed: async (source) => computedBy([source])[0],

    profileCategories: async () => computedBy(['continue', 'because']),

    promotion: async (categoryId) => {
      const promotion = pages.categories.get(categoryId)?.promotion
      return promotion ? promotionRowOf(categoryId, promotion) : undefined
    },

    banners: async (wanted) => open(wanted).map((banner) => bannerRowOf(banner, rows.get(banner.url))),

    editorScope: (categoryId) => ({
      join: sql`join unnest(${[...new Set(pages.categories.get(categoryId)?.programIds)]}::text[])
        with ordinality as ct (program_id, position) on ct.program_id = t.program_id`,
      order: [{ by: sql`ct.position`, direction: 'asc' }],
    }),

    bannerScope: (wanted) => ({
      where: sql<SqlBool>`t.program_id = any (${open(wanted).flatMap(({ programId }) => programId ?? [])}::text[])`,
      order: [{ by: sql`t.program_id`, direction: 'asc' }],
    }),
  }
}

const textOf = ({ zh_HK: zh, en_US: en }: PageCategory['title']): LocalizedText => ({ zh, en })

const promotionOf = (promotion: PagePromotion | null) => (promotion ? (promotion.adult ? 'adult' : 'open') : undefined)

const categoryRowOf = (category: PageCategory): CategoryRow => ({
  categoryId: category.categoryId,
  source: category.source,
  programClassify: category.programClassify,
  title: textOf(category.title),
  subtitle: textOf(category.subtitle),
  showLandscape: category.showLandscape,
  showTopN: category.showTopN,
  promotion: promotionOf(category.promotion),
})

const promotionRowOf = (categoryId: string, promotion: PagePromotion): PromotionRow => ({
  categoryId,
  ...imageDraftOf(promotion),
  text: textOf(promotion.text),
})

const instantOf = (at: string | null) => (at === null ? null : Temporal.Instant.from(at))

function isOpen({ place, tabId, ...banner }: StoredBanner, wanted: OpenBanners): boolean {
  const [startsAt, endsAt] = [instantOf(banner.startsAt), instantOf(banner.endsAt)]
  return (
    place === wanted.place &&
    (wanted.tabId === undefined || tabId === wanted.tabId) &&
    (startsAt === null || Temporal.Instant.compare(startsAt, wanted.now) <= 0) &&
    (endsAt === null || Temporal.Instant.compare(endsAt, wanted.now) > 0)
  )
}

const bannerRowOf = (banner: StoredBanner, list: CategoryRow | undefined): BannerRow => ({
  bannerId: banner.bannerId,
  place: banner.place,
  tabId: banner.tabId,
  bannerType: banner.bannerType,
  programId: banner.programId,
  url: banner.url,
  promotion: banner.bannerType === 'category' ? list?.promotion : undefined,
  ...imageDraftOf(banner),
  title: textOf(banner.title),
  subtitle: textOf(banner.subtitle),
  startsAt: instantOf(banner.startsAt),
  endsAt: instantOf(banner.endsAt),
})
