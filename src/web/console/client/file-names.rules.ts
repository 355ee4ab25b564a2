export const isSubtitle = (name: string): boolean => /\.(?:srt|vtt|ass|ssa|ttml|dfxp)$/i.test(name)

export const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '')

/** What follows the language in names of subtitles: `film.en.sdh.srt`. Of `hi` it is not known whether it means Hindi. */
const PURPOSES = /(?:[._ -][([]?(?:hi|sdh|cc|forced)[)\]]?)+$/i
const TAG = /([._ -])([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?$/i
/** Codes of written Chinese that are no tags of it: `sc` is Sardinian. */
const CHINESE: Readonly<Record<string, string>> = { cht: 'zh-Hant', tc: 'zh-Hant', chs: 'zh-Hans', sc: 'zh-Hans' }
/** `tw` is Akan, but means Taiwan in the names of files; the others are no language. */
const AMBIGUOUS: readonly string[] = ['tw', 'mul', 'zxx']
/** Languages of the service: unlike `cat` or `no` they are no words, so that a name may also join them by other signs than a dot. */
const NO_WORDS: readonly string[] = ['zh', 'yue', 'cmn', 'en', 'pt', 'ja', 'ko', 'cht', 'chs', 'tc']

/** Also words of titles, which have capitals there. */
const WORDS: readonly string[] = [
  'am',
  'an',
  'as',
  'be',
  'de',
  'el',
  'he',
  'is',
  'it',
  'la',
  'my',
  'no',
  'or',
  'so',
  'to',
]

const names = (type: 'language' | 'script' | 'region') => new Intl.DisplayNames('en', { type, fallback: 'none' })
const NAMES = { language: names('language'), script: names('script'), region: names('region') }

/** What the name of a subtitle says: the name before, and the language; empty when it says none. */
export function subtitleName(fileName: string): { name: string; language: string } {
  const stem = stemOf(fileName).replace(PURPOSES, '')
  for (let at = stem.search(/[._ -]/); at >= 0; at = nextSign(stem, at)) {
    const found = TAG.exec(stem.slice(at))
    if (found?.index === 0 && isKnown(found)) return { name: stem.slice(0, at), language: tagOf(found) }
  }
  return { name: stem, language: '' }
}

const nextSign = (stem: string, at: number): number => {
  const next = stem.slice(at + 1).search(/[._ -]/)
  return next < 0 ? -1 : at + 1 + next
}

function isKnown([, sign, language = '', script, region]: RegExpExecArray): boolean {
  const code = language.toLowerCase()
  if (AMBIGUOUS.includes(code) || (sign !== '.' && !NO_WORDS.includes(code))) return false
  if (!NO_WORDS.includes(code) && !(code in CHINESE) && isOfTitle(language)) return false
  return (
    (code in CHINESE || NAMES.language.of(code) !== undefined) &&
    (script === undefined || NAMES.script.of(script[0]!.toUpperCase() + script.slice(1).toLowerCase()) !== undefined) &&
    (region === undefined || NAMES.region.of(region.toUpperCase()) !== undefined)
  )
}

/** `It` and `II` belong to a title, `it` and `FR` are languages. */
function isOfTitle(written: string): boolean {
  const code = written.toLowerCase()
  if (written === code) return false
  return written !== written.toUpperCase() || /^[ivx]+$/.test(code) || WORDS.includes(code)
}

const tagOf = ([, , language = '', ...parts]: RegExpExecArray): string =>
  [CHINESE[language.toLowerCase()] ?? language, ...parts.filter(Boolean)].join('-')

/**
 * `film.zh-Hant.srt`, `film.pt-BR.srt`, `film_en.vtt`; empty when the name says none that is known. `filmName`: of the file that it is for,
 * whose own words are no language.
 */
export function languageInName(fileName: string, filmName = ''): string {
  const stem = stemOf(filmName)
  if (stem === '' || !fileName.toLowerCase().startsWith(stem.toLowerCase())) return subtitleName(fileName).language
  return subtitleName(fileName.slice(stem.length).replace(/^[_ -]/, '.')).language
}

const GIGA = 1e9
const MEGA = 1e6

/** In the units of disks. */
export function sizeText(bytes: number): string {
  if (bytes >= GIGA) return `${(bytes / GIGA).toFixed(1)} GB`
  return bytes >= MEGA ? `${(bytes / MEGA).toFixed(1)} MB` : `${Math.ceil(bytes / 1e3)} kB`
}
