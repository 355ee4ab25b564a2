import hongKong from 'opencc-js/dict/HKVariants'
import japanese from 'opencc-js/dict/JPShinjitaiCharacters'
import toTraditional from 'opencc-js/dict/STCharacters'
import toSimplified from 'opencc-js/dict/TSCharacters'
import taiwan from 'opencc-js/dict/TWVariants'
import { createRequire } from 'node:module'

/** Japanese forms that are Chinese characters of another meaning. */
const NOT_JAPANESE = new Set('予芸弁欠缶余')

/** Variants that the tables keep apart, as pairs of a character and the one that it is found by. */
const BY_HAND =
  '著着 妳你 祇只 衹只 隻只 敍叙 敘叙 枱台 菓果 綫线 裏里 裡里 咀嘴 牀床 羣群 峯峰 麪面 恆恒 啓启 啟启 峒峝'

/** The value is the first: phrases, which would make a prefix differ from its title, are never used. */
const tableOf = (text: string): Map<string, string> =>
  new Map(text.split('|').map((row) => row.split(' ') as [string, string]))

const simplified = tableOf(toSimplified)
const traditional = tableOf(toTraditional)

/** Every character that is not its own canonical form. */
const canonical: ReadonlyMap<string, string> = buildCanonical()

function buildCanonical(): Map<string, string> {
  const forms = new Map<string, string>()
  const formOf = (character: string): string => {
    const known = forms.get(character) ?? simplified.get(character)
    if (known !== undefined) return known
    const full = traditional.get(character)
    return full === undefined ? character : (simplified.get(full) ?? character)
  }
  const setForm = (character: string, form: string): void => {
    if (character !== form) forms.set(character, form)
  }
  for (const [character, form] of simplified) setForm(character, form)
  for (const character of traditional.keys()) setForm(character, formOf(character))
  for (const pair of BY_HAND.split(' ')) {
    const [character = '', form = ''] = pair
    setForm(character, formOf(form))
  }
  for (const [standard, variant] of [...tableOf(hongKong), ...tableOf(taiwan)]) setForm(variant, formOf(standard))
  for (const [modern, full] of tableOf(japanese)) {
    if (!NOT_JAPANESE.has(modern) && !simplified.has(modern)) setForm(modern, formOf(full))
  }
  return forms
}

/** Replaces each character by the one form under which its traditional, simplified and variant forms are found. */
export function foldCharacters(text: string): string {
  let folded = ''
  for (const character of text) folded += canonical.get(character) ?? character
  return folded
}

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

const require = createRequire(import.meta.url)
let library: typeof import('to-jyutping') | undefined

/** The readings of each character. The library takes a quarter of the start of a process, most of which never read anything: it is loaded when first used. */
function candidatesOf(text: string): [string, string[]][] {
  library ??= require('to-jyutping') as typeof import('to-jyutping')
  return library.getJyutpingCandidates(text)
}

/** Other readings of a character that are indexed. The candidates after them are mostly noise. */
const OTHER_READINGS = 2

/** A syllable without its tone, or a word that is not Chinese, with the other readings of the character. */
export type Syllable = { readonly sound: string; readonly others: readonly string[] }

/** The Jyutping of text, in order; empty when it has no Chinese character. */
export function syllablesOf(text: string): Syllable[] {
  const characters = candidatesOf(text.toWellFormed().normalize('NFKC'))
  if (characters.every(([, readings]) => readings.length === 0)) return []
  const syllables: Syllable[] = []
  let other = ''
  const endOther = () => {
    for (const { text: word, isHan } of readUnits(other)) if (!isHan) syllables.push({ sound: word, others: [] })
    other = ''
  }
  for (const [character, readings] of characters) {
    if (readings.length === 0) {
      other += character
      continue
    }
    endOther()
    const [sound = '', ...others] = [...new Set(readings.map((reading) => reading.replaceAll(/[^a-z]/g, '')))]
    syllables.push({ sound, others: others.slice(0, OTHER_READINGS) })
  }
  endOther()
  return syllables
}

/** The Jyutping of text with tones, as readers see it: "mou4 gaan3 ciu4"; empty when it has no Chinese character. */
export function readJyutping(text: string): string {
  return candidatesOf(text.toWellFormed())
    .flatMap(([, [reading]]) => reading ?? [])
    .join(' ')
}

/** What was typed without the digits of its tones: "mou4gaan3dou6" is "mougaandou". Digits that are no tones stay. */
export const withoutTones = (key: string): string => key.replaceAll(/([a-z])[1-6](?=$|[a-z])/g, '$1')
