import { useState } from 'react'
import { type Category, categoryList, type Facets, MIX_ROWS, mixProgramList } from '#contract/categories.ts'
import { endpointUrl } from '#contract/endpoint.ts'
import type { ProgramCard } from '#contract/programs.ts'
import { usePages } from '#web/kit/use-pages.ts'
import { findCategory, pageSizeOf, useTabs } from '#web/viewer/cards/use-tabs.ts'
import type { Selection } from './filters.rules.ts'

export interface CategoryPage {
  list: ProgramCard[]
  page: number
  pageSize: number
  total: number
  category: Category
  facets: Facets
}

export type CategoryTitleList = ReturnType<typeof useCategory>

/** The tabs tell its endpoint and page size; a category in no tab is requested by its id. Name and facets stay while another selection loads. */
export function useCategory(categoryId: string, { sort, filters }: Selection) {
  const tabs = useTabs()
  const known = tabs.data && findCategory(tabs.data.tabList, categoryId)
  const address = known?.detailURL ?? addressOf(categoryId)
  const look = known ?? { showTopN: false, showLandscape: false }
  const { year, ...rest } = filters
  const pages = usePages<CategoryPage>(
    address,
    { page: 1, pageSize: pageSizeOf(look), sort, year: year && Number(year), ...rest },
    { enabled: categoryId !== '' && !tabs.isPending },
  )
  const shown = useLastPage(categoryId, pages.data?.pages[0])
  const { programs, total } = titlesOf(pages.data?.pages)
  return { pages, programs, total, category: shown?.category ?? known, facets: shown?.facets }
}

/** The previous selection's while another one loads. */
export function useLastPage<Page extends CategoryPage>(categoryId: string, first: Page | undefined): Page | undefined {
  const [last, setLast] = useState<{ categoryId: string; page: Page }>()
  if (first && last?.page !== first) setLast({ categoryId, page: first })
  return first ?? (last?.categoryId === categoryId ? last.page : undefined)
}

export const titlesOf = (pages: readonly CategoryPage[] = []): { programs: ProgramCard[]; total: number } => ({
  programs: unique(pages.flatMap((page) => page.list)),
  total: pages.at(-1)?.total ?? 0,
})

/** A title may move between two pages while they load. */
function unique(programs: readonly ProgramCard[]): ProgramCard[] {
  const seen = new Set<string>()
  return programs.filter(({ programId }) => !seen.has(programId) && seen.add(programId))
}

function addressOf(categoryId: string): string {
  const row = MIX_ROWS.find((name) => name === categoryId)
  const query = row ? `row=${row}` : `categoryId=${encodeURIComponent(categoryId)}`
  return `${endpointUrl(row ? mixProgramList : categoryList)}?${query}`
}
