import { useState } from 'react'
import type { filters, Sort } from '#contract/categories.ts'
import { endpointUrl, type OutputOf } from '#contract/endpoint.ts'
import { search } from '#contract/search.ts'
import { usePages } from '#web/kit/use-pages.ts'

type SearchPage = OutputOf<typeof search>

/** Keyword and filters as in the address. */
export interface SearchInput {
  keyword: string
  personId: string | undefined
  sort: Sort | undefined
  filters: Readonly<Partial<Record<Exclude<keyof typeof filters, 'sort'>, string>>>
}

/** Facets stay while another selection of the same search loads. */
export function useSearch({ keyword, personId, sort, filters: { year, ...filters } }: SearchInput) {
  const wanted = personId === undefined ? { keyword } : { personId }
  const input = { ...wanted, page: 1, sort, year: year === undefined ? undefined : Number(year), ...filters }
  const pages = usePages<SearchPage>(endpointUrl(search), input, { enabled: keyword !== '' || personId !== undefined })
  const first = pages.data?.pages[0]
  const about = personId ?? keyword
  const [last, setLast] = useState<{ about: string; page: SearchPage }>()
  if (first && last?.page !== first) setLast({ about, page: first })
  const shown = first ?? (last?.about === about ? last.page : undefined)
  return {
    pages,
    facets: shown?.facets,
    scenes: first?.scenes ?? [],
    didYouMean: first?.didYouMean,
    person: shown?.person,
    total: first?.total ?? 0,
    programs: unique(pages.data?.pages.flatMap(({ list }) => list) ?? []),
  }
}

/** A title may move between two pages while they load. */
function unique(programs: SearchPage['list']): SearchPage['list'] {
  const seen = new Set<string>()
  return programs.filter(({ programId }) => !seen.has(programId) && seen.add(programId))
}
