import {
  withoutTones,
  gramsOf,
  keyOf,
  partsOf,
  QUERY_MAX,
  readUnits,
  type Unit,
  readJyutping,
} from './normalize.rules.ts'
import { isCorrectable } from './typos.rules.ts'
import { GENRES, type Genre } from '#contract/genres.ts'
import type { GenreNames } from './ports.ts'
import { LRUCache } from 'lru-cache'

export type Query = {
  /** Joined; may be empty. */
  readonly key: string
  /** Undefined without Jyutping tones. */
  readonly toneless: string | undefined
  /** Runs of Han characters and other words, without repetition. */
  readonly parts: readonly Unit[]
  /** As typed. */
  readonly units: readonly Unit[]
  /** Correctable ones. */
  readonly words: readonly string[]
}

/** For searches in any order. */
const PARTS_MAX = 8

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

/** Full text condition; undefined unless two parts narrow it. */
export function anyOrderQuery(parts: readonly Unit[]): string | undefined {
  if (parts.length < 2) return undefined
  const terms = parts.flatMap(termsOf)
  return terms.length < 2 ? undefined : terms.join(' & ')
}

/** Letters and digits need no escaping. A single letter narrows nothing. */
function termsOf({ text, isHan }: Unit): string[] {
  if (!isHan) return text.length < 2 ? [] : [`'${text}':*`]
  const grams = gramsOf(text)
  const pairs = grams.filter((gram) => [...gram].length === 2)
  return (pairs.length > 0 ? pairs : grams).map((gram) => `'${gram}'`)
}

/** A word from its beginning, a run of Han characters anywhere. */
export const patternsOf = (parts: readonly Unit[]): string[] =>
  parts.map(({ text, isHan }) => (isHan ? text : ` ${text}`))

/** `to` may be two words. */
export type Correction = { readonly from: string; readonly to: string }

export function correctedKey(typed: readonly Unit[], corrections: readonly Correction[]): string {
  const meant = new Map(corrections.map(({ from, to }) => [from, to]))
  const textOf = (text: string) => (meant.get(text) ?? text).replaceAll(' ', '')
  return keyOf(typed.map((unit) => (unit.isHan ? unit : { ...unit, text: textOf(unit.text) })))
}

/** Only the new words if an old one is not in the text. */
export function correctedText(typed: string, corrections: readonly Correction[]): string {
  let text = typed
  for (const { from, to } of corrections) {
    const at = text.toLowerCase().indexOf(from)
    if (at === -1) return corrections.map((one) => one.to).join(' ')
    text = text.slice(0, at) + to + text.slice(at + from.length)
  }
  return text
}

export interface GenreFinder {
  /** Empty for a single letter. */
  startingWith(key: string): Genre[]
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

/** `line`: shown when the title itself does not match. */
export type Match = { matched: string; line: string }

type Names = { zh: string; en: string; aliases: readonly string[]; people: readonly { zh: string; en: string }[] }

/** `line` is an alias, a person, or the Jyutping of the Chinese title. Both are empty for a typo or another word order. */
export function matchOf(names: Names, { key, toneless }: Query): Match {
  for (const title of [names.zh, names.en]) {
    const piece = pieceOf(title, key)
    if (piece !== '') return { matched: piece, line: '' }
  }
  for (const alias of [...names.aliases, ...names.people.flatMap(({ zh, en }) => [zh, en])]) {
    const piece = pieceOf(alias, key)
    if (piece !== '') return { matched: piece, line: alias }
  }
  if (!/^[a-z0-9]+$/.test(toneless ?? key)) return { matched: '', line: '' }
  for (const name of [names.zh, ...names.people.map(({ zh }) => zh)]) {
    if (soundsLike(name, toneless ?? key)) return { matched: '', line: readJyutping(name) }
  }
  return { matched: '', line: '' }
}

/** Unbounded: names have a few thousand different characters. */
const characterKeys = new Map<string, string>()

function keyOfCharacter(character: string): string {
  let key = characterKeys.get(character)
  if (key === undefined) characterKeys.set(character, (key = keyOf(readUnits(character))))
  return key
}

/** Without tones; `starts`: offsets of syllables. */
type Sounds = { syllables: string; starts: readonly number[]; initials: string }

/** Bounded: names grow with the catalogue. An entry takes a few hundred bytes. */
const soundsOfName = new LRUCache<string, Sounds>({ max: 20_000, memoMethod: readSounds })

function readSounds(name: string): Sounds {
  let syllables = ''
  const starts: number[] = []
  for (const syllable of readJyutping(name).replaceAll(/\d/g, '').split(' ')) {
    if (syllable === '') continue
    starts.push(syllables.length)
    syllables += syllable
  }
  return { syllables, starts, initials: starts.map((start) => syllables.charAt(start)).join('') }
}

function soundsLike(name: string, key: string): boolean {
  const { syllables, starts, initials } = soundsOfName.memo(name)
  if (initials.includes(key)) return true
  return syllables.includes(key) && starts.some((start) => syllables.startsWith(key, start))
}

/** The shortest piece with this key; empty for none. */
export function pieceOf(text: string, key: string): string {
  if (key === '') return ''
  const characters = [...text]
  const keys = characters.map(keyOfCharacter)
  for (const start of characters.keys()) {
    let rest = key
    if (keys[start] === '') continue
    for (let end = start; end < characters.length; end++) {
      const part = keys[end] ?? ''
      if (!rest.startsWith(part)) break
      rest = rest.slice(part.length)
      if (rest === '') return characters.slice(start, end + 1).join('')
    }
  }
  return ''
}
