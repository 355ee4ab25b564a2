import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import { findByLetter, findByRemainders, findKnownWords, type Found } from './find.repo.ts'
import type { Lookup } from './lookups.service.ts'
import { type Query, withWord } from './query.rules.ts'
import { TIERS } from './tokens.rules.ts'
import { beginningsOf, correctionsOf, deletesOf } from './typos.rules.ts'

/** Words in any order are looked for when fewer titles than this begin with what was typed. */
const ANY_ORDER_BELOW = 5
/** Corrections are looked for when fewer titles than this were found. */
const TYPO_BELOW = 3
/** Corrected keys that are tried. */
const CORRECTIONS_MAX = 6

/** Titles that were found; `corrected` is the word that was meant, where only a corrected spelling found something. */
export type Finding = { found: readonly Found[]; corrected: { from: string; to: string } | undefined }

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
    const corrections = await correctionsFor(query, found.length === 0)
    let all = found
    let corrected: Finding['corrected']
    for (const { from, to } of corrections) {
      const more = await lookup.byKey(withWord(query.units, from, to), limit)
      if (more.length > 0 && found.length === 0) corrected ??= { from, to }
      const late = more.map((one) => ({ ...one, tier: one.tier + TIERS.typo }))
      all = merge(all, late, limit)
    }
    return { found: all, corrected }
  }

  /** The words that may have been meant instead of the first one that is not known. */
  async function correctionsFor(
    { units, words }: Query,
    isNothingFound: boolean,
  ): Promise<{ from: string; to: string }[]> {
    if (words.length === 0) return []
    const known = new Set(await findKnownWords(db, words))
    const from = words.find((word) => !known.has(word))
    if (from === undefined) return []
    const whole = correctionsOf(from, await findByRemainders(db, deletesOf(from)))
    const isLast = units.at(-1)?.text === from
    const half =
      isLast && isNothingFound
        ? beginningsOf(from, await findByLetter(db, { letter: from.slice(0, 1), length: from.length }))
        : []
    return [...new Set([...whole, ...half])].slice(0, CORRECTIONS_MAX).map((to) => ({ from, to }))
  }
}

/** The first list, then what the second one adds; each title once, in the order of tiers. */
function merge(first: readonly Found[], second: readonly Found[], limit: number): Found[] {
  const known = new Set(first.map(({ titleId }) => titleId))
  const added = second.filter(({ titleId }) => !known.has(titleId))
  return [...first, ...added].toSorted((a, b) => a.tier - b.tier).slice(0, limit)
}
