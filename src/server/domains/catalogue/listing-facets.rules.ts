import type { FacetCounts, TitleFilters } from './titles-model.ts'

/** What lists are filtered and counted by. */
export type FacetName = keyof FacetCounts
export const FACETS = ['genre', 'year', 'country', 'language', 'vodType'] as const satisfies readonly FacetName[]

/**
 * The values of many titles in one facet. Titles with the same values share a set, so that a filter is evaluated once per set
 * and titles are counted per set.
 */
export interface FacetColumn {
  /** The index of its set, by title. */
  readonly setOf: number[]
  readonly sets: (readonly string[])[]
  put(slot: number, values: readonly string[]): void
}

export function createFacetColumn(): FacetColumn {
  const setOf: number[] = []
  const sets: (readonly string[])[] = []
  const known = new Map<string, number>()
  return {
    setOf,
    sets,
    put(slot, values) {
      const key = values.join('\n')
      let set = known.get(key)
      if (set === undefined) {
        set = sets.push([...new Set(values)]) - 1
        known.set(key, set)
      }
      setOf[slot] = set
    },
  }
}

/** Which sets of a column pass a filter, as 0 or 1 by set. */
export function passingSets({ sets }: FacetColumn, passes: (values: readonly string[]) => boolean): Uint8Array {
  return Uint8Array.from(sets, (values) => (passes(values) ? 1 : 0))
}

/** Each filter as a rule on a title's values in its facet; a filter that is not set passes all. */
const filterRules = (filters: TitleFilters): Record<FacetName, (values: readonly string[]) => boolean> => ({
  genre: filters.genre?.length ? (values) => filters.genre!.some((genre) => values.includes(genre)) : passesAll,
  year: contains(filters.year?.toString()),
  country: contains(filters.country),
  language: filters.language
    ? ([locale = '']) => locale === filters.language || locale.startsWith(`${filters.language}-`)
    : passesAll,
  vodType: contains(filters.vodType),
})

const passesAll = (): boolean => true

const contains = (wanted: string | undefined) =>
  wanted ? (values: readonly string[]): boolean => values.includes(wanted) : passesAll

/** The counts of sets as those of their values: the most first, then the last by value. */
function countsByValue({ sets }: FacetColumn, counts: Uint32Array): { value: string; count: number }[] {
  const byValue = new Map<string, number>()
  for (const [set, values] of sets.entries()) {
    const count = counts[set]!
    if (count > 0) for (const value of values) byValue.set(value, (byValue.get(value) ?? 0) + count)
  }
  return [...byValue]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? 1 : -1))
}

type Columns = Readonly<Record<FacetName, FacetColumn>>
type Counted = { members: Uint8Array; total: number; facets: FacetCounts }

const NONE = -1

/**
 * The members that pass the filters, and how many they are. A facet counts the members that no other filter refuses.
 * @param members 1 by slot
 */
export function countFacets(columns: Columns, members: Uint8Array, filters: TitleFilters): Counted {
  const rules = filterRules(filters)
  const facets = FACETS.map((name) => {
    const column = columns[name]
    return { column, passing: passingSets(column, rules[name]), counts: new Uint32Array(column.sets.length) }
  })
  const passed = new Uint8Array(members.length)
  let total = 0
  for (let slot = 0; slot < members.length; slot++) {
    if (members[slot] === 0) continue
    let refusals = 0
    let refusing = NONE
    for (let n = 0; n < facets.length; n++) {
      const { column, passing } = facets[n]!
      if (passing[column.setOf[slot]!] === 1) continue
      refusals++
      refusing = n
    }
    if (refusals > 1) continue
    if (refusals === 0) {
      total++
      passed[slot] = 1
    }
    for (let n = 0; n < facets.length; n++) {
      const { column, counts } = facets[n]!
      if (refusing === NONE || refusing === n) counts[column.setOf[slot]!]!++
    }
  }
  const named = facets.map(({ column, counts }, n) => [FACETS[n], countsByValue(column, counts)])
  return { members: passed, total, facets: Object.fromEntries(named) as FacetCounts }
}
