import { type PageBanner, type PageCategory, type PageContent, type PageTab, SITE_PAGE } from '#contract/admin/pages.ts'

export interface StoredTab extends PageTab {
  /** Kids profiles have no other. */
  readonly kids: boolean
}

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
      tabs: pages.tabs.map(({ kids: _kids, ...tab }) => tab),
      categories: [...pages.categories.values()].filter(({ categoryId }) => !used.has(categoryId)),
      banners: bannersOf(null),
    }
  }
  if (!pages.tabs.some(({ tabId }) => tabId === scope)) return undefined
  const categories = (pages.rows.get(scope) ?? []).map((id) => pages.categories.get(id)!)
  return { tabs: [], categories, banners: bannersOf(scope) }
}

export const scopesOf = (pages: StoredPages): string[] => [SITE_PAGE, ...pages.tabs.map(({ tabId }) => tabId)]
