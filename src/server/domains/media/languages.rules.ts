const CANTONESE = /cantonese|\byue\b|粵|粤|廣東|广东|廣州話|广州话/i
const MANDARIN = /mandarin|putonghua|國語|国语|普通話|普通话|華語|华语/i
const TRADITIONAL = /traditional|hant|\bcht\b|繁/i
const SIMPLIFIED = /simplified|hans|\bchs\b|简|簡/i

const NAMED: [RegExp, string][] = [
  [CANTONESE, 'yue'],
  [MANDARIN, 'cmn'],
  [/chinese|中文|漢語|汉语/i, 'zh'],
  [/english|英語|英语|英文/i, 'en'],
  [/japanese|日本語|日語|日语|日文/i, 'ja'],
  [/korean|한국어|韓語|韩语|韓文/i, 'ko'],
  [/portugu|葡/i, 'pt'],
  [/french|français|法語|法语/i, 'fr'],
]

const WRITTEN_OTHERWISE: Record<string, string> = {
  'zh-yue': 'yue',
  'zh-cmn': 'cmn',
  'zh-nan': 'nan',
  'zh-min-nan': 'nan',
  'zh-hak': 'hak',
  'zh-wuu': 'wuu',
  'zh-cht': 'zh-Hant',
  'zh-chs': 'zh-Hans',
  'zh-cmn-hant': 'zh-Hant',
  'zh-cmn-hans': 'zh-Hans',
  cht: 'zh-Hant',
  chs: 'zh-Hans',
}

const NO_LANGUAGE = new Set(['und', 'mis', 'mul', 'zxx', 'qaa', 'unknown', ''])

/** As many valid subtags as possible; `und` for anything else. */
function canonical(written: string): string {
  const subtags = written.trim().replaceAll('_', '-').split('-')
  for (; subtags.length > 0; subtags.pop()) {
    const tag = subtags.join('-')
    const known = WRITTEN_OTHERWISE[tag.toLowerCase()]
    if (known) return known
    // Canonical form makes Mandarin the macro-language.
    if (/^cmn$/i.test(tag)) return 'cmn'
    try {
      if (/^[a-z]{2,3}(-|$)/i.test(tag)) return Intl.getCanonicalLocales(tag)[0] ?? 'und'
    } catch {
      // Shorter tags may be valid.
    }
  }
  return 'und'
}

const named = (text: string): string => NAMED.find(([name]) => name.test(text))?.[1] ?? 'und'

/** BCP 47 tag of an audio track; `und` if unknown. */
export function languageOf(code: string | null, title: string | null): string {
  const written = code?.trim() ?? ''
  const tag = NO_LANGUAGE.has(written.toLowerCase()) ? 'und' : canonical(written)
  // A region says nothing about the dialect.
  if (/^zh(-|$)/.test(tag) && title && CANTONESE.test(title)) return 'yue'
  if (/^zh(-|$)/.test(tag) && title && MANDARIN.test(title)) return 'cmn'
  if (/^(yue|cmn|zh)-/.test(tag)) return tag.replace(/^(yue|cmn)-.*/, '$1').replace(/^zh-Han[st]/, 'zh')
  if (tag === 'und') return named(written) === 'und' ? named(title ?? '') : named(written)
  return tag
}

/** As for audio, but Chinese includes the script, traditional by default. */
export function writtenLanguageOf(code: string | null, title: string | null): string {
  const spoken = languageOf(code, title)
  const byTitle = title === null ? null : scriptIn(title)
  if (spoken === 'und') return byTitle ?? 'und'
  if (!/^(zh|yue|cmn)(-|$)/.test(spoken)) return spoken
  const byRegion = spoken.startsWith('zh') ? written(spoken) : 'zh-Hant'
  return scriptIn(code ?? '') ?? byTitle ?? byRegion
}

const scriptIn = (title: string): string | null =>
  TRADITIONAL.test(title) ? 'zh-Hant' : SIMPLIFIED.test(title) ? 'zh-Hans' : null

function written(tag: string): string {
  if (/^zh(-hant)?(-(hk|tw|mo))?$/i.test(tag)) return 'zh-Hant'
  return /^zh(-hans)?(-(cn|sg|my))?$/i.test(tag) ? 'zh-Hans' : tag
}

/** Null if invalid. `zh`, `zh-HK` and `zh-TW` mean traditional Chinese. */
export function subtitleTag(input: string): string | null {
  const subtags = input.trim().replaceAll('_', '-')
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(subtags)) return null
  const tag = canonical(subtags)
  return isLanguage(tag) || subtags.toLowerCase() === 'und' ? written(tag) : null
}

/** Null if invalid. Chinese without a dialect stays `zh`. */
export function audioTag(input: string): string | null {
  const subtags = input.trim().replaceAll('_', '-')
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(subtags)) return null
  const tag = languageOf(subtags, null)
  return isLanguage(tag) || subtags.toLowerCase() === 'und' ? tag : null
}

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** A region such as `hk` is none. */
const isLanguage = (tag: string): boolean => NAMES.of(tag) !== undefined

const SUBTITLE_ORDER = ['zh-Hant', 'zh', 'yue', 'zh-Hans', 'en']

/** Chinese, English, then by tag. */
export function bySubtitleOrder(a: string, b: string): number {
  const rank = (tag: string) => {
    const index = SUBTITLE_ORDER.findIndex((known) => known === written(tag) || known === tag.split('-')[0])
    return index < 0 ? SUBTITLE_ORDER.length : index
  }
  const isFirst = (tag: string) => Number(tag === 'zh-Hant')
  return rank(a) - rank(b) || isFirst(b) - isFirst(a) || (a < b ? -1 : Number(a > b))
}
