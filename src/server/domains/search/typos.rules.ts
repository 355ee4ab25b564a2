import type { KnownWord } from './search-model.ts'
/** Shorter words have too many neighbours. */
const CORRECTED_LENGTH = 4

/** Deletions grow with the square of the length. */
export const CORRECTED_LENGTH_MAX = 24

/** In the index and in queries. */
export const isCorrectable = (word: string): boolean =>
  word.length >= CORRECTED_LENGTH && word.length <= CORRECTED_LENGTH_MAX && /^[a-z]+$/.test(word)

/** Maximum edits. */
export const editsFor = (word: string): 1 | 2 => (word.length < 8 ? 1 : 2)

/** The word with up to `editsFor` letters deleted: words within reach share one. */
export function deletesOf(word: string): string[] {
  let level = new Set([word])
  const all = new Set(level)
  for (let n = 0; n < editsFor(word); n++) {
    level = new Set([...level].flatMap((one) => Array.from(one, (_, at) => one.slice(0, at) + one.slice(at + 1))))
    for (const one of level) all.add(one)
  }
  return [...all]
}

/** Insertions, deletions, replacements and swaps of neighbours, each letter at most once. */
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

const CORRECTIONS_MAX = 4

/** Nearest first, then the most frequent. */
export function correctionsOf(word: string, known: readonly KnownWord[]): string[] {
  return known
    .map((one) => ({ ...one, edits: distance(word, one.word) }))
    .filter(({ edits }) => edits > 0 && edits <= editsFor(word))
    .toSorted((a, b) => a.edits - b.edits || b.frequency - a.frequency || (a.word < b.word ? -1 : 1))
    .slice(0, CORRECTIONS_MAX)
    .map((one) => one.word)
}

/** Minimum length of each half. */
const PART_LENGTH = 3

export function splitsOf(word: string): [string, string][] {
  const count = Math.max(0, word.length - 2 * PART_LENGTH + 1)
  return Array.from({ length: count }, (_, n) => [word.slice(0, n + PART_LENGTH), word.slice(n + PART_LENGTH)])
}

/** Of the longest word, and of a few others. */
const REMAINDERS_MAX = 400

/** The first words, within the limit of remainders. */
export function correctedTogether(words: readonly string[]): string[] {
  let left = REMAINDERS_MAX
  return words.filter((word) => (left -= deletesOf(word).length) >= 0)
}

/** At most `max`, by the sum of ranks. */
export function combinationsOf<T>(lists: readonly (readonly T[])[], max: number): T[][] {
  const found: T[][] = []
  const ranks = [{ at: lists.map(() => 0), from: 0 }]
  for (const { at, from } of ranks) {
    if (found.length === max || lists.some((list) => list.length === 0)) break
    found.push(lists.map((list, n) => list[at[n]!]!))
    // Ranks only grow from the list that grew last: each is reached once.
    for (let n = from; n < lists.length; n++)
      if (at[n]! + 1 < lists[n]!.length) ranks.push({ at: at.with(n, at[n]! + 1), from: n })
  }
  return found
}

/** Faster than `distance`. */
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

/** Prefixes of known words one edit away, frequent words first. */
export function beginningsOf(word: string, known: readonly KnownWord[]): string[] {
  const frequentFirst = known.toSorted((a, b) => b.frequency - a.frequency || (a.word < b.word ? -1 : 1))
  const beginnings = new Set(frequentFirst.map((one) => one.word.slice(0, word.length)))
  return [...beginnings].filter((beginning) => isOneEditAway(word, beginning)).slice(0, CORRECTIONS_MAX)
}
