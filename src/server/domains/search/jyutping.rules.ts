import { createRequire } from 'node:module'
import { readUnits } from './normalize.rules.ts'

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
