import type { Search } from '#server/domains/search/index.ts'
import { visitor } from './viewers.ts'
import { SEARCH_CASES, type SearchCase } from './search-cases.ts'

/** What a case found: the place of what has to be first (1 is the first; 0: not there), and what must not have come. */
export type CaseResult = { searchCase: SearchCase; place: number | undefined; forbidden: string[] }

/** Asks for suggestions in every case. */
export async function runCases(search: Pick<Search, 'suggest'>): Promise<CaseResult[]> {
  const results: CaseResult[] = []
  for (const searchCase of SEARCH_CASES) {
    const { typed, first, never = [], kids = false, region = 'HK' } = searchCase
    const { titles } = await search.suggest(visitor({ kids, region }), typed)
    const ids = titles.map(({ programId }) => programId)
    results.push({
      searchCase,
      place: first === undefined ? undefined : ids.indexOf(first) + 1,
      forbidden: never.filter((programId) => ids.includes(programId)),
    })
  }
  return results
}

/** Shares from 0 to 1: the right title first, among the first three, and cases without a forbidden one. */
export function sharesOf(results: readonly CaseResult[]): { first: number; firstThree: number; clean: number } {
  const placed = results.flatMap(({ place }) => (place === undefined ? [] : [place]))
  const share = (count: number, of: number) => count / of
  return {
    first: share(placed.filter((place) => place === 1).length, placed.length),
    firstThree: share(placed.filter((place) => place >= 1 && place <= 3).length, placed.length),
    clean: share(results.filter(({ forbidden }) => forbidden.length === 0).length, results.length),
  }
}
