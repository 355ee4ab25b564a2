/** BCP 47 tags of the ISO 639-2 codes used in containers. */
const ISO_639_2: Record<string, string> = {
  chi: 'zh',
  zho: 'zh',
  yue: 'yue',
  cmn: 'cmn',
  eng: 'en',
  jpn: 'ja',
  kor: 'ko',
  fre: 'fr',
  fra: 'fr',
  ger: 'de',
  deu: 'de',
  spa: 'es',
  por: 'pt',
  ita: 'it',
  tha: 'th',
  vie: 'vi',
  ind: 'id',
  may: 'ms',
  msa: 'ms',
  fil: 'fil',
  tgl: 'tl',
  hin: 'hi',
  rus: 'ru',
  ara: 'ar',
  tur: 'tr',
  nld: 'nl',
  dut: 'nl',
  swe: 'sv',
  dan: 'da',
  nor: 'no',
  fin: 'fi',
  pol: 'pl',
  heb: 'he',
  nan: 'nan',
  hak: 'hak',
}

const CANTONESE = /cantonese|yue|粵|粤|廣東|广东/i
const MANDARIN = /mandarin|putonghua|國語|国语|普通話|普通话/i
const TRADITIONAL = /traditional|hant|繁/i
const SIMPLIFIED = /simplified|hans|简|簡/i

const isTag = (tag: string) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag)

/** BCP 47 tag of an audio track, from the container's language code and the track title; `und` if unknown. */
export function languageOf(code: string | null, title: string | null): string {
  const trimmed = code?.trim() ?? ''
  const tag = ISO_639_2[trimmed.toLowerCase()] ?? trimmed
  const isChinese = tag === 'zh' || tag === '' || tag === 'und'
  if (isChinese && title && CANTONESE.test(title)) return 'yue'
  if (isChinese && title && MANDARIN.test(title)) return 'cmn'
  return tag !== '' && isTag(tag) ? canonical(tag) : 'und'
}

/** BCP 47 tag of a subtitle track. As for audio, but Chinese includes the script, traditional by default. */
export function writtenLanguageOf(code: string | null, title: string | null): string {
  const spoken = languageOf(code, title)
  if (!['zh', 'yue', 'cmn'].includes(spoken)) return spoken
  if (title && SIMPLIFIED.test(title) && !TRADITIONAL.test(title)) return 'zh-Hans'
  return 'zh-Hant'
}

/**
 * Canonical form of a tag given by an operator; null if invalid. `zh`, `zh-HK` and `zh-TW` mean traditional Chinese.
 */
export function subtitleTag(input: string): string | null {
  if (!isTag(input)) return null
  if (/^(zh|zh-(hk|tw|mo))$/i.test(input)) return 'zh-Hant'
  if (/^zh-(cn|sg)$/i.test(input)) return 'zh-Hans'
  return canonical(input)
}

function canonical(tag: string): string {
  return Intl.getCanonicalLocales(tag)[0] ?? tag
}

const SUBTITLE_ORDER = ['zh-Hant', 'zh', 'yue', 'zh-Hans', 'en']

/** Order of subtitle tracks: Chinese, English, then by tag. */
export function bySubtitleOrder(a: string, b: string): number {
  const rank = (tag: string) => {
    const index = SUBTITLE_ORDER.indexOf(tag)
    return index < 0 ? SUBTITLE_ORDER.length : index
  }
  return rank(a) - rank(b) || (a < b ? -1 : Number(a > b))
}
