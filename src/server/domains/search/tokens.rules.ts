import { TIERS, WHOLE_WORD, type Token } from './search-model.ts'
import { type Syllable, syllablesOf, cut, gramsOf, keyOf, partsOf, readUnits, type Unit } from './normalize.rules.ts'

export type Names = { zh: string; en: string; aliases: readonly string[] }

const STOP_WORDS = new Set('the a an of in on at to and or for with is'.split(' '))
const ARTICLES = new Set(['the', 'a', 'an'])

const ROMAN = ['ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii']

/** Each once, with its best tier. */
export function titleTokens({ zh, en, aliases }: Names): Token[] {
  const best = new Map<string, number>()
  const add = addTo(best)
  for (const name of [zh, en]) {
    addText(add, name, { start: TIERS.start, inside: TIERS.inside, wordAtStart: TIERS.wordAtStart, word: TIERS.word })
    const sounds = syllablesOf(name)
    addSounds(add, sounds, { start: TIERS.sound, inside: TIERS.insideSound })
    addOtherSounds(add, sounds)
    addInitials(add, sounds)
  }
  for (const alias of aliases) {
    addText(add, alias, {
      start: TIERS.alias,
      inside: TIERS.insideAlias,
      wordAtStart: TIERS.aliasWord,
      word: TIERS.aliasWord,
    })
    addSounds(add, syllablesOf(alias), { start: TIERS.aliasSound, inside: TIERS.insideOtherSound })
  }
  return tokensOf(best)
}

export function personTokens({ zh, en }: { zh: string; en: string }): Token[] {
  const best = new Map<string, number>()
  const add = addTo(best)
  const tiers = { start: TIERS.person, inside: TIERS.insidePerson, wordAtStart: TIERS.person, word: TIERS.person }
  for (const name of [zh, en]) addText(add, name, tiers)
  const sounds = syllablesOf(zh)
  addSounds(add, sounds, { start: TIERS.personSound, inside: TIERS.personSound })
  return tokensOf(best)
}

type Add = (token: string, tier: number) => void

const addTo =
  (best: Map<string, number>): Add =>
  (token, tier) => {
    const key = cut(token)
    if (key !== '' && tier < (best.get(key) ?? Infinity)) best.set(key, tier)
  }

const tokensOf = (best: ReadonlyMap<string, number>): Token[] => [...best].map(([token, tier]) => ({ token, tier }))

type TextTiers = { start: number; inside: number; wordAtStart: number; word: number }

/** One token from each unit to the end, so that all substrings are prefixes; and one per whole word. */
function addText(add: Add, text: string, tiers: TextTiers): void {
  for (const units of spellingsOf(readUnits(text))) {
    const first = ARTICLES.has(units[0]?.text ?? '') && units.length > 1 ? 1 : 0
    for (const [at, unit] of units.entries()) {
      add(keyOf(units.slice(at)), at <= first ? tiers.start : tiers.inside)
      if (unit.isHan || unit.text.length < 2 || STOP_WORDS.has(unit.text)) continue
      add(WHOLE_WORD + unit.text, at <= first ? tiers.wordAtStart : tiers.word)
    }
  }
}

/** Also with Roman numerals as digits and the reverse. */
function spellingsOf(units: readonly Unit[]): (readonly Unit[])[] {
  const other = units.map((unit, at) => (at === 0 ? unit : { ...unit, text: otherNumeral(unit.text) }))
  return other.some(({ text }, at) => text !== units[at]?.text) ? [units, other] : [units]
}

function otherNumeral(word: string): string {
  const roman = ROMAN.indexOf(word)
  if (roman !== -1) return String(roman + 2)
  return /^[2-8]$/.test(word) ? (ROMAN[Number(word) - 2] ?? word) : word
}

const soundOf = ({ sound }: Syllable): string => sound

function addSounds(add: Add, syllables: readonly Syllable[], tiers: { start: number; inside: number }): void {
  const sounds = syllables.map(soundOf)
  for (const at of sounds.keys()) add(sounds.slice(at).join(''), at === 0 ? tiers.start : tiers.inside)
}

/** One character at a time: all combinations would be too many. */
function addOtherSounds(add: Add, syllables: readonly Syllable[]): void {
  const sounds = syllables.map(soundOf)
  for (const [at, { others }] of syllables.entries()) {
    for (const other of others) {
      const read = sounds.with(at, other)
      add(read.join(''), TIERS.otherSound)
      if (at > 0) add(read.slice(at).join(''), TIERS.insideOtherSound)
    }
  }
}

function addInitials(add: Add, syllables: readonly Syllable[]): void {
  const letters = syllables.map(({ sound }) => sound.slice(0, 1))
  for (const at of letters.keys()) {
    if (letters.length - at < 2) return
    add(letters.slice(at).join(''), at === 0 ? TIERS.initials : TIERS.insideInitials)
  }
}

export type SearchText = {
  /** Words, Han runs and syllables of all names, each after a space. */
  readonly all: string
  /** Without people. */
  readonly names: string
  /** Words, syllables, Han characters and bigrams. */
  readonly lexemes: string[]
}

export const personText = ({ zh, en }: { zh: string; en: string }): string => textOf(wordsOf([zh, en]))

export function searchText({ zh, en, aliases }: Names, people: readonly { zh: string; en: string }[]): SearchText {
  const names = wordsOf([zh, en, ...aliases])
  const all = [...names, ...wordsOf(people.flatMap((person) => [person.zh, person.en]))]
  const lexemes = new Set(all.flatMap((word) => (isHanRun(word) ? gramsOf(word) : [word])))
  return { all: textOf(all), names: textOf(names), lexemes: [...lexemes] }
}

const textOf = (words: readonly string[]): string => ` ${[...new Set(words)].join(' ')} `

const wordsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const parts = spellingsOf(readUnits(text)).flatMap((units) => partsOf(units).map((part) => part.text))
    return [...parts, ...syllablesOf(text).map(soundOf)].map(cut)
  })

const isHanRun = (word: string): boolean => /^\p{Script=Han}/u.test(word)
