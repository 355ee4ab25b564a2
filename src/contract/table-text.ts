import {
  type Decoders,
  frequentChinese,
  isUnreadable,
  SWALLOWED,
  UNREADABLE_WEIGHT,
  utf8WithMistakes,
  weighAlphabetic,
  weighChinese,
} from './text-weights.ts'

/** What spreadsheets here save tables in, beside Unicode, and what speaks for each beforehand (readability is -3 to 1). */
const ENCODINGS = [
  ['big5', 0.35],
  ['gb18030', 0.25],
  ['windows-1252', 0],
] as const
const SAMPLE_CHARS = 40_000

/** A list or table of an operator: UTF-8, UTF-16 with its mark, Big5, GB 18030 or Windows-1252 (`São`), without a byte order mark. */
export function tableText(bytes: Uint8Array, Decoder: Decoders): string {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff && 'utf-16be'
  if (utf16) return new Decoder(utf16).decode(bytes)
  const text = new Decoder('utf-8').decode(bytes)
  const utf8 = text.includes('\uFFFD') ? utf8WithMistakes(text) : text
  if (utf8 !== null) return utf8
  const frequent = frequentChinese(Decoder)
  const read = ENCODINGS.map(([encoding, prior]) => {
    const decoded = new Decoder(encoding).decode(bytes)
    return { decoded, score: prior + readability(decoded, encoding === 'windows-1252' ? null : frequent) }
  })
  return read.reduce((best, one) => (one.score > best.score ? one : best)).decoded
}

/** Nothing was lost, or read in another encoding. */
export const isReadable = (text: string): boolean => ![...text].some(isUnreadable)

/** Mean weight beyond ASCII. @param chinese its frequent characters; null: of an alphabet */
function readability(text: string, chinese: ReadonlySet<string> | null): number {
  const sample = text.slice(0, SAMPLE_CHARS)
  let [sum, count] = [0, 0]
  for (const match of sample.matchAll(/\P{ASCII}/gu)) {
    const [char] = match
    const [before, after] = [sample[match.index - 1] ?? '', sample[match.index + char.length] ?? '']
    count += 1
    if (isUnreadable(char)) sum += UNREADABLE_WEIGHT
    else if (chinese === null) sum += weighAlphabetic(char, before, after)
    else sum += /[a-z]/.test(before) && /[a-z ]/.test(after) ? SWALLOWED : weighChinese(char, chinese)
  }
  return count === 0 ? 0 : sum / count
}
