import { listHomeBanner } from '#contract/banners.ts'
import { type Tab, tabBars } from '#contract/categories.ts'
import type { Language } from '#contract/languages.ts'
import { type CallContext, callUrl, listUrl } from '#web/kit/call-url.ts'
import { pageSizeOf, TABS_INPUT } from '#web/viewer/cards/use-tabs.ts'

/** Fetched at once, and in the prerender of home. */
export const FIRST_CAROUSELS = 2

const HOME_TAB = '1'

export const billboardInput = (tabId: string) => ({ place: 'billboard', tabId }) as const

/** Exactly as the browser makes them: they are the cache keys. */
export function firstCalls(language: Language): { tabs: string; billboard: string } {
  const context = visitor(language)
  return {
    tabs: callUrl(tabBars, TABS_INPUT, context),
    billboard: callUrl(listHomeBanner, billboardInput(HOME_TAB), context),
  }
}

export function firstCarouselCalls(tabList: readonly Tab[], language: Language): string[] {
  const rows = tabList.find((tab) => tab.tabId === HOME_TAB)?.data.categoryList ?? []
  return rows
    .slice(0, FIRST_CAROUSELS)
    .map((category) => listUrl(category.detailURL, { page: 1, pageSize: pageSizeOf(category) }, visitor(language)))
}

/** The prerender is for visitors only. */
const visitor = (language: Language): CallContext => ({ language, pattern: 'normal' })
