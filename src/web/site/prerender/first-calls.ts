import { listHomeBanner } from '#contract/banners.ts'
import { type Tab, tabBars } from '#contract/categories.ts'
import type { Language } from '#contract/languages.ts'
import { type CallContext, callUrl, listUrl } from '#web/kit/call-url.ts'
import { pageSizeOf, TABS_INPUT } from '#web/viewer/cards/use-tabs.ts'

/** Rows that are asked for at once, and that the prerender of home holds. */
export const FIRST_CAROUSELS = 2

const HOME_TAB = '1'

/** What the billboard of a tab is asked with. */
export const billboardInput = (tabId: string) => ({ place: 'billboard', tabId }) as const

/** The addresses that home asks first, exactly as the browser asks them: they are the cache's keys. */
export function firstCalls(language: Language): { tabs: string; billboard: string } {
  const context = visitor(language)
  return {
    tabs: callUrl(tabBars, TABS_INPUT, context),
    billboard: callUrl(listHomeBanner, billboardInput(HOME_TAB), context),
  }
}

/** The addresses of home's first rows, from the tabs. */
export function firstCarouselCalls(tabList: readonly Tab[], language: Language): string[] {
  const rows = tabList.find((tab) => tab.tabId === HOME_TAB)?.data.categoryList ?? []
  return rows
    .slice(0, FIRST_CAROUSELS)
    .map((category) => listUrl(category.detailURL, { page: 1, pageSize: pageSizeOf(category) }, visitor(language)))
}

/** The prerender speaks to visitors only. */
const visitor = (language: Language): CallContext => ({ language, pattern: 'normal' })
