import type { LocalizedText, ViewerScope } from '../catalogue/index.ts'
import { type Found, type NamedPerson, type ShownTitle, EXACT, TIERS, type ShownPerson } from './search-model.ts'
import type { NameTable } from './name-table.rules.ts'
import type { Unit } from './normalize.rules.ts'
import { patternsOf } from './query.rules.ts'
import type { TokenTable } from './token-table.rules.ts'
import { LRUCache } from 'lru-cache'
import { PEOPLE_LOOKED_AT, PEOPLE_OF_RANGE } from './lookup.repo.ts'

/** By slot. */
export type NameTokens = { titles: TokenTable; people: TokenTable }

export type NameLookup = ReturnType<typeof createNameLookup>

type Visible = { viewerScope: ViewerScope; limit: number }

/** Keys with more tokens are frequent and slow: their results are cached. */
const MANY_TOKENS = 300
/** Per viewer scope. */
const CACHED_MAX = 50_000

/** In-memory versions of the statements in `lookup.repo.ts`, without their limit for hot prefixes. */
export function createNameLookup(table: NameTable, tokens: NameTokens) {
  const { titles, people, castOf } = table
  const best = createRanking(table)
  const { findPeople, tiersByPrefix } = createPeopleLookup(table, tokens.people)
  const cached = createResultCache<readonly Found[]>(CACHED_MAX, ({ length }) => length)
  return { findByKey, findInAnyOrder, findShown, findPeople }

  function findByKey(key: string, { viewerScope, limit }: Visible): readonly Found[] {
    const visible = table.visibleTo(viewerScope)
    const find = () => bestByKey(key, visible, limit)
    const isFrequent = tokens.titles.count(key) + tokens.people.count(key) >= MANY_TOKENS
    return isFrequent ? cached(visible, `${limit} ${key}`, find) : find()
  }

  function bestByKey(key: string, visible: Uint8Array, limit: number): Found[] {
    return best({ visible, limit }, (mark) => {
      tokens.titles.visit(key, (slot, tier, isWhole) => mark(slot, isWhole ? tier - EXACT : tier))
      tokens.titles.visitWord(key, mark)
      tokens.people.visit(key, (person, tier, isWhole) => {
        for (const slot of castOf[person]!) mark(slot, isWhole ? tier - EXACT : tier)
      })
    })
  }

  function findInAnyOrder(parts: readonly Unit[], { viewerScope, limit }: Visible): Found[] {
    const visible = table.visibleTo(viewerScope)
    const patterns = patternsOf(parts)
    const sought = parts.map(({ text }, n) => ({ text, pattern: patterns[n]!, people: peopleWith(text, patterns[n]!) }))
    const fewest = sought.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0]!
    return best({ visible, limit }, (mark) => {
      const check = (slot: number) => {
        if (visible[slot] === 0) return
        const { names, people: own } = titles[slot]!
        const others = sought.filter(({ pattern }) => !names.includes(pattern))
        if (others.length === 0) mark(slot, TIERS.anyOrder)
        else if (others.every((part) => own.some((personNo) => part.people.has(slotOf(personNo)))))
          mark(slot, TIERS.anyOrderWithPeople)
      }
      tokens.titles.visit(fewest.text, check)
      for (const person of fewest.people) for (const slot of castOf[person]!) check(slot)
    })
  }

  /** `key` selects the matching people. */
  function findShown(titleIds: readonly number[], key: string): ShownTitle[] {
    const byKey = tiersByPrefix(key)
    return titleIds.flatMap((titleId) => {
      const title = titles[table.slotOfTitle(titleId) ?? -1]
      if (!title) return []
      const own = byKey.size === 0 ? [] : title.people.map(slotOf).filter((person) => byKey.has(person))
      return { ...title.shown, people: own.map((person) => nameOf(people[person]!)) }
    })
  }

  function slotOf(personNo: number): number {
    return table.slotOfPerson(personNo)!
  }

  function peopleWith(text: string, pattern: string): Set<number> {
    const found = new Set<number>()
    tokens.people.visit(text, (person) => {
      if (people[person]!.text.includes(pattern)) found.add(person)
    })
    return found
  }

  function sizeOf({ text, people: withIt }: { text: string; people: ReadonlySet<number> }): number {
    let size = tokens.titles.count(text)
    for (const person of withIt) size += castOf[person]!.length
    return size
  }
}

const nameOf = ({ zh, en }: Pick<NamedPerson, 'zh' | 'en'>): LocalizedText => ({ zh, en })

/** `snapshot`: identity of the data. */
type ResultCache<T> = (snapshot: object, key: string, compute: () => T) => T

/** LRU per snapshot. @param sizeOf items of a result; `maxItems` per snapshot */
export function createResultCache<T extends object>(maxItems: number, sizeOf: (result: T) => number): ResultCache<T> {
  const all = new WeakMap<object, LRUCache<string, T>>()
  return (snapshot, key, compute) => {
    let own = all.get(snapshot)
    if (!own)
      all.set(snapshot, (own = new LRUCache({ maxSize: maxItems, sizeCalculation: (result) => sizeOf(result) + 1 })))
    const known = own.get(key)
    if (known) return known
    const computed = compute()
    own.set(key, computed)
    return computed
  }
}

/** The best tier of a title counts. */
type Mark = (slot: number, tier: number) => void

const NOT_FOUND = 255

/** By tier, then popularity. */
type Ranking = (asked: { visible: Uint8Array; limit: number }, search: (mark: Mark) => void) => Found[]

function createRanking({ titles, popularity, titleIds }: NameTable): Ranking {
  let tierOf = new Uint8Array(0)
  return best

  function best({ visible, limit }: { visible: Uint8Array; limit: number }, search: (mark: Mark) => void): Found[] {
    if (tierOf.length < visible.length) tierOf = new Uint8Array(visible.length * 2).fill(NOT_FOUND)
    const slots: number[] = []
    search((slot, tier) => {
      if (visible[slot] === 0) return
      if (tierOf[slot] === NOT_FOUND) slots.push(slot)
      if (tier < tierOf[slot]!) tierOf[slot] = tier
    })
    const found = firstOf(slots, limit, compareFound).map((slot) => {
      const { titleId, shown } = titles[slot]!
      return { titleId, programId: shown.programId, tier: tierOf[slot]! }
    })
    for (const slot of slots) tierOf[slot] = NOT_FOUND
    return found
  }

  function compareFound(a: number, b: number): number {
    return tierOf[a]! - tierOf[b]! || popularity[b]! - popularity[a]! || titleIds[a]! - titleIds[b]!
  }
}

/** Ordered; compares most items with the last one only. */
function firstOf<T>(items: readonly T[], limit: number, compare: (a: T, b: T) => number): T[] {
  const first = items.slice(0, limit).sort(compare)
  for (let n = limit; n < items.length; n++) {
    const item = items[n]!
    if (compare(item, first.at(-1)!) >= 0) continue
    let [low, high] = [0, first.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(item, first[middle]!) < 0) high = middle
      else low = middle + 1
    }
    first.splice(low, 0, item)
    first.pop()
  }
  return first
}

type Asked = { viewerScope: ViewerScope; limit: number }

/** Best tier by slot of the person. */
type Tiers = ReadonlyMap<number, number>

const PEOPLE_CACHED_MAX = 100_000

function createPeopleLookup(table: NameTable, tokens: TokenTable) {
  const { titles, people, castOf, popularity } = table
  const tiersCache = createResultCache<Tiers>(PEOPLE_CACHED_MAX, ({ size }) => size)
  const candidatesCache = createResultCache<readonly number[]>(PEOPLE_CACHED_MAX, ({ length }) => length)
  return { findPeople, tiersByPrefix }

  function tiersByPrefix(key: string): Tiers {
    return tiersCache(table.snapshot(), key, () => {
      const tiers = new Map<number, number>()
      tokens.visit(key, (person, tier) => {
        if (tier < (tiers.get(person) ?? Infinity)) tiers.set(person, tier)
      })
      return tiers
    })
  }

  function findPeople(key: string, { viewerScope, limit }: Asked): ShownPerson[] {
    const visible = table.visibleTo(viewerScope)
    return candidates(key)
      .values()
      .flatMap((person) => shownPerson(person, visible))
      .take(limit)
      .toArray()
  }

  /** In order. */
  function candidates(key: string): readonly number[] {
    return candidatesCache(table.snapshot(), key, () => {
      const byNumber = (a: { person: number }, b: { person: number }) =>
        people[a.person]!.personNo - people[b.person]!.personNo
      return [...tiersByPrefix(key)]
        .map(([person, tier]) => ({ person, tier }))
        .sort((a, b) => a.tier - b.tier || byNumber(a, b))
        .slice(0, PEOPLE_OF_RANGE)
        .map((one) => ({ ...one, known: knownOf(one.person) }))
        .sort((a, b) => a.tier - b.tier || b.known - a.known || byNumber(a, b))
        .slice(0, PEOPLE_LOOKED_AT)
        .map(({ person }) => person)
    })
  }

  function shownPerson(person: number, visible: Uint8Array): ShownPerson[] {
    const { personNo, personId, zh, en } = people[person]!
    const seen = castOf[person]!.filter((slot) => visible[slot] === 1)
    if (seen.length === 0) return []
    const directs = seen.some((slot) => titles[slot]!.directors.includes(personNo))
    return [{ personId, name: { zh, en }, titles: seen.length, directs }]
  }

  function knownOf(person: number): number {
    let known = 0
    for (const slot of castOf[person]!) known += popularity[slot]!
    return known
  }
}
