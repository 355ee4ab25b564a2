/** Symbols without ink, beside those that Unicode calls ignorable. */
const BLANKS = String.raw`\u2800\u{13441}\u{13442}\u{1D159}`
const INVISIBLE = String.raw`\p{C}\p{Default_Ignorable_Code_Point}${BLANKS}`
/** Joiners, variation selectors, the tags of flags. */
const JOINERS = String.raw`\u200C\u200D\uFE00-\uFE0F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}`

const JOINED_OR_INVISIBLE = new RegExp(`([^\\s${INVISIBLE}][${JOINERS}]{1,8})|(?!\\n)[${INVISIBLE}]`, 'gu')
const IGNORED = new RegExp(`(?![\\t\\n\\r])[${INVISIBLE}\\p{M}]`, 'gu')
const SPACED_OUT = /(^|\s)(\S(?:\s+\S)+)(?=\s|$)/gu

/** Line breaks stay, and what joins a visible character to the next, as in emoji. */
export const withoutInvisible = (text: string): string => text.replaceAll(JOINED_OR_INVISIBLE, '$1')

/** Letters and digits in their plain form; only for rules that search for something. */
export const asRead = (text: string): string => text.normalize('NFKD').replaceAll(IGNORED, '').replaceAll(/[。｡]/g, '.')

/** `e x a m p l e . c o m` put together. */
export const withoutSpacing = (text: string): string =>
  text.replaceAll(SPACED_OUT, (_, before: string, spaced: string) => before + spaced.replaceAll(/\s+/g, ''))

/** A browser without a segmenter counts code points. */
export function countGraphemes(text: string): number {
  if (typeof Intl.Segmenter !== 'function') return [...text].length
  return [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)].length
}
