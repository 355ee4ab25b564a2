/** ISO 639-2 codes as containers write them, in the words of BCP 47. */
const THREE_LETTERS: Record<string, string> = {
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

/** A spoken language as BCP 47, from what a container says and what its track is called; `und` when nobody knows. */
export function languageOf(written: string | null, title: string | null): string {
  const code = written?.trim() ?? ''
  const tag = THREE_LETTERS[code.toLowerCase()] ?? code
  const isChinese = tag === 'zh' || tag === '' || tag === 'und'
  if (isChinese && title && CANTONESE.test(title)) return 'yue'
  if (isChinese && title && MANDARIN.test(title)) return 'cmn'
  return tag !== '' && isTag(tag) ? canonical(tag) : 'und'
}

/** A written language: as spoken, but Chinese says its script, traditional when nothing else is said. */
export function writtenLanguageOf(written: string | null, title: string | null): string {
  const spoken = languageOf(written, title)
  if (!['zh', 'yue', 'cmn'].includes(spoken)) return spoken
  if (title && SIMPLIFIED.test(title) && !TRADITIONAL.test(title)) return 'zh-Hans'
  return 'zh-Hant'
}

/** A tag that an operator wrote, in its canonical form; null when it is none. `zh`, `zh-HK` and `zh-TW` are written in traditional Chinese. */
export function subtitleTag(written: string): string | null {
  if (!isTag(written)) return null
  if (/^(zh|zh-(hk|tw|mo))$/i.test(written)) return 'zh-Hant'
  if (/^zh-(cn|sg)$/i.test(written)) return 'zh-Hans'
  return canonical(written)
}

function canonical(tag: string): string {
  return Intl.getCanonicalLocales(tag)[0] ?? tag
}

const SUBTITLE_ORDER = ['zh-Hant', 'zh', 'yue', 'zh-Hans', 'en']

/** Chinese first, then English, then by tag. */
export function bySubtitleOrder(a: string, b: string): number {
  const place = (tag: string) => {
    const at = SUBTITLE_ORDER.indexOf(tag)
    return at < 0 ? SUBTITLE_ORDER.length : at
  }
  return place(a) - place(b) || (a < b ? -1 : Number(a > b))
}

/** A language in its own words, for a player's menu. */
export function languageName(tag: string): string {
  const own: Record<string, string> = {
    'zh-Hant': '繁體中文',
    'zh-Hans': '简体中文',
    zh: '中文',
    yue: '粵語',
    cmn: '國語',
    und: '原聲',
  }
  return own[tag] ?? new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
}
