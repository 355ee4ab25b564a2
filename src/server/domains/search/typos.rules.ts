import { type KnownWord } from './search-model.ts'
/** Words shorter than this are not corrected: too many others are one edit away. */
const CORRECTED_LENGTH = 4

/** Longer words are not corrected: what remains of them grows with the square of their length. */
export const CORRECTED_LENGTH_MAX = 24

/** Whether the spelling of a word can be corrected, in the index as in a query. */
export const isCorrectable = (word: string): boolean =>
  word.length >= CORRECTED_LENGTH && word.length <= CORRECTED_LENGTH_MAX && /^[a-z]+$/.test(word)

/** How many edits a word may be away from what was meant: one up to seven letters, two beyond. */
export const editsFor = (word: string): 1 | 2 => (word.length < 8 ? 1 : 2)

/** The word, and what remains of it when up to `editsFor` letters are left out: two words within reach share one of these. */
export function deletesOf(word: string): string[] {
  let level = new Set([word])
  const all = new Set(level)
  for (let n = 0; n < editsFor(word); n++) {
    level = new Set([...level].flatMap((one) => Array.from(one, (_, at) => one.slice(0, at) + one.slice(at + 1))))
    for (const one of level) all.add(one)
  }
  return [...all]
}

/** How many letters are inserted, left out, replaced or swapped with their neighbour, each letter at most once. */
export function distance(one: string, other: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwap) least = Math.min(least, beforeLast[j - 2]! + 1)
      row.push(least)
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[other.length]!
}

/** Corrections of a word that are tried. */
const CORRECTIONS_MAX = 4

/** The known words that may have been meant, the nearest first, then the more frequent. */
export function correctionsOf(word: string, known: readonly KnownWord[]): string[] {
  return known
    .map((one) => ({ ...one, edits: distance(word, one.word) }))
    .filter(({ edits }) => edits > 0 && edits <= editsFor(word))
    .toSorted((a, b) => a.edits - b.edits || b.frequency - a.frequency || (a.word < b.word ? -1 : 1))
    .slice(0, CORRECTIONS_MAX)
    .map((one) => one.word)
}

/** Each part of a word that may be two words is at least this long. */
const PART_LENGTH = 3

/** The pairs of words that a word without its space may be. */
export function splitsOf(word: string): [string, string][] {
  const count = Math.max(0, word.length - 2 * PART_LENGTH + 1)
  return Array.from({ length: count }, (_, n) => [word.slice(0, n + PART_LENGTH), word.slice(n + PART_LENGTH)])
}

/** Remainders that are looked for: those of the longest word, and of a few others. */
const REMAINDERS_MAX = 400

/** The words whose corrections are looked for together: the first ones, as far as their remainders are not too many. */
export function correctedTogether(words: readonly string[]): string[] {
  let left = REMAINDERS_MAX
  return words.filter((word) => (left -= deletesOf(word).length) >= 0)
}

/**
 * Combinations of one candidate of each list, at most `max`: the best ones first, by the sum of their ranks in the lists.
 */
export function combinationsOf<T>(lists: readonly (readonly T[])[], max: number): T[][] {
  const found: T[][] = []
  const ranks = [{ at: lists.map(() => 0), from: 0 }]
  for (const { at, from } of ranks) {
    if (found.length === max || lists.some((list) => list.length === 0)) break
    found.push(lists.map((list, n) => list[at[n]!]!))
    // Each is reached once: ranks only grow from the list that grew last.
    for (let n = from; n < lists.length; n++)
      if (at[n]! + 1 < lists[n]!.length) ranks.push({ at: at.with(n, at[n]! + 1), from: n })
  }
  return found
}

/** Whether the `distance` is 1. A half-typed word is compared with many. */
export function isOneEditAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  if (at === short.length) return false
  if (short.slice(at + 1) === long.slice(at + 1)) return true
  const isSwap = short[at] === long[at + 1] && short[at + 1] === long[at]
  return isSwap && short.slice(at + 2) === long.slice(at + 2)
}

/** The beginnings of known words that a half-typed word is one edit away from, those of frequent words first. */
export function beginningsOf(word: string, known: readonly KnownWord[]): string[] {
  const frequentFirst = known.toSorted((a, b) => b.frequency - a.frequency || (a.word < b.word ? -1 : 1))
  const beginnings = new Set(frequentFirst.map((one) => one.word.slice(0, word.length)))
  return [...beginnings].filter((beginning) => isOneEditAway(word, beginning)).slice(0, CORRECTIONS_MAX)
}
