import { LRUCache } from 'lru-cache'
import { readJyutping, keyOf, readUnits } from './normalize.rules.ts'
import type { Query } from './query.rules.ts'

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
