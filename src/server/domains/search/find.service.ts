import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import { findByLetter, findByRemainders, findKnownWords, type Found } from './find.repo.ts'
import type { Lookup } from './lookups.service.ts'
import { correctedKey, type Correction, type Query } from './query.rules.ts'
import { TIERS } from './tokens.rules.ts'
import {
  beginningsOf,
  combinationsOf,
  correctedTogether,
  correctionsOf,
  deletesOf,
  type KnownWord,
} from './typos.rules.ts'

/** Words in any order are looked for when fewer titles than this begin with what was typed. */
const ANY_ORDER_BELOW = 5
/** Corrections are looked for when fewer titles than this were found. */
const TYPO_BELOW = 3
/** Corrected keys that are tried. */
const CORRECTIONS_MAX = 6

/** Titles that were found; `corrected` are the words that were meant, where only a corrected spelling found something. */
export type Finding = { found: readonly Found[]; corrected: readonly Correction[] | undefined }

/** Finds titles. */
export type Finder = ReturnType<typeof createFinder>

/** Finds titles in stages, each only when the ones before found too little. */
export function createFinder({ db }: { db: Kysely<Database> }) {
  return { find }

  async function find(lookup: Lookup, query: Query, limit: number): Promise<Finding> {
    if (query.key === '') return { found: [], corrected: undefined }
    let found = await lookup.byKey(query.key, limit)
    if (found.length < limit && query.toneless !== undefined && query.toneless !== '')
      found = merge(found, await lookup.byKey(query.toneless, limit), limit)
    if (found.length < Math.max(ANY_ORDER_BELOW, limit / 2))
      found = merge(found, await lookup.inAnyOrder(query.parts, limit), limit)
    if (found.length >= TYPO_BELOW) return { found, corrected: undefined }
    return correct(lookup, query, { found, limit })
  }

  async function correct(
    lookup: Lookup,
    query: Query,
    { found, limit }: { found: readonly Found[]; limit: number },
  ): Promise<Finding> {
    let all = found
    let corrected: Finding['corrected']
    for (const corrections of await correctionsFor(query, found.length === 0)) {
      const more = await lookup.byKey(correctedKey(query.units, corrections), limit)
      if (more.length > 0 && found.length === 0) corrected ??= corrections
      const late = more.map((one) => ({ ...one, tier: one.tier + TIERS.typo }))
      all = merge(all, late, limit)
    }
    return { found: all, corrected }
  }

  /** What may have been meant instead of the words that are not known, the best first. */
  async function correctionsFor({ units, words }: Query, isNothingFound: boolean): Promise<Correction[][]> {
    if (words.length === 0) return []
    const known = new Set(await findKnownWords(db, words))
    const unknown = [...new Set(words)].filter((word) => !known.has(word))
    const last = unknown.find((word) => word === units.at(-1)?.text)
    const isAlone = unknown.length === 1
    const longer = last !== undefined && (isNothingFound || !isAlone) ? await findLonger(last) : []
    // It is half typed, and right so far.
    const isRight = last !== undefined && longer.some(({ word }) => word.startsWith(last))
    const wrong = correctedTogether(isRight && !isAlone ? unknown.filter((word) => word !== last) : unknown)
    if (wrong.length === 0) return []
    const near = await findByRemainders(db, wrong.flatMap(deletesOf))
    const lists = wrong.map((from) => {
      const half = from === last && isNothingFound ? beginningsOf(from, longer) : []
      // A word that has no correction stays as it is.
      return [...new Set([...correctionsOf(from, near), ...half, from])].map((to) => ({ from, to }))
    })
    return combinationsOf(lists, CORRECTIONS_MAX + 1)
      .map((corrections) => corrections.filter(({ from, to }) => to !== from))
      .filter((corrections) => corrections.length > 0)
      .slice(0, CORRECTIONS_MAX)
  }

  function findLonger(word: string): Promise<KnownWord[]> {
    return findByLetter(db, { letter: word.slice(0, 1), length: word.length })
  }
}

/** The first list, then what the second one adds; each title once, in the order of tiers. */
function merge(first: readonly Found[], second: readonly Found[], limit: number): Found[] {
  const known = new Set(first.map(({ titleId }) => titleId))
  const added = second.filter(({ titleId }) => !known.has(titleId))
  return [...first, ...added].toSorted((a, b) => a.tier - b.tier).slice(0, limit)
}
