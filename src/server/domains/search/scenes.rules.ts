import { gramsOf, partsOf, readUnits, type Unit } from './normalize.rules.ts'

export type LineText = { text: string; lexemes: string[] }

/** `lexemes` narrow down; `pattern` must be in the text. */
export type SceneQuery = { lexemes: string; pattern: string }

const COMMON = new Set(
  'the a an of in on at to and or for is it i you he she we they me my this that not no do be'.split(' '),
)

/** Two Han characters, or a word of four letters. */
const LETTERS_MIN = 4
const WORDS_MAX = 12

const textOf = (parts: readonly Unit[]): string => ` ${parts.map(({ text }) => text).join(' ')}`

/** Words, and Han characters in pairs. Punctuation separates nothing in Chinese. */
export function lineText(line: string): LineText {
  const parts = partsOf(readUnits(line))
  const lexemes = parts.flatMap(({ text, isHan }) => (isHan ? pairsOf(text) : [text]))
  return { text: `${textOf(parts)} `, lexemes: [...new Set(lexemes)] }
}

/** A phrase, whose last word may be half typed; undefined if too short or too common. */
export function sceneQuery(units: readonly Unit[]): SceneQuery | undefined {
  const parts = partsOf(units).slice(0, WORDS_MAX)
  const terms = parts.flatMap((part, at) => termsOf(part, at === parts.length - 1))
  if (terms.length === 0) return undefined
  const text = textOf(parts)
  return { lexemes: [...new Set(terms)].join(' & '), pattern: parts[0]?.isHan === true ? text.trimStart() : text }
}

function termsOf({ text, isHan }: Unit, isLast: boolean): string[] {
  if (isHan) return pairsOf(text).map((pair) => `'${pair}'`)
  if (COMMON.has(text) || text.length < LETTERS_MIN) return []
  return [isLast ? `'${text}':*` : `'${text}'`]
}

const pairsOf = (run: string): string[] => gramsOf(run).filter((gram) => [...gram].length === 2)
