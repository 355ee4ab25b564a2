import type { ViewerScope } from '../catalogue/index.ts'
import type { NameTable } from './name-table.rules.ts'
import { PEOPLE_LOOKED_AT, PEOPLE_OF_RANGE, type ShownPerson } from './shown.repo.ts'
import { createResultCache } from './result-cache.ts'
import type { TokenTable } from './token-table.rules.ts'

type Asked = { viewerScope: ViewerScope; limit: number }

/** The best tier in which each person was found, by slot. */
type Tiers = ReadonlyMap<number, number>

/** People found by recent keys that are cached. */
const CACHED_MAX = 100_000

/** Looks people up in memory. `findPeople` finds what the statement of that name finds. */
export function createPeopleLookup(table: NameTable, tokens: TokenTable) {
  const { titles, people, castOf, popularity } = table
  const tiersCache = createResultCache<Tiers>(CACHED_MAX, ({ size }) => size)
  const candidatesCache = createResultCache<readonly number[]>(CACHED_MAX, ({ length }) => length)
  return { findPeople, tiersByPrefix }

  /** The people whose name or its Jyutping begins with the key. */
  function tiersByPrefix(key: string): Tiers {
    return tiersCache(table.snapshot(), key, () => {
      const tiers = new Map<number, number>()
      tokens.visit(key, (person, tier) => {
        if (tier < (tiers.get(person) ?? Infinity)) tiers.set(person, tier)
      })
      return tiers
    })
  }

  /** Those of them who have a visible title. */
  function findPeople(key: string, { viewerScope, limit }: Asked): ShownPerson[] {
    const visible = table.visibleTo(viewerScope)
    return candidates(key)
      .values()
      .flatMap((person) => shownPerson(person, visible))
      .take(limit)
      .toArray()
  }

  /** Those who are looked at, in order. */
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
