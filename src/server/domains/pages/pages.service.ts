import type { Tab } from '#contract/categories.ts'
import { inLanguage } from '../cards/index.ts'
import { inProfile } from '../library/index.ts'
import type { Viewer } from '../viewer.ts'
import { type BannersDeps, createBanners } from './banners.service.ts'
import { type CategoriesDeps, createCategories } from './categories.service.ts'
import { createPromotions } from './promotions.service.ts'
import { findNextBannerEdge, findProfileCategories, findTabs } from './pages.repo.ts'
import {
  categoryOf,
  detailUrl,
  isRecommended,
  NO_PROFILE_CATEGORIES,
  type ProfileCategories,
  withProfileCategories,
} from './pages.rules.ts'
import { arrangePages } from './pages-writes.repo.ts'

/** The public API of pages. */
export type Pages = ReturnType<typeof createPages>

/** What pages are built from. */
export type PagesDeps = BannersDeps & CategoriesDeps

/** The home of everybody but children, who have but one tab. */
const HOME = '1'

/** Builds pages. Every read takes statements side by side, none after another, once it has seen what it is asked for. */
export function createPages(deps: PagesDeps) {
  const { db, catalogue, library, recommendations } = deps
  const { open, ...categories } = createCategories(deps)
  return {
    ...categories,
    ...createPromotions({ ...deps, open }),
    ...createBanners(deps),

    /** The tabs with their rows, a member's own among them. A kids profile has the kids tab alone. */
    async tabs(viewer: Viewer, { recommended }: { recommended: boolean }): Promise<Tab[]> {
      const [tabs, own] = await Promise.all([findTabs(db, { kids: viewer.kids }), ownRows(viewer)])
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

    /** The first instant after `now` at which any licence or banner begins or ends: no cached answer outlives it. */
    async nextEdge(now: Temporal.Instant): Promise<Temporal.Instant | undefined> {
      const edges = await Promise.all([catalogue.nextEdge(now), findNextBannerEdge(db, now)])
      return edges.filter((edge) => edge !== undefined).toSorted((a, b) => Temporal.Instant.compare(a, b))[0]
    },

    /** Sets out pages as an editor would, in the transaction that it joins. */
    arrange: arrangePages,
  }

  async function ownRows(viewer: Viewer): Promise<ProfileCategories> {
    if (viewer.kind !== 'member' || viewer.profileId === undefined) return NO_PROFILE_CATEGORIES
    const [rows, continues, because] = await Promise.all([
      findProfileCategories(db),
      library.history.hasContinuation(inProfile(viewer)),
      recommendations.becauseName(viewer),
    ])
    return { rows, continues, because }
  }
}
