import type { LocalizedText, ViewerScope } from '../catalogue/index.ts'
import type { Found } from './find.repo.ts'
import type { NamedPerson, NameTable } from './name-table.rules.ts'
import type { Unit } from './normalize.rules.ts'
import { patternsOf } from './query.rules.ts'
import { createRanking } from './name-ranking.rules.ts'
import { createPeopleLookup } from './people-lookup.rules.ts'
import { createResultCache } from './result-cache.ts'
import type { ShownTitle } from './shown.repo.ts'
import type { TokenTable } from './token-table.rules.ts'
import { EXACT, TIERS } from './tokens.rules.ts'

/** The tokens of titles and people, by their slots. */
export type NameTokens = { titles: TokenTable; people: TokenTable }

export type NameLookup = ReturnType<typeof createNameLookup>

type Visible = { viewerScope: ViewerScope; limit: number }

/** A key with which so many tokens begin is typed often and takes long: what it finds is cached. */
const MANY_TOKENS = 300
/** Titles found by such keys that are cached for each viewer scope. */
const CACHED_MAX = 50_000

/**
 * Looks names up in memory. Each function finds what the statement of the same name finds (`find.repo.ts`, `shown.repo.ts`), except that of
 * a prefix with thousands of tokens everything is found.
 */
export function createNameLookup(table: NameTable, tokens: NameTokens) {
  const { titles, people, castOf } = table
  const best = createRanking(table)
  const { findPeople, tiersByPrefix } = createPeopleLookup(table, tokens.people)
  const cached = createResultCache<readonly Found[]>(CACHED_MAX, ({ length }) => length)
  return { findByKey, findInAnyOrder, findShown, findPeople }

  /** The best titles with a token that begins with the key. */
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

  /** The best titles that have every part in their names, then in their names and people. */
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

  /** What a suggestion shows of titles. `key` finds the people among theirs. */
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

  /** The people in whose names a part stands. */
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
