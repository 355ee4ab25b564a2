import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { subtitleTag, type NewSource, type TitleDraft } from '#server/domains/media/index.ts'

/** Parsed arguments of `npm run ingest`. */
export interface IngestArguments {
  draft: TitleDraft
  sources: NewSource[]
  language: 'zh_HK' | 'en_US'
  printLadder: boolean
  background: boolean
}

/** Invalid arguments. The message lists every problem. */
export class UsageError extends Error {
  constructor(problems: readonly string[]) {
    super(`${problems.map((problem) => `  ${problem}`).join('\n')}\n\n${USAGE}`)
    this.name = 'UsageError'
  }
}

export const USAGE = `npm run ingest -- film.mp4 --title-zh 片名 --title-en Title [options]

  --classify movie|drama|kids|variety   default: movie
  --series ID --season N --episode N    an episode of an existing series, which gives class, price, genres, licence and warning
  --class I|IIA|IIB|III                 default: I
  --vod free,vip,credit,voucher         default: free; --credits N is the price for credit
  --kids --genre a,b --country HK,TW --year N
  --region HK,MO                        where it is licensed; default: both
  --licence-until 2027-01-31            the last day of the licence, Hong Kong time; default: no end
  --description-zh … --description-en … --warning-zh … --warning-en …
  --trailer FILE --opening FILE
  --subtitle zh-Hant:FILE               repeat for each language
  --skip-show T --skip-to T --ends-at T seconds or 1:23: when the skip button appears, where it jumps to, when the next episode is offered
  --language zh_HK|en_US                the language of this command's messages
  --background                          run at the lowest priority
  --print-ladder                        print the encoder's command for the film and exit
  --help                                print this help`

const OPTIONS = {
  'title-zh': { type: 'string' },
  'title-en': { type: 'string' },
  series: { type: 'string' },
  season: { type: 'string' },
  episode: { type: 'string' },
  classify: { type: 'string' },
  class: { type: 'string' },
  vod: { type: 'string', multiple: true },
  credits: { type: 'string' },
  kids: { type: 'boolean', default: false },
  genre: { type: 'string', multiple: true },
  country: { type: 'string', multiple: true },
  year: { type: 'string' },
  'description-zh': { type: 'string' },
  'description-en': { type: 'string' },
  'warning-zh': { type: 'string' },
  'warning-en': { type: 'string' },
  trailer: { type: 'string' },
  opening: { type: 'string' },
  subtitle: { type: 'string', multiple: true },
  region: { type: 'string', multiple: true },
  'licence-until': { type: 'string' },
  'skip-show': { type: 'string' },
  'skip-to': { type: 'string' },
  'ends-at': { type: 'string' },
  language: { type: 'string', default: 'en_US' },
  background: { type: 'boolean', default: false },
  'print-ladder': { type: 'boolean', default: false },
} as const

/** Options of a title that an episode does not have: it takes them from its series. */
const OF_THE_SERIES = [
  'classify',
  'class',
  'vod',
  'credits',
  'kids',
  'genre',
  'country',
  'year',
  'region',
  'licence-until',
  'warning-zh',
  'warning-en',
] as const

const isGiven = (value: string | boolean | string[] | undefined) => value !== undefined && value !== false

type Problems = string[]

/**
 * Parses the command line. File names are relative to the operator's working directory.
 * @throws UsageError listing every problem
 */
export function readIngestArguments(args: readonly string[], folder: string): IngestArguments {
  const problems: Problems = []
  const { values, positionals } = parse(args)
  const pathOf = (file: string) => resolve(folder, file)
  const [sourceFile, ...others] = positionals
  if (!sourceFile) problems.push('No film given.')
  if (others.length > 0) problems.push(`One film at a time. Remove ${others.join(', ')}.`)
  const printLadder = values['print-ladder']
  if (!printLadder && !values['title-zh']) problems.push('--title-zh is required.')
  if (!printLadder && !values['title-en']) problems.push('--title-en is required.')
  if (values.series !== undefined) {
    const given = OF_THE_SERIES.filter((option) => isGiven(values[option]))
    if (given.length > 0)
      problems.push(
        `An episode takes these from its series. Remove ${given.map((option) => `--${option}`).join(', ')}, or --series.`,
      )
  }
  const oneOf = createOneOf(problems)
  const wholeNumber = createWhole(problems)
  const draft: TitleDraft = {
    titleZh: values['title-zh'] ?? '',
    titleEn: values['title-en'] ?? '',
    classify: oneOf('--classify', values.classify ?? 'movie', ['movie', 'drama', 'kids', 'variety']),
    restriction: oneOf('--class', values.class ?? 'I', ['I', 'IIA', 'IIB', 'III']),
    vodTypes: listOf(values.vod ?? ['free']).map((word) => oneOf('--vod', word, ['free', 'vip', 'credit', 'voucher'])),
    kids: values.kids || values.classify === 'kids',
    genres: listOf(values.genre),
    countries: listOf(values.country).map((country) => country.toUpperCase()),
    ...optional('series', values.series),
    ...optional('season', wholeNumber('--season', values.season, 1)),
    ...optional('episode', wholeNumber('--episode', values.episode, 1)),
    ...optional('credits', wholeNumber('--credits', values.credits, 1)),
    ...optional('year', wholeNumber('--year', values.year, 1880)),
    ...optional('regions', values.region && listOf(values.region).map((region) => region.toUpperCase())),
    ...optional('licenceUntil', values['licence-until']),
    ...optional('descriptionZh', values['description-zh']),
    ...optional('descriptionEn', values['description-en']),
    ...optional('warningZh', values['warning-zh']),
    ...optional('warningEn', values['warning-en']),
    ...optional('startShowPoint', secondsOf('--skip-show', values['skip-show'], problems)),
    ...optional('startPosition', secondsOf('--skip-to', values['skip-to'], problems)),
    ...optional('endPosition', secondsOf('--ends-at', values['ends-at'], problems)),
  }
  const subtitles = (values.subtitle ?? [])
    .flatMap((written) => readSubtitle(written, problems))
    .map((one) => ({ ...one, file: pathOf(one.file) }))
  const tags = subtitles.map((subtitle) => subtitleTag(subtitle.language))
  const duplicates = subtitles
    .filter((_, index) => tags.indexOf(tags[index]!) < index)
    .map((subtitle) => subtitle.language)
  if (duplicates.length > 0)
    problems.push(`--subtitle takes one file per language (got several for ${duplicates.join(', ')}).`)
  const language = oneOf('--language', values.language, ['zh_HK', 'en_US'])
  if (problems.length > 0) throw new UsageError(problems)
  const sources: NewSource[] = [
    ...(values.trailer ? [{ role: 'trailer' as const, file: pathOf(values.trailer) }] : []),
    ...(values.opening ? [{ role: 'opening' as const, file: pathOf(values.opening) }] : []),
    { role: 'film', file: pathOf(sourceFile as string), subtitles },
  ]
  return { draft, sources, language, printLadder, background: values.background }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError([(error as Error).message])
  }
}

/** Splits repeated and comma-separated values. */
const listOf = (values: readonly string[] = []) =>
  values.flatMap((value) => value.split(',').map((item) => item.trim())).filter((item) => item !== '')

/** An object with the field, or without it if the value is undefined. */
const optional = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<K, V>>

const createOneOf =
  (problems: Problems) =>
  <T extends string>(option: string, value: string, allowed: readonly T[]): T => {
    if (!allowed.includes(value as T)) problems.push(`${option} must be one of ${allowed.join(', ')} (got ${value}).`)
    return value as T
  }

const createWhole = (problems: Problems) => (option: string, value: string | undefined, least: number) => {
  if (value === undefined) return undefined
  if (!/^\d{1,6}$/.test(value) || Number(value) < least)
    problems.push(`${option} must be a whole number from ${least} (got ${value}).`)
  return Number(value)
}

/** Parses `83`, `83.5` or `1:23` into seconds. */
function secondsOf(option: string, value: string | undefined, problems: Problems): number | undefined {
  if (value === undefined) return undefined
  const match = /^(?:(?:(\d+):)?(\d{1,2}):)?(\d+(?:\.\d+)?)$/.exec(value)
  if (!match) {
    problems.push(`${option} must be seconds or minutes:seconds (got ${value}).`)
    return undefined
  }
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
}

/** Parses `zh-Hant:file.srt`: a language, then a file name, which may contain colons. */
function readSubtitle(value: string, problems: Problems): { language: string; file: string }[] {
  const colon = value.indexOf(':')
  const [language, file] = [value.slice(0, colon), value.slice(colon + 1)]
  if (colon < 1 || file === '' || !subtitleTag(language)) {
    problems.push(`--subtitle must be a language and a file, such as zh-Hant:film.srt (got ${value}).`)
    return []
  }
  return [{ language, file }]
}
