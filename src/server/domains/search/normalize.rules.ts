import { foldCharacters } from './characters.rules.ts'

/** A key is cut after this many UTF-16 units, in the index as in a query, so that both still agree. */
export const KEY_MAX = 48

/** What people may type; the rest is not read. */
export const QUERY_MAX = 100

/** A Han character, or a run of other letters and digits. `isApart`: something stands between it and the unit before. */
export type Unit = { readonly text: string; readonly isHan: boolean; readonly isApart?: boolean }

/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = { ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th' }

/**
 * Brings text into the form in which it is stored and compared: compatibility forms, case, diacritics, `&`, apostrophes and the
 * variants of Chinese characters are folded. Everything else stays, so that words can still be told apart.
 */
export function normalize(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/['’‘`´ʼ]/g, '')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replaceAll(/[øßæœłđðþ]/g, (letter) => LETTERS[letter] ?? letter)
  return foldCharacters(plain)
}

const LETTER = /[\p{L}\p{N}]/u
const HAN = /\p{Script=Han}/u

/** The units of normalized text, in order. What is neither letter nor digit separates words and vanishes. */
export function unitsOf(normalized: string): Unit[] {
  const units: Unit[] = []
  let word = ''
  let isApart = false
  const add = (text: string, isHan: boolean) => {
    units.push(isApart ? { text, isHan, isApart } : { text, isHan })
    isApart = false
  }
  const endWord = () => {
    if (word !== '') add(word, false)
    word = ''
  }
  for (const character of normalized) {
    if (HAN.test(character)) {
      endWord()
      add(character, true)
    } else if (LETTER.test(character)) word += character
    else {
      endWord()
      isApart = units.length > 0
    }
  }
  endWord()
  return units
}

/** The key of units: joined, so that "spider man", "spider-man" and "spiderman" are the same. */
export const keyOf = (units: readonly Unit[]): string => cut(units.map(({ text }) => text).join(''))

/** Cuts a key without splitting a surrogate pair. */
export const cut = (key: string): string =>
  key.length <= KEY_MAX ? key : key.slice(0, KEY_MAX).replace(/[\uD800-\uDBFF]$/, '')

/** The units of raw text. */
export const readUnits = (text: string): Unit[] => unitsOf(normalize(text))

/** Runs of Han characters, and the other words, in order. Runs go on over what stands between them, unless they are `split` there. */
export function partsOf(units: readonly Unit[], { split = false } = {}): Unit[] {
  const parts: Unit[] = []
  let isInRun = false
  for (const { text, isHan, isApart = false } of units) {
    const last = parts.at(-1)
    if (isHan && isInRun && last && !(split && isApart)) parts[parts.length - 1] = { text: last.text + text, isHan }
    else parts.push({ text, isHan })
    isInRun = isHan
  }
  return parts
}

/** The characters of a run, and each two that stand together. */
export function gramsOf(run: string): string[] {
  const characters = [...run]
  return characters.flatMap((character, at) => {
    const next = characters[at + 1]
    return next === undefined ? [character] : [character, character + next]
  })
}
