import { type PageBanner, type PageCategory, type PageContent, type PageTab, SITE_PAGE } from '#contract/admin/pages.ts'

export interface StoredTab extends PageTab {
  /** Kids profiles have no other. */
  readonly kids: boolean
  readonly route: string
}

/** Until it has a list, it leads to all titles. */
export const NEW_TAB = { kids: false, route: '/category/list' } as const

export interface StoredBanner extends PageBanner {
  readonly tabId: string | null
}

/** All pages as they are. */
export interface StoredPages {
  readonly tabs: readonly StoredTab[]
  readonly categories: ReadonlyMap<string, PageCategory>
  /** Ids of categories, by tab. */
  readonly rows: ReadonlyMap<string, readonly string[]>
  readonly banners: readonly StoredBanner[]
  /** By page, also of tabs that are gone. */
  readonly versions: ReadonlyMap<string, number>
}

/** Undefined for a tab that does not exist. */
export function contentOf(pages: StoredPages, scope: string): PageContent | undefined {
  const bannersOf = (tabId: string | null) =>
    pages.banners.filter((banner) => banner.tabId === tabId).map(({ tabId: _tab, ...banner }) => banner)
  if (scope === SITE_PAGE) {
    const used = new Set([...pages.rows.values()].flat())
    return {
      tabs: pages.tabs.map(({ kids: _kids, route: _route, ...tab }) => tab),
      categories: [...pages.categories.values()].filter(({ categoryId }) => !used.has(categoryId)),
      banners: bannersOf(null),
    }
  }
  if (!pages.tabs.some(({ tabId }) => tabId === scope)) return undefined
  const categories = (pages.rows.get(scope) ?? []).map((id) => pages.categories.get(id)!)
  return { tabs: [], categories, banners: bannersOf(scope) }
}

export const scopesOf = (pages: StoredPages): string[] => [SITE_PAGE, ...pages.tabs.map(({ tabId }) => tabId)]

/** As if the drafts were published. Of a list that several of them change, the last one counts. */
export function withDrafts(pages: StoredPages, drafts: ReadonlyMap<string, PageContent>): StoredPages {
  const site = drafts.get(SITE_PAGE)
  const changed = site ? withSite(pages, site) : pages
  const categories = new Map(changed.categories)
  const rows = new Map(changed.rows)
  let { banners } = changed
  for (const [scope, content] of drafts) {
    if (scope === SITE_PAGE) continue
    for (const category of content.categories) categories.set(category.categoryId, category)
    rows.set(scope, [...new Set(content.categories.map(({ categoryId }) => categoryId))])
    banners = bannersWith(banners, scope, content)
  }
  return { ...changed, categories, rows, banners }
}

/** Lists that its draft has no more are gone, unless a tab has them. */
function withSite(pages: StoredPages, site: PageContent): StoredPages {
  const used = new Set([...pages.rows.values()].flat())
  const kept = [...pages.categories].filter(([categoryId]) => used.has(categoryId))
  return {
    ...pages,
    tabs: site.tabs.map((tab) => ({
      ...(pages.tabs.find(({ tabId }) => tabId === tab.tabId) ?? NEW_TAB),
      ...tab,
    })),
    categories: new Map([...kept, ...site.categories.map((category) => [category.categoryId, category] as const)]),
    banners: bannersWith(pages.banners, null, site),
  }
}

const bannersWith = (
  banners: readonly StoredBanner[],
  tabId: string | null,
  content: PageContent,
): readonly StoredBanner[] => [
  ...banners.filter((banner) => banner.tabId !== tabId),
  ...content.banners.map((banner) => ({ ...banner, tabId })),
]
