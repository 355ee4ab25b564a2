import { withoutTones, gramsOf, keyOf, partsOf, QUERY_MAX, readUnits, type Unit } from './normalize.rules.ts'
import { isCorrectable } from './typos.rules.ts'
import { GENRES, type Genre } from '#contract/genres.ts'
import type { GenreNames } from './ports.ts'

/** What was typed, as it is looked for. */
export type Query = {
  /** Everything joined; empty when nothing of it can be looked for. */
  readonly key: string
  /** The key without the tones of its Jyutping; undefined when it has none. */
  readonly toneless: string | undefined
  /** Runs of Han characters and other words, each once. */
  readonly parts: readonly Unit[]
  /** In order, as typed. */
  readonly units: readonly Unit[]
  /** The words whose spelling can be corrected. */
  readonly words: readonly string[]
}

/** Parts beyond these are not looked for in any order. */
const PARTS_MAX = 8

/** Reads what was typed. */
export function readQuery(typed: string): Query {
  const units = readUnits([...typed].slice(0, QUERY_MAX).join(''))
  const key = keyOf(units)
  const toneless = withoutTones(key)
  const bare = partsOf(units, { split: true }).map((part) => ({ ...part, text: withoutTones(part.text) }))
  const parts = [...new Map(bare.map((part) => [part.text, part])).values()].slice(0, PARTS_MAX)
  return {
    key,
    toneless: toneless === key ? undefined : toneless,
    parts,
    units,
    words: units.map(({ text }) => text).filter(isCorrectable),
  }
}

/** The condition of a full text search for every part, in any order; undefined when there are not two that narrow it. */
export function anyOrderQuery(parts: readonly Unit[]): string | undefined {
  if (parts.length < 2) return undefined
  const terms = parts.flatMap(termsOf)
  return terms.length < 2 ? undefined : terms.join(' & ')
}

/** Letters and digits only: nothing in them has to be escaped. A single letter narrows nothing. */
function termsOf({ text, isHan }: Unit): string[] {
  if (!isHan) return text.length < 2 ? [] : [`'${text}':*`]
  const grams = gramsOf(text)
  const pairs = grams.filter((gram) => [...gram].length === 2)
  return (pairs.length > 0 ? pairs : grams).map((gram) => `'${gram}'`)
}

/** How each part stands in the stored text: a word from its beginning, a run of Han characters anywhere. */
export const patternsOf = (parts: readonly Unit[]): string[] =>
  parts.map(({ text, isHan }) => (isHan ? text : ` ${text}`))

/** A word that was typed, and the word that may have been meant, or two with a space between them. */
export type Correction = { readonly from: string; readonly to: string }

/** The key of what was typed with words replaced. */
export function correctedKey(typed: readonly Unit[], corrections: readonly Correction[]): string {
  const meant = new Map(corrections.map(({ from, to }) => [from, to]))
  const textOf = (text: string) => (meant.get(text) ?? text).replaceAll(' ', '')
  return keyOf(typed.map((unit) => (unit.isHan ? unit : { ...unit, text: textOf(unit.text) })))
}

/** What was typed with words replaced, as it is offered to the searcher. Only the new words where one of the old cannot be found in it. */
export function correctedText(typed: string, corrections: readonly Correction[]): string {
  let text = typed
  for (const { from, to } of corrections) {
    const at = text.toLowerCase().indexOf(from)
    if (at === -1) return corrections.map((one) => one.to).join(' ')
    text = text.slice(0, at) + to + text.slice(at + from.length)
  }
  return text
}

/** Finds genres by their names in both languages. */
export interface GenreFinder {
  /** The genres whose name begins with the key. A single letter begins too much. */
  startingWith(key: string): Genre[]
  /** The genre whose name is the key; undefined when there is none. */
  named(key: string): Genre | undefined
}

export function createGenreFinder(names: GenreNames): GenreFinder {
  const keys = GENRES.map((genre) => ({
    genre,
    keys: [names[genre].zh, names[genre].en].map((name) => keyOf(readUnits(name))),
  }))
  return {
    startingWith: (key) =>
      key.length < 2 && !/\p{Script=Han}/u.test(key)
        ? []
        : keys.filter((one) => one.keys.some((name) => name.startsWith(key))).map(({ genre }) => genre),
    named: (key) => keys.find((one) => one.keys.includes(key))?.genre,
  }
}
