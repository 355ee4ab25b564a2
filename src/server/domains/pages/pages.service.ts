import type { Tab } from '#contract/categories.ts'
import { inLanguage } from '../cards/index.ts'
import type { Viewer } from '../viewer.ts'
import { type BannersDeps, createBanners } from './banners.service.ts'
import { type CategoriesDeps, createCategories } from './categories.service.ts'
import { findNextBannerEdge, findTabs } from './pages.repo.ts'
import { categoryOf, detailUrl, isRecommended } from './pages.rules.ts'
import { arrangePages } from './pages.writes.ts'

/** The door of pages. */
export type Pages = ReturnType<typeof createPages>

/** What pages are built from. */
export type PagesDeps = BannersDeps & CategoriesDeps

/** Builds pages. Every read takes at most two statements after one another. */
export function createPages(deps: PagesDeps) {
  const { db, catalogue } = deps
  return {
    ...createCategories(deps),
    ...createBanners(deps),

    /** The tabs with their rows. A kids profile has the kids tab alone. */
    async tabs(viewer: Viewer, { recommended }: { recommended: boolean }): Promise<Tab[]> {
      const tabs = await findTabs(db, { kids: viewer.kids })
      return tabs.map(({ tabId, name, type, route, rows }) => {
        const shown = rows.filter((row) => recommended || !isRecommended(row))
        const [first] = shown
        return {
          tabId,
          tabName: inLanguage(name, viewer.language),
          type,
          route,
          data: { categoryList: shown.map((row) => categoryOf(row, viewer.language)) },
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
}
