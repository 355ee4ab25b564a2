import {
  FACETS,
  type FacetCounts,
  type FacetName,
  type ListedTitle,
  type ListedWindow,
  type TitleClassify,
  type TitleFilters,
  type PopularQuery,
  type PopularTitle,
  type ViewerScope,
} from './titles-model.ts'
import type { Sort } from '#contract/categories.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { Language } from '#contract/languages.ts'

/** One array per field, by slot: a list reads only what it needs. */
export type ListingColumns = SortKeys & {
  readonly classify: TitleClassify[]
  readonly isForKids: boolean[]
  readonly windows: (readonly ListedWindow[])[]
  readonly facets: Readonly<Record<FacetName, FacetColumn>>
}

export interface ListingTable {
  readonly columns: ListingColumns
  slots(): number[]
  slotOf(programId: string): number | undefined
  /** @returns the slot of the title */
  put(title: ListedTitle): number
  /** @returns the freed slot, which has no windows and is reused */
  remove(programId: string): number | undefined
}

/** Interned: one string per kind. */
const CLASSIFY = { movie: 'movie', drama: 'drama', kids: 'kids', variety: 'variety' } as const

export function createListingTable(): ListingTable {
  const slots = new Map<string, number>()
  const unused: number[] = []
  const columns: ListingColumns = {
    programId: [],
    publishedAt: [],
    popularity: [],
    score: [],
    titleZh: [],
    titleEn: [],
    classify: [],
    isForKids: [],
    windows: [],
    facets: recordOf(createFacetColumn),
  }
  return {
    columns,
    slots: () => [...slots.values()],
    slotOf: (programId) => slots.get(programId),

    put(title) {
      const slot = slots.get(title.programId) ?? unused.pop() ?? columns.programId.length
      slots.set(title.programId, slot)
      columns.programId[slot] = title.programId
      columns.publishedAt[slot] = title.publishedAt
      columns.popularity[slot] = title.popularity
      columns.score[slot] = title.score
      columns.titleZh[slot] = byteOrdered(title.titleZh)
      columns.titleEn[slot] = byteOrdered(title.titleEn)
      columns.classify[slot] = CLASSIFY[title.classify]
      columns.isForKids[slot] = title.isForKids
      columns.windows[slot] = title.windows
      for (const name of FACETS) columns.facets[name].put(slot, title.facets[name])
      return slot
    },

    remove(programId) {
      const slot = slots.get(programId)
      if (slot === undefined) return undefined
      slots.delete(programId)
      columns.windows[slot] = []
      unused.push(slot)
      return slot
    },
  }
}

const recordOf = <T>(valueOf: (name: FacetName) => T): Record<FacetName, T> =>
  Object.fromEntries(FACETS.map((name) => [name, valueOf(name)])) as Record<FacetName, T>

/** Titles with the same values share a set: filters run once per set. */
interface FacetColumn {
  /** Set index by slot. */
  readonly setOf: number[]
  readonly sets: (readonly string[])[]
  put(slot: number, values: readonly string[]): void
}

function createFacetColumn(): FacetColumn {
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

/** 0 or 1 by set. */
export function passingSets({ sets }: FacetColumn, passes: (values: readonly string[]) => boolean): Uint8Array {
  return Uint8Array.from(sets, (values) => (passes(values) ? 1 : 0))
}

const filterRules = (
  filters: TitleFilters,
): Record<FacetName, ((values: readonly string[]) => boolean) | undefined> => ({
  genre: containsOne(filters.genre),
  year: contains(filters.year?.toString()),
  country: contains(filters.country),
  language: filters.language
    ? ([locale = '']) => locale === filters.language || locale.startsWith(`${filters.language}-`)
    : undefined,
  vodType: contains(filters.vodType),
  restriction: containsOne(filters.restriction),
  runningTime: contains(filters.runningTime),
})

const containsOne = (wanted: readonly string[] | undefined) =>
  wanted?.length ? (values: readonly string[]): boolean => wanted.some((one) => values.includes(one)) : undefined

const contains = (wanted: string | undefined) =>
  wanted ? (values: readonly string[]): boolean => values.includes(wanted) : undefined

/** A filter by language finds all of its regions and scripts. */
const countedAs = (name: FacetName, value: string): string => (name === 'language' ? value.split('-')[0]! : value)

/** Highest count first, then the last by value. */
function countsByValue(
  name: FacetName,
  { sets }: FacetColumn,
  counts: Uint32Array,
): { value: string; count: number }[] {
  const byValue = new Map<string, number>()
  for (const [set, values] of sets.entries()) {
    const count = counts[set]!
    if (count === 0) continue
    for (const value of values.map((one) => countedAs(name, one))) byValue.set(value, (byValue.get(value) ?? 0) + count)
  }
  return [...byValue]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? 1 : -1))
}

type Columns = Readonly<Record<FacetName, FacetColumn>>
type Counted = { passed: Uint8Array; total: number; facets: FacetCounts }

const NONE = -1
const SEVERAL = -2

/** Members that pass, as 1 by slot. A facet counts under the other filters. @param members slots */
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
  const facets = recordOf((name) => countsByValue(name, columns[name], counts[FACETS.indexOf(name)]!))
  return { passed, total, facets }
}

/** By slot, in the byte order of PostgreSQL's UTF-8. */
interface SortKeys {
  readonly programId: string[]
  readonly publishedAt: number[]
  readonly popularity: number[]
  readonly score: number[]
  readonly titleZh: string[]
  readonly titleEn: string[]
}

type SortName = Exclude<Sort, 'title'> | 'titleZh' | 'titleEn'

/** Chinese titles sort by radical and stroke, as in Unicode. */
export const sortName = (sort: Sort, language: Language): SortName =>
  sort === 'title' ? (language === 'zh_HK' ? 'titleZh' : 'titleEn') : sort

/** One character per UTF-8 byte, so that string order is byte order. */
const byteOrdered = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

type Compare = (a: number, b: number) => number

/** Slots by each sort used so far. */
interface SortedSlots {
  get(name: SortName): readonly number[]
  /** Moves changed slots, removes freed ones. */
  update(changed: ReadonlySet<number>): void
}

/** @param slots slots in use, in any order */
export function createSortedSlots(keys: SortKeys, slots: () => number[]): SortedSlots {
  const sorted = new Map<SortName, number[]>()
  const compare = comparisons(keys)
  return {
    get(name) {
      const own = sorted.get(name) ?? slots().sort(compare[name])
      sorted.set(name, own)
      return own
    },
    update(changed) {
      if (sorted.size === 0) return
      const taken = slots().filter((slot) => changed.has(slot))
      for (const [name, own] of sorted) {
        const others = own.filter((slot) => !changed.has(slot))
        sorted.set(name, merged(others, taken.toSorted(compare[name]), compare[name]))
      }
    },
  }
}

function comparisons(keys: SortKeys): Record<SortName, Compare> {
  const { programId, publishedAt, popularity, score, titleZh, titleEn } = keys
  const byId: Compare = (a, b) => compareTexts(programId[a]!, programId[b]!)
  const byPopularity: Compare = (a, b) => popularity[b]! - popularity[a]! || byId(a, b)
  return {
    newest: (a, b) => publishedAt[b]! - publishedAt[a]! || byId(a, b),
    popular: byPopularity,
    score: (a, b) => score[b]! - score[a]! || byPopularity(a, b),
    titleZh: (a, b) => compareTexts(titleZh[a]!, titleZh[b]!) || byId(a, b),
    titleEn: (a, b) => compareTexts(titleEn[a]!, titleEn[b]!) || byId(a, b),
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function merged(one: readonly number[], other: readonly number[], compare: Compare): number[] {
  const result: number[] = []
  let [n, m] = [0, 0]
  while (n < one.length || m < other.length) {
    const takesOne = m === other.length || (n < one.length && compare(one[n]!, other[m]!) <= 0)
    result.push(takesOne ? one[n++]! : other[m++]!)
  }
  return result
}

const KINDS = 4

export type SlotRule = (slot: number) => boolean

type Candidates = {
  ordered: readonly number[]
  isMember: SlotRule
}

interface PopularLists {
  /** Cached per `isOpen` array, which the listing replaces at every change. */
  get(isOpen: Uint8Array, query: PopularQuery, candidates: () => Candidates): readonly PopularTitle[]
}

export function createPopularLists(columns: ListingColumns): PopularLists {
  const listsOf = new WeakMap<Uint8Array, Map<string, readonly PopularTitle[]>>()
  return {
    get(isOpen, query, candidates) {
      const lists = listsOf.get(isOpen) ?? new Map<string, readonly PopularTitle[]>()
      listsOf.set(isOpen, lists)
      const name = `${query.classify} ${query.viewerScope.kids} ${query.perKind}`
      const list = lists.get(name) ?? findPopular(columns, query, candidates())
      lists.set(name, list)
      return list
    },
  }
}

const valuesOf = ({ sets, setOf }: FacetColumn, slot: number): readonly string[] => sets[setOf[slot]!]!

/** The first titles of each kind. */
function findPopular(
  { programId, classify, facets }: ListingColumns,
  { classify: kind, perKind }: PopularQuery,
  { ordered, isMember }: Candidates,
): PopularTitle[] {
  const ofKind = new Map<string, number>()
  const ofGenre = new Map<string, number>()
  const found: PopularTitle[] = []
  let full = 0
  for (const slot of ordered) {
    const own = classify[slot]!
    if (!isMember(slot) || (ofKind.get(own) ?? 0) >= perKind) continue
    if (increment(ofKind, own) === perKind) full++
    const genres = valuesOf(facets.genre, slot)
    const [restriction] = valuesOf(facets.restriction, slot) as readonly [Restriction]
    const genreRank = increment(ofGenre, `${own} ${genres[0] ?? ''}`)
    found.push({ programId: programId[slot]!, genreRank, genres, restriction })
    if (full === (kind === undefined ? KINDS : 1)) break
  }
  return found
}

function increment(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

/** Cached regions; cleared together beyond it. */
const REGIONS_MAX = 8

export interface OpenWindows {
  /** 1 by slot for licences open to the viewer. Read-only. */
  of(viewerScope: ViewerScope): Uint8Array
  forget(): void
}

/** By slot, valid between two window edges. */
type Open = { from: number; until: number; isOpen: Uint8Array }

/** @param windows by slot */
export function createOpenWindows(windows: readonly (readonly ListedWindow[])[]): OpenWindows {
  const regions = new Map<string, Open>()
  return {
    of({ region, now, isPreview }) {
      const at = Number(now.epochNanoseconds / 1000n)
      const known = regions.get(region)
      if (known && known.from <= at && at < known.until) return known.isOpen
      const open = openAt(windows, region, at)
      if (isPreview) return open.isOpen
      if (regions.size >= REGIONS_MAX) regions.clear()
      regions.set(region, open)
      return open.isOpen
    },
    forget: () => regions.clear(),
  }
}

/** With the instant until which it holds. */
function openAt(windows: readonly (readonly ListedWindow[])[], region: string, at: number): Open {
  const isOpen = new Uint8Array(windows.length)
  let next = Infinity
  for (const [slot, all] of windows.entries()) {
    for (const { region: here, from, until } of all) {
      if (here !== region) continue
      if (from > at) next = Math.min(next, from)
      else if (until > at) {
        isOpen[slot] = 1
        next = Math.min(next, until)
      }
    }
  }
  return { from: at, until: next, isOpen }
}
