import { TextDecoder } from '@exodus/bytes/encoding.js'
import {
  frequentChinese,
  isHan,
  isLetter,
  isUnreadable,
  isWideSign,
  SWALLOWED,
  UNREADABLE,
  UNREADABLE_WEIGHT,
  utf8WithMistakes,
  weighAlphabetic,
  weighChinese as weighHan,
} from '#contract/text-weights.ts'

/** `damaged`: line (from 1) of the first unreadable character. `twice`: lines that were UTF-8 encoded again as UTF-8. */
export type Decoded = {
  text: string
  encoding: string
  damaged: { line: number; count: number } | null
  twice?: number
}

/** WHATWG Encoding Standard. Node's own decoder lacks Hong Kong's characters of Big5. */
const decodeAs = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(encoding, { ignoreBOM: false }).decode(bytes)

const decodeStrictly = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function damageOf(text: string): Decoded['damaged'] {
  const first = text.search(UNREADABLE)
  if (first < 0) return null
  const line = text.slice(0, first).split(/\r\n|\r|\n/).length
  return { line, count: text.match(UNREADABLE)?.length ?? 0 }
}

/** By zero bytes, which alternate wherever there is ASCII. */
function utf16WithoutMark(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, 2000)
  const zeros = [0, 0]
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index & 1]!++
  })
  const [even, odd] = zeros as [number, number]
  if (Math.max(even, odd) < head.length / 10 || Math.min(even, odd) * 3 > Math.max(even, odd)) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

const LAST_CODE_POINT = 0x10_ff_ff

/** UTF-32, which no decoder of the web has: the two high bytes of each character are known. */
function utf32(bytes: Uint8Array): Pick<Decoded, 'text' | 'encoding'> | null {
  if (bytes.length < 4 || bytes.length % 4 !== 0) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (const littleEndian of [true, false]) {
    if (view.getUint32(0, littleEndian) > LAST_CODE_POINT) continue
    const codes = Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4, littleEndian))
    if (codes.every((code) => code > 0 && code <= LAST_CODE_POINT))
      return {
        text: codes
          .map((code) => String.fromCodePoint(code))
          .join('')
          .replace(/^\uFEFF/, '')
          .toWellFormed(),
        encoding: littleEndian ? 'utf-32le' : 'utf-32be',
      }
  }
  return null
}

/** Escape sequences to Japanese. */
const ISO_2022_JP = ['\u001B$@', '\u001B$B']

function markOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null
}

/** Encodings that a program takes UTF-8 for before it saves it as UTF-8 (`It’s` as `Itâ€™s` or `It鈥檚`). */
const MISREAD_AS = [
  'windows-1252',
  'gb18030',
  'big5',
  'macintosh',
  'shift_jis',
  'euc-kr',
  'windows-1251',
  'windows-1250',
]

const encoders = new Map<string, Map<string, number[]>>()

/** Bytes by character. Each pair is decoded between line ends. */
function encoderOf(encoding: string): Map<string, number[]> {
  const known = encoders.get(encoding)
  if (known) return known
  const pairs: number[][] = Array.from({ length: 0x80 }, (_, at) => [at + 0x80])
  if (encoding in WEIGHTS)
    for (let lead = 0x81; lead <= 0xfe; lead++)
      for (let trail = 0x40; trail <= 0xfe; trail++) if (trail !== 0x7f) pairs.push([lead, trail])
  const decoded = decodeAs(Uint8Array.from(pairs.flatMap((pair) => [...pair, 0x0a])), encoding).split('\n')
  const encoder = new Map<string, number[]>()
  for (const [at, char] of decoded.entries())
    if (char !== '\uFFFD' && [...char].length === 1 && !encoder.has(char)) encoder.set(char, pairs[at]!)
  // Other programs keep the bytes that Windows-1252 lacks, or take UTF-8 for Latin-1.
  if (encoding === 'windows-1252')
    for (let byte = 0x80; byte < 0xa0; byte++) encoder.set(String.fromCharCode(byte), [byte])
  encoders.set(encoding, encoder)
  return encoder
}

const LOST = 0xff

/** The line as its bytes in the encoding are UTF-8. Null if it has a character that the encoding lacks. */
function undone(line: string, encoding: string): { text: string; lost: number; found: number } | null {
  const encoder = encoderOf(encoding)
  const bytes: number[] = []
  for (const char of line) {
    const own = char < '\u0080' ? [char.charCodeAt(0)] : char === '\uFFFD' ? [LOST] : encoder.get(char)
    if (!own) return null
    bytes.push(...own)
  }
  // A byte that could not be kept became a replacement character, or a question mark.
  const lossy = line.includes('\uFFFD') ? /\uFFFD+/g : /\uFFFD+\??/g
  const text = decodeAs(Uint8Array.from(bytes), 'utf-8').replaceAll(lossy, '\uFFFD')
  const lost = text.split('\uFFFD').length - 1
  return { text, lost, found: [...text.replaceAll(/[\0-\x7F\uFFFD]/g, '')].length }
}

/** The decoding by which a line reads better. */
const PLAUSIBLE_MARGIN = 0.3
/** So many sequences of UTF-8 and nothing else are no coincidence. */
const SURE_SEQUENCES = 6
/** Lines beyond ASCII of which the encodings are tried. */
const MISREAD_SAMPLE = 400

const BEYOND_LATIN = /[\u0250-\u07FF]/u
const OF_ONE_SCRIPT = /^(?:\p{Script=Cyrillic}+|\p{Script=Greek}+)$/u

/** Pairs of Chinese are UTF-8 of mixed scripts now and then: only what is written so counts. */
function isWritten({ text, lost, found }: { text: string; lost: number; found: number }): boolean {
  if (BEYOND_LATIN.test(text))
    return lost === 0 && found >= SURE_SEQUENCES && OF_ONE_SCRIPT.test(text.replaceAll(/[^\p{L}]|[a-z]/giu, ''))
  if (found > 1 && /[\u0800-\uFFFC\u{10000}-\u{10FFFF}]/u.test(text)) return true
  if (/[\u2010-\u2026]/.test(text)) return true
  const accented = text.match(/[\u00A0-\u024F]/g)?.length ?? 0
  const inWords = text.match(/(?<=[a-z])[\u00C0-\u024F]|[\u00C0-\u024F](?=[a-z])/gi)?.length ?? 0
  return accented > 0 && inWords * 2 >= accented
}

/** Null where nothing points to it; without a text where too much was lost. */
function repaired(line: string, encodings: readonly string[]): { text: string | null } | null {
  let isMisread = false
  for (const encoding of encodings) {
    const read = undone(line, encoding)
    if (!read || read.found === 0 || (encoding in WEIGHTS && !isWritten(read))) continue
    const isSure =
      encoding === 'windows-1252' ||
      read.found >= SURE_SEQUENCES ||
      (!(encoding in WEIGHTS) && /[\u0800-\uFFFC]/.test(read.text))
    if (read.lost === 0 && isSure) return read
    const asWritten = plausibility(line)
    if (plausibility(read.text) - asWritten < PLAUSIBLE_MARGIN) continue
    if (read.lost * 2 <= read.found) return read
    isMisread ||= asWritten < PLAUSIBLE_MARGIN && read.found > 1 && read.lost <= read.found
  }
  return isMisread ? { text: null } : null
}

/** UTF-8 that a program misread and saved again: undone line by line, where that is unambiguous, else told. */
function decodedOnce(text: string): Pick<Decoded, 'text' | 'damaged' | 'twice'> {
  const written = text.split('\n')
  const foreign = written.filter((line) => /\P{ASCII}/u.test(line)).slice(0, MISREAD_SAMPLE)
  const encodings = MISREAD_AS.filter(
    (encoding) => encoding === 'windows-1252' || foreign.some((line) => repaired(line, [encoding]) !== null),
  )
  let twice = 0
  const lost: number[] = []
  const lines = written.map((line, at) => {
    const once = /\P{ASCII}/u.test(line) ? repaired(line, encodings) : null
    if (once && once.text === null && !damageOf(line)) lost.push(at + 1)
    if (once === null || once.text === null) return line
    twice += 1
    return once.text
  })
  const read = lines.join('\n')
  const found = damageOf(read)
  const line = Math.min(found?.line ?? Infinity, ...lost.slice(0, 1))
  const damaged = line === Infinity ? null : { line, count: (found?.count ?? 0) + lost.length }
  return { text: read, damaged, ...(twice > 0 && { twice }) }
}

const LATIN = ['windows-1252', 'iso-8859-15', 'windows-1251']
const CYRILLIC = ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5']
const BY_ENCODINGS: [languages: string, encodings: string[]][] = [
  ['zh yue', ['big5', 'gb18030']],
  ['cmn', ['gb18030', 'big5']],
  ['ja', ['shift_jis', 'euc-jp']],
  ['ko', ['euc-kr']],
  ['ru be bg mk', CYRILLIC],
  ['uk', ['windows-1251', 'koi8-u']],
  ['sr', ['windows-1250', 'windows-1251', 'iso-8859-2']],
  ['pl cs sk hu ro hr sl bs sq', ['windows-1250', 'iso-8859-2']],
  ['lt lv et', ['windows-1257']],
  ['el', ['windows-1253', 'iso-8859-7']],
  ['tr', ['windows-1254']],
  ['he', ['windows-1255']],
  ['ar fa ur', ['windows-1256', 'iso-8859-6']],
  ['vi', ['windows-1258']],
  ['th', ['windows-874']],
]
/** Legacy encodings by declared language. */
const BY_LANGUAGE = new Map(
  BY_ENCODINGS.flatMap(([languages, encodings]) => languages.split(' ').map((one) => [one, encodings] as const)),
)
const ALWAYS = ['utf-8', 'big5', 'gb18030', 'windows-1252', 'shift_jis', 'euc-jp', 'euc-kr', 'macintosh']
/** A file is from an old Macintosh only where no other encoding reads as well. */
const MACINTOSH = -0.2

/** Weight of the declared language beside a readability from -3 to 1. */
const DECLARED = 0.35

/** Best first. */
function expected(language: string): string[] {
  const tag = language.toLowerCase()
  if (/^(zh-(hans|cn|sg))/.test(tag)) return ['gb18030', 'big5']
  return BY_LANGUAGE.get(tag.split('-')[0] ?? '') ?? LATIN
}

/** A word or two of Chinese, Japanese or Korean can look like UTF-8 of another script (`谢谢` as `лл`) or with a mistake. */
function isByChance(text: string, { bytes, language }: { bytes: Uint8Array; language: string }): boolean {
  const found = text.match(/\P{ASCII}/gu) ?? []
  const encodings = expected(language).filter((encoding) => encoding in WEIGHTS)
  if (found.length === 0 || found.length > BY_CHANCE_MAX || encodings.length === 0) return false
  if (!text.includes('\uFFFD') && !found.every((char) => /^[\u0370-\u07FF]/.test(char))) return false
  return encodings.some((encoding) => readability(decodeAs(bytes, encoding), encoding) >= READS_WELL)
}
const BY_CHANCE_MAX = 6
const READS_WELL = 0.4

/** By byte order mark, declared language (BCP 47) and readability. Never refuses. */
export function decodeText(bytes: Uint8Array, language = ''): Decoded {
  const wider = utf32(bytes)
  if (wider) return { ...wider, damaged: damageOf(wider.text) }
  const mark = markOf(bytes)
  const wide = mark === 'utf-8' ? null : (mark ?? utf16WithoutMark(bytes))
  if (wide) {
    const text = decodeAs(bytes, wide)
    // Bytes behind a wrong mark give no ASCII in pairs.
    if (mark === null || /[\n -~]/.test(text)) return { text, encoding: wide, damaged: damageOf(text) }
  }
  const isSwitched = ISO_2022_JP.some((sequence) => Buffer.from(bytes).includes(sequence))
  const switched = isSwitched ? decodeStrictly(bytes, 'iso-2022-jp') : null
  if (switched !== null) return { text: switched, encoding: 'iso-2022-jp', damaged: damageOf(switched) }
  const utf8 = decodeStrictly(bytes, 'utf-8') ?? utf8WithMistakes(decodeAs(bytes, 'utf-8'))
  if (utf8 !== null && !isByChance(utf8, { bytes, language })) return { ...decodedOnce(utf8), encoding: 'utf-8' }
  const [likely, ...others] = expected(language)
  const candidates = [...new Set([...ALWAYS, likely!, ...others])].map((encoding) => {
    const text = decodeAs(bytes, encoding)
    const isLikely = encoding === likely || encoding === mark || (likely === LATIN[0] && encoding === LATIN[1])
    const prior = isLikely
      ? DECLARED
      : others.includes(encoding) && likely !== LATIN[0]
        ? DECLARED * 0.7
        : encoding === 'macintosh'
          ? MACINTOSH
          : 0
    return { text, encoding, score: readability(text, encoding) + prior }
  })
  const { text, encoding } = candidates.reduce((best, one) => (one.score > best.score ? one : best))
  return { text, encoding, damaged: damageOf(text) }
}

const COMMON_HANGUL = new Set('이다는에을를가고하지의은도나로그어아서리사기라자있한만요네니야내거해너안게면데왜뭐')

/** Frequent characters are in the encoding's first level. */
function region(encoding: string, leads: [number, number]): string {
  const bytes: number[] = []
  for (let lead = leads[0]; lead <= leads[1]; lead++)
    for (let trail = encoding === 'euc-kr' ? 0xa1 : 0x40; trail <= 0xfe; trail++)
      if (trail < 0x7f || trail > 0xa0 || encoding === 'shift_jis') bytes.push(lead, trail, 0x0a)
  return decodeAs(Uint8Array.from(bytes), encoding)
}
let frequentHan: ReadonlySet<string> | undefined
let frequentKanji: Set<string> | undefined
let frequentHangul: Set<string> | undefined
const weighChinese = (char: string) => weighHan(char, (frequentHan ??= frequentChinese(TextDecoder)))
const isFrequentKanji = (char: string) => (frequentKanji ??= new Set(region('shift_jis', [0x88, 0x98]))).has(char)
const isFrequentHangul = (char: string) => (frequentHangul ??= new Set(region('euc-kr', [0xb0, 0xc8]))).has(char)

const HALF_KANA = /^[\uFF61-\uFF9F]/

function weighJapanese(char: string): number {
  if (/^\p{Script=Hiragana}/u.test(char)) return 1
  if (HALF_KANA.test(char)) return -0.4
  if (/^[\u30A1-\u30FE]/.test(char)) return 0.7
  if (isHan(char)) return isFrequentKanji(char) ? 0.5 : -0.3
  return isWideSign(char) ? 0.4 : -0.3
}

function weighKorean(char: string): number {
  if (COMMON_HANGUL.has(char)) return 1
  if (/^[\uAC00-\uD7A3]/.test(char)) return isFrequentHangul(char) ? 0.7 : -0.3
  if (isHan(char)) return -1
  return isWideSign(char) ? 0.3 : -0.3
}

/** What ISO-8859-15 has instead of signs of Windows-1252, where French and prices need it. */
function weighLatin9(char: string, before: string, after: string): number {
  if (/[ŠšŽžŸ]/.test(char)) return -1
  if (/[Œœ]/.test(char) && !/[a-zA-Z]/.test(after)) return -0.6
  return weighAlphabetic(char, before, after)
}

/** Quotation marks of Windows-1252 are these letters, where no word has them: an opening one begins a word, a closing one ends it. */
function weighMacintosh(char: string, before: string, after: string): number {
  if (/[ìë]/.test(char) && !isLetter(before) && isLetter(after)) return -0.5
  if (/[îí]/.test(char) && !isLetter(after)) return -0.5
  return weighAlphabetic(char, before, after)
}

const WEIGHTS: Record<string, (char: string, before: string, after: string) => number> = {
  'utf-8': () => 1,
  big5: weighChinese,
  gb18030: weighChinese,
  shift_jis: weighJapanese,
  'euc-jp': weighJapanese,
  'euc-kr': weighKorean,
}
const ALPHABETIC: typeof WEIGHTS = { macintosh: weighMacintosh, 'iso-8859-15': weighLatin9 }
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uFF61-\uFF9F]/u

/** Mean weight beyond ASCII and replacement characters, in whichever script. */
function plausibility(text: string): number {
  const shown = text.replaceAll('\uFFFD', '')
  let [sum, count] = [0, 0]
  for (const match of shown.matchAll(/\P{ASCII}/gu)) {
    const [char] = match
    const before = shown[match.index - 1] ?? ''
    const after = shown[match.index + char.length] ?? ''
    count += 1
    if (isUnreadable(char)) sum += UNREADABLE_WEIGHT
    else if (CJK.test(char) && /[a-z]/.test(before) && /[a-z ]/.test(after)) sum += SWALLOWED
    else if (CJK.test(char) || isWideSign(char))
      sum += Math.max(weighChinese(char), weighJapanese(char), weighKorean(char))
    else sum += weighAlphabetic(char, before, after)
  }
  return count === 0 ? 0 : sum / count
}

const SAMPLE_CHARS = 40_000

/** Mean weight beyond ASCII; 1: usual in this encoding. */
function readability(text: string, encoding: string): number {
  const weigh = WEIGHTS[encoding] ?? ALPHABETIC[encoding] ?? weighAlphabetic
  const isMultibyte = encoding in WEIGHTS && encoding !== 'utf-8'
  const sample = text.slice(0, SAMPLE_CHARS)
  let sum = 0
  let count = 0
  for (const match of sample.matchAll(/\P{ASCII}/gu)) {
    const [char] = match
    const before = sample[match.index - 1] ?? ''
    const after = sample[match.index + char.length] ?? ''
    count += 1
    if (isUnreadable(char)) sum += UNREADABLE_WEIGHT
    else if (isMultibyte && /[a-z]/.test(before) && /[a-z ]/.test(after)) sum += SWALLOWED
    else sum += weigh(char, before, after)
  }
  return count === 0 ? 0 : sum / count
}
