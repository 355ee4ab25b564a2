/** `TextDecoder` of the browser, or the server's. */
export type Decoders = new (
  encoding: string,
  options?: { fatal?: boolean },
) => { decode: (bytes: Uint8Array) => string }

/** Replacement characters, also misread as GBK or Big5; private use; C1 controls other than NEL. */
export const UNREADABLE = /[\uFFFD\uE000-\uF8FF\u0080-\u0084\u0086-\u009F\u{F0000}-\u{10FFFD}]|锟斤拷|嚙踝蕭/gu
export const isUnreadable = (char: string) =>
  /^[\uFFFD\uE000-\uF8FF\u0080-\u0084\u0086-\u009F]/.test(char) || char.codePointAt(0)! >= 0xf0000

/** @param text decoded as UTF-8 @returns it by how many bytes of characters beyond ASCII are whole; in a legacy encoding few bytes happen to be so. */
export function utf8WithMistakes(text: string): string | null {
  let [whole, broken] = [0, 0]
  for (const [char] of text.matchAll(/\P{ASCII}/gu)) {
    const code = char.codePointAt(0)!
    if (char === '\uFFFD') broken += 1
    else whole += code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return whole >= 2 * broken ? text : null
}

const COMMON_CHINESE = new Set(
  '的是不了我一在有人這这你好他個个們们來来到說说為为子和上大中國国就時时要出會会可也對对生能下過过得着著那里裡後后自以年行前所然家種种事成方多經经么麼麽去法學学如都同現现當当沒没動动面起看定天分還还進进小部其些主樣样理心她本很但把被想做吧嗎吗呢給给知道走話话誰谁什怎真別别再太點点已快才先請请謝谢再見见對错錯' +
    '嘅唔係喺咁佢哋嗰嘢啲咗瞓嚟攞冇噉乜嘥咩啦㗎喇囉喎嘞啩嗌諗睇俾畀搵攰黐𨋢嬲冚曱甴揸撳掂嗮晒噃啱咪拎搞',
)

/** The first levels of Big5 and GB 2312. */
export function frequentChinese(Decoder: Decoders): ReadonlySet<string> {
  const level = (encoding: string, [from, to]: [number, number], trailFrom: number) => {
    const bytes: number[] = []
    for (let lead = from; lead <= to; lead++)
      for (let trail = trailFrom; trail <= 0xfe; trail++)
        if (trail < 0x7f || trail > 0xa0) bytes.push(lead, trail, 0x0a)
    return new Decoder(encoding).decode(Uint8Array.from(bytes))
  }
  return new Set(level('big5', [0xa4, 0xc6], 0x40) + level('gb18030', [0xb0, 0xd7], 0xa1))
}

const HAN = /^\p{Script=Han}/u
const WIDE_SIGN = /^[\u2014\u2018-\u201D\u2026\u3000-\u3020\uFF01-\uFF5E\u00B7♪♫]/
export const isHan = (char: string): boolean => HAN.test(char)
export const isWideSign = (char: string): boolean => WIDE_SIGN.test(char)

export function weighChinese(char: string, frequent: ReadonlySet<string>): number {
  if (COMMON_CHINESE.has(char)) return 1
  if (HAN.test(char)) return frequent.has(char) ? 0.5 : -0.1
  return WIDE_SIGN.test(char) ? 0.5 : -0.3
}

export const isLetter = (char: string) => /^\p{L}/u.test(char)
const isLower = (char: string) => /^\p{Ll}/u.test(char)
const isUpper = (char: string) => /^\p{Lu}/u.test(char)
const TYPOGRAPHIC =
  /^[\u2018-\u201F\u2013\u2014\u2026\u00AB\u00BB\u00A1\u00BF\u20AC\u2022\u00B7\u00AA\u00BA\u00A3\u00B0\u00A9\u00AE\u2122\u00A0\u00BC-\u00BE♪]/

const OTHER_ALPHABET = /^[\p{Script=Cyrillic}\p{Script=Greek}]/u
/** Signs that no language writes in a word, though Unicode has them as letters. */
const NO_LETTER = /^[\u0192\u02C6\u02C7\u02DC\u02D8-\u02DD\u00AA\u00BA\u00B5]/

/** Letters stand within words of the same case; other signs are rare but for quotation marks. */
export function weighAlphabetic(char: string, before: string, after: string): number {
  const isAmidOthers = /\P{ASCII}/u.test(before) && /\P{ASCII}/u.test(after)
  if (isLetter(char) && !NO_LETTER.test(char)) {
    if (isUpper(char) && isLower(before)) return -0.5
    if (isUpper(char) && OTHER_ALPHABET.test(before)) return -0.2
    if (/[a-zA-Z]/.test(before + after)) return OTHER_ALPHABET.test(char) ? -0.6 : 1
    const isAmidLetters = isLetter(before) || isLetter(after)
    return isAmidLetters && /^\p{Script=Latin}/u.test(char) ? -0.6 : 0.5
  }
  if (/^\p{M}/u.test(char)) return isLetter(before) ? 0.7 : -0.5
  if (char === '\u2019' && isLetter(before)) return 1
  // Typed for an apostrophe.
  if (char === '\u00B4' && isLetter(before)) return 1
  return TYPOGRAPHIC.test(char) && (!isAmidOthers || char === '\u00A0') ? 0.6 : -0.6
}

export const UNREADABLE_WEIGHT = -3
/** A two-byte character within an ASCII word swallowed a letter. */
export const SWALLOWED = -1.5
