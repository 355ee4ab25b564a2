/**
 * Pages: tabs, carousels, editors' categories, promoted collections, banners; their drafts and versions. Owns tab, tab_row, category,
 * category_title, banner, promotion, page, page_draft, page_version. Never lists a title that `catalogue` would not.
 */
export type * from './pages-model.ts'
export { createPageEditing, type DraftedPage, type PageEditing } from './page-editing.service.ts'
export type { CategoryPage, CategoryRequest } from './categories.service.ts'
import type { BannerPlacement, BannerRow, PageSource } from './pages-model.ts'
import type { Tab } from '#contract/categories.ts'
import { inLanguage, type OfferedCard } from '../cards/index.ts'
import { inProfile } from '../library/index.ts'
import type { Viewer } from '../viewer.ts'
import { createCategories } from './categories.service.ts'
import type { PagesDeps, SourcedDeps } from './ports.ts'
import { arrangePages } from './page-publication.service.ts'
import { findNextBannerEdge, publishedPages } from './pages.repo.ts'
import {
  categoryOf,
  detailUrl,
  isRecommended,
  NO_PROFILE_CATEGORIES,
  type ProfileCategories,
  withProfileCategories,
} from './pages.rules.ts'
import { type Banner, bannerAddress } from '#contract/banners.ts'
import type { Kysely } from 'kysely'
import { type Database, inSnapshot } from '#server/kit/db.ts'
import { sourceOfPages } from './drafted-pages.query.ts'
import { readPages } from './page-content.repo.ts'
import { withDrafts } from './page-content.rules.ts'

export type Pages = ReturnType<typeof createPages>

/** The home tab, except in kids mode. */
const HOME = '1'

export function createPages(deps: PagesDeps) {
  const { db, catalogue, library, recommendations } = deps
  const sourceOf = createPageSources(db)
  const categories = createCategories({ ...deps, sourceOf })
  const banners = createBanners({ ...deps, sourceOf })
  return {
    category: categories.category,
    mix: categories.mix,
    promoted: categories.promoted,
    billboard: banners.billboard,
    ads: banners.ads,
    popups: banners.popups,

    /** Kids profiles have the kids tab only. */
    async tabs(viewer: Viewer, { recommended }: { recommended: boolean }): Promise<Tab[]> {
      const source = await sourceOf(viewer)
      const [tabs, own] = await Promise.all([source.tabs({ kids: viewer.kids }), ownRows(viewer, source)])
      const homeId = viewer.kids ? tabs[0]?.tabId : HOME
      return tabs.map((tab) => {
        const { tabId, name, type, route } = tab
        const shown = withProfileCategories(tab, { ...own, homeId }).filter((row) => recommended || !isRecommended(row))
        const [first] = shown
        return {
          tabId,
          tabName: inLanguage(name, viewer.language),
          type,
          route,
          data: { categoryList: shown.map((row) => categoryOf(row, viewer.language, own.because)) },
          ...(type === 'rolling' && first && { rolling: { detailURL: detailUrl(first) } }),
        }
      })
    },

    /** Next start or end of a licence or banner: bounds cache lifetimes. */
    async nextEdge(now: Temporal.Instant): Promise<Temporal.Instant | undefined> {
      const edges = await Promise.all([catalogue.nextEdge(now), findNextBannerEdge(db, now)])
      return edges.filter((edge) => edge !== undefined).toSorted((a, b) => Temporal.Instant.compare(a, b))[0]
    },

    arrange: arrangePages,
  }

  async function ownRows(viewer: Viewer, source: PageSource): Promise<ProfileCategories> {
    if (viewer.kind !== 'member' || viewer.profileId === undefined) return NO_PROFILE_CATEGORIES
    const [rows, continues, because] = await Promise.all([
      source.profileCategories(),
      library.history.hasContinuation(inProfile(viewer)),
      recommendations.becauseName(viewer),
    ])
    return { rows, continues, because }
  }
}

export type PersonalizedBanner = Omit<Banner, 'program'> & { offered: OfferedCard | undefined }

/** Omits banners of hidden titles. Banners of unencoded titles or without a target show only if a billboard has no others. */
function createBanners({ clock, cards, images, sourceOf }: SourcedDeps) {
  return {
    billboard: (viewer: Viewer, tabId: string): Promise<PersonalizedBanner[]> =>
      list(viewer, { place: 'billboard', tabId }),

    ads: async (viewer: Viewer): Promise<PersonalizedBanner[]> => (viewer.kids ? [] : list(viewer, { place: 'ad' })),

    popups: async (viewer: Viewer): Promise<PersonalizedBanner[]> =>
      viewer.kids ? [] : list(viewer, { place: 'popup' }),
  }

  async function list(
    viewer: Viewer,
    where: { place: BannerPlacement; tabId?: string },
  ): Promise<PersonalizedBanner[]> {
    const open = { ...where, now: viewer.now ?? clock.now() }
    const source = await sourceOf(viewer)
    const [rows, titles] = await Promise.all([source.banners(open), cards.offered(viewer, source.bannerScope(open))])
    const offered = new Map(titles.map((one) => [one.card.programId, one]))
    const shown = rows.flatMap((row) => {
      if (!leadsSomewhere(row, viewer)) return []
      const title = row.programId === null ? undefined : offered.get(row.programId)
      return row.programId === null || title ? [{ row, title }] : []
    })
    const ready = shown.filter(({ title }) => !title?.card.preparing)
    const kept = ready.length > 0 || where.place !== 'billboard' ? ready : shown
    const banners = kept.map(({ row, title }) => localize(viewer, row, title))
    return where.place === 'billboard' ? withPreviews(banners) : banners
  }

  async function withPreviews(banners: PersonalizedBanner[]): Promise<PersonalizedBanner[]> {
    const previews = await images.previews(banners.map(({ bannerImage }) => bannerImage))
    return banners.map((banner) => ({ ...banner, bannerPreview: previews.get(banner.bannerImage) || undefined }))
  }

  function localize({ language }: Viewer, row: BannerRow, title?: OfferedCard & { hero: string }): PersonalizedBanner {
    return {
      bannerId: row.bannerId,
      bannerImage: row.image ? cards.imageUrl(row.image) : (title?.hero ?? ''),
      bannerImagePortrait: row.imagePortrait ? cards.imageUrl(row.imagePortrait) : '',
      focus: row.focus,
      focusPortrait: row.focusPortrait,
      bannerType: row.bannerType,
      movieId: row.programId ?? '',
      url: row.url,
      promotion: row.promotion,
      title: inLanguage(row.title, language),
      subtitle: inLanguage(row.subtitle, language),
      startsAt: row.startsAt?.toString(),
      endsAt: row.endsAt?.toString(),
      offered: row.place === 'billboard' ? title : undefined,
    }
  }
}

/** Members do not register; unsafe URLs are not sent. */
function leadsSomewhere({ bannerType, url }: BannerRow, { kind }: Viewer): boolean {
  if (bannerType === 'register') return kind === 'visitor'
  return bannerType !== 'url' || bannerAddress(url) !== undefined
}

/** For the viewers of previews with drafts of pages, all pages are read at one moment; no other answer touches a draft. */
function createPageSources(db: Kysely<Database>): (viewer: Pick<Viewer, 'preview'>) => Promise<PageSource> {
  const published = publishedPages(db)
  return async ({ preview }) => {
    if (!preview || preview.pages.size === 0) return published
    return sourceOfPages(withDrafts(await inSnapshot(db, readPages), preview.pages))
  }
}
