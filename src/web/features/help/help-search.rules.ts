import {
  type Article,
  type ArticlePart,
  type ArticleValues,
  fillIn,
  knownBlocks,
  plainText,
} from '#web/kit/article-model.ts'

/** A question of the help centre, or an error code, as it is searched. */
export interface HelpEntry {
  part: ArticlePart
  /** The anchor of its topic. */
  topic: string
  /** The error code, where it is one: `4032`. */
  code: string | undefined
}

/** `0x800a1000` → `0x800A1000`, `wrong-code` → `WRONG_CODE`: anchors are small letters with hyphens. */
export const codeOf = (anchor: string): string =>
  anchor.startsWith('0x') ? `0x${anchor.slice(2).toUpperCase()}` : anchor.toUpperCase().replaceAll('-', '_')

/** The anchor of an error code as somebody may write it. */
export const anchorOf = (code: string): string => code.trim().toLowerCase().replaceAll('_', '-')

/** The questions of the help centre. */
export const questionsOf = ({ sections }: Article): HelpEntry[] =>
  sections.flatMap(({ id: topic, parts }) => parts.map((part) => ({ part, topic, code: undefined })))

/** The error codes, found by their number as well. */
export const errorsOf = ({ sections }: Article): HelpEntry[] =>
  sections.flatMap(({ parts }) => parts.map((part) => ({ part, topic: 'errors', code: codeOf(part.id) })))

/** The entries with what can be said of them; those of which every sentence names an unknown value are left out. */
export const knownEntries = (entries: readonly HelpEntry[], values: ArticleValues): HelpEntry[] =>
  entries
    .map((entry) => ({ ...entry, part: { ...entry.part, blocks: knownBlocks(entry.part.blocks, values) } }))
    .filter(({ part }) => part.blocks.length > 0)

const normal = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The words that all have to be found; Chinese is not divided into words. */
export const wordsIn = (keyword: string): string[] =>
  normal(keyword)
    .split(/[\s，。、,?？]+/u)
    .filter(Boolean)

/**
 * The entries that contain every word, in the order: in the heading or code, then in the answer.
 * @param values what answers name in braces, which is searched as it is shown
 */
export function searchHelp(entries: readonly HelpEntry[], keyword: string, values: ArticleValues): HelpEntry[] {
  const terms = wordsIn(keyword)
  if (terms.length === 0) return []
  const ranked = entries.map((entry) => {
    const head = normal(fillIn(`${entry.part.heading} ${entry.code ?? ''}`, values))
    const all = `${head} ${normal(fillIn(plainText(entry.part.blocks), values))}`
    return {
      entry,
      rank: terms.every((term) => head.includes(term)) ? 0 : terms.every((term) => all.includes(term)) ? 1 : 2,
    }
  })
  return ranked
    .filter(({ rank }) => rank < 2)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry)
}
