import type { UseQueryResult } from '@tanstack/react-query'
import { tabBars, type Category, type Tab } from '#contract/categories.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { useCall } from '#web/kit/use-call.ts'

/** The prerender requests the same. */
export const TABS_INPUT = { recommendType: '1' } as const

export const useTabs = (): UseQueryResult<{ tabList: Tab[] }, CallError> => useCall(tabBars, TABS_INPUT)

/** SPEC 7: 10 for Top-N, 25 for landscape, else 35. */
export function pageSizeOf(category: Pick<Category, 'showTopN' | 'showLandscape'>): number {
  if (category.showTopN) return PAGE_SIZE.top
  return category.showLandscape ? PAGE_SIZE.landscape : PAGE_SIZE.portrait
}

export function findCategory(tabs: readonly Tab[], categoryId: string): Category | undefined {
  for (const tab of tabs) {
    const found = tab.data.categoryList.find((category) => category.categoryId === categoryId)
    if (found) return found
  }
  return undefined
}
