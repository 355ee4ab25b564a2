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

/** Each filter that is set, as a rule on a title's values in its facet. */
const filterRules = (
  filters: TitleFilters,
): Record<FacetName, ((values: readonly string[]) => boolean) | undefined> => ({
  genre: filters.genre?.length ? (values) => filters.genre!.some((genre) => values.includes(genre)) : undefined,
  year: contains(filters.year?.toString()),
  country: contains(filters.country),
  language: filters.language
    ? ([locale = '']) => locale === filters.language || locale.startsWith(`${filters.language}-`)
    : undefined,
  vodType: contains(filters.vodType),
})

const contains = (wanted: string | undefined) =>
  wanted ? (values: readonly string[]): boolean => values.includes(wanted) : undefined

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
type Counted = { passed: Uint8Array; total: number; facets: FacetCounts }

const NONE = -1
const SEVERAL = -2

/**
 * Which members pass the filters, as 1 by slot, and how many they are. A facet counts the members that no other filter refuses.
 * @param members their slots
 */
export function countFacets(columns: Columns, members: Uint32Array, filters: TitleFilters): Counted {
  const rules = filterRules(filters)
  const setsOf = FACETS.map((name) => columns[name].setOf)
  const counts = FACETS.map((name) => new Uint32Array(columns[name].sets.length))
  const passing = FACETS.map((name) => rules[name] && passingSets(columns[name], rules[name]))
  const filtered = FACETS.flatMap((_, facet) => (passing[facet] ? [facet] : []))
  const passed = new Uint8Array(columns.genre.setOf.length)
  let total = 0
  for (let n = 0; n < members.length; n++) {
    const slot = members[n]!
    let refusing = NONE
    for (const facet of filtered)
      if (passing[facet]![setsOf[facet]![slot]!] === 0) refusing = refusing === NONE ? facet : SEVERAL
    if (refusing === SEVERAL) continue
    if (refusing !== NONE) {
      counts[refusing]![setsOf[refusing]![slot]!]!++
      continue
    }
    total++
    passed[slot] = 1
    for (let facet = 0; facet < counts.length; facet++) counts[facet]![setsOf[facet]![slot]!]!++
  }
  const named = FACETS.map((name, facet) => [name, countsByValue(columns[name], counts[facet]!)])
  return { passed, total, facets: Object.fromEntries(named) as FacetCounts }
}
