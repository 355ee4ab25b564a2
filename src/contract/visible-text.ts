/** Symbols without ink, beside the characters that Unicode calls ignorable. */
const BLANKS = String.raw`\u2800\u{13441}\u{13442}\u{1D159}`
/** Controls, formats, private and unassigned characters, and all else that shows nothing. */
const INVISIBLE = String.raw`\p{C}\p{Default_Ignorable_Code_Point}${BLANKS}`
/** What makes one character of several: joiners, variation selectors, the tags of flags. */
const JOINERS = String.raw`\u200C\u200D\uFE00-\uFE0F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}`

const JOINED_OR_INVISIBLE = new RegExp(`([^\\s${INVISIBLE}][${JOINERS}]{1,8})|(?!\\n)[${INVISIBLE}]`, 'gu')
/** The same with the joiners, and the marks on letters. */
const IGNORED = new RegExp(`(?![\\t\\n\\r])[${INVISIBLE}\\p{M}]`, 'gu')
/** Single characters with spaces between them. */
const SPACED_OUT = /(^|\s)(\S(?:\s+\S)+)(?=\s|$)/gu

/** A text without what shows nothing. Line breaks stay, and what joins a visible character to the next, as in emoji. */
export const withoutInvisible = (text: string): string => text.replaceAll(JOINED_OR_INVISIBLE, '$1')

/** The letters and digits that a reader takes a text for, in their plain form; only for rules that look for something in it. */
export const asRead = (text: string): string => text.normalize('NFKD').replaceAll(IGNORED, '').replaceAll(/[。｡]/g, '.')

/** The same with words put together that are written letter by letter: `e x a m p l e . c o m`. */
export const withoutSpacing = (text: string): string =>
  text.replaceAll(SPACED_OUT, (_, before: string, spaced: string) => before + spaced.replaceAll(/\s+/g, ''))

/** How many characters a reader sees. A browser without a segmenter counts code points. */
export function countGraphemes(text: string): number {
  if (typeof Intl.Segmenter !== 'function') return [...text].length
  return [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)].length
}
