import { resolve } from 'node:path'
import { audioTag, type NewSource, subtitleTag, type TitleDraft } from '#server/domains/media/index.ts'
import {
  type ArgumentKind,
  type Arguments,
  defineCommand,
  named,
  oneOf,
  readArguments,
  text,
  wholeNumber,
} from './command.ts'

/** The arguments of `npm run ingest`. */
export interface IngestArguments {
  draft: TitleDraft
  sources: NewSource[]
  language: 'zh_HK' | 'en_US'
  printLadder: boolean
  background: boolean
  manifest: ManifestArguments | undefined
  /** Where an empty manifest is written. */
  template: string | undefined
}

/** Of a file of many titles. */
export interface ManifestArguments {
  file: string
  folder: string | undefined
  report: string | undefined
  operator: string | undefined
  isDryRun: boolean
}

const upperCase: ArgumentKind<string> = { ...text, read: (given) => given.toUpperCase() }

/** `83`, `83.5` or `1:23`, in seconds. */
const seconds: ArgumentKind<number> = {
  shown: '<time>',
  mustBe: 'seconds or minutes:seconds',
  read: (given) => {
    const match = /^(?:(?:(\d+):)?(\d{1,2}):)?(\d+(?:\.\d+)?)$/.exec(given)
    if (!match) return undefined
    const [, hours = '0', minutes = '0', rest] = match
    return (Number(hours) * 60 + Number(minutes)) * 60 + Number(rest)
  },
}

/** A language, then a file name, which may contain colons. */
const subtitle: ArgumentKind<{ language: string; file: string }> = {
  shown: 'zh-Hant:<file>',
  mustBe: 'a language and a file, such as zh-Hant:film.srt',
  read: (given) => {
    const colon = given.indexOf(':')
    const [language, file] = [given.slice(0, colon), given.slice(colon + 1)]
    return colon < 1 || file === '' || !subtitleTag(language) ? undefined : { language, file }
  },
}

const soundLanguage: ArgumentKind<string> = {
  shown: 'yue',
  mustBe: 'a language, such as yue, cmn or en',
  read: (given) => audioTag(given) ?? undefined,
}

const FILE = named('<file>')
const ORDINAL = wholeNumber({ min: 1 })

export const INGEST = defineCommand({
  name: 'ingest',
  actions: {
    '': {
      positionals: { films: { kind: FILE, shown: 'film.mp4', multiple: true } },
      options: {
        titleZh: { kind: named('片名'), help: 'required, as is --title-en' },
        titleEn: { kind: named('Title'), help: 'required, as is --title-zh' },
        classify: {
          kind: oneOf(['movie', 'drama', 'kids', 'variety']),
          help: 'movie by default, or drama, kids, variety',
        },
        series: {
          kind: named('<id>'),
          help: 'an episode of an existing series, which gives class, price, genres, licence and warning',
        },
        season: { kind: ORDINAL, help: 'of an episode' },
        episode: { kind: ORDINAL, help: 'its number' },
        class: { kind: oneOf(['I', 'IIA', 'IIB', 'III']), help: 'I by default, or IIA, IIB, III' },
        vod: {
          kind: oneOf(['free', 'vip', 'credit', 'voucher']),
          multiple: 'listed',
          help: 'free by default, or some of vip, credit, voucher',
        },
        credits: { kind: ORDINAL, help: 'the price for credit' },
        kids: { kind: 'flag', help: 'for children' },
        genre: { kind: text, multiple: 'listed', help: 'a,b' },
        country: { kind: upperCase, multiple: 'listed', help: 'HK,TW' },
        year: { kind: wholeNumber({ min: 1880 }), help: 'of its release' },
        region: { kind: upperCase, multiple: 'listed', help: 'HK,MO: where it is licensed; both by default' },
        licenceUntil: {
          kind: named('2027-01-31'),
          help: 'the last day of the licence, Hong Kong time; no end by default',
        },
        descriptionZh: { kind: text, help: 'in Chinese' },
        descriptionEn: { kind: text, help: 'in English' },
        warningZh: { kind: text, help: 'in Chinese' },
        warningEn: { kind: text, help: 'in English' },
        trailer: { kind: FILE, help: 'a file' },
        opening: { kind: FILE, help: 'a file' },
        subtitle: { kind: subtitle, multiple: 'repeated', help: 'repeat for each language' },
        audioLanguage: { kind: soundLanguage, help: 'of sound whose language the files do not name' },
        skipShow: { kind: seconds, help: 'when the skip button appears: seconds or 1:23' },
        skipTo: { kind: seconds, help: 'where it jumps to' },
        endsAt: { kind: seconds, help: 'when the next episode is offered' },
        language: {
          kind: oneOf(['zh_HK', 'en_US']),
          fallback: 'en_US',
          help: 'the language of this command’s messages',
        },
        background: { kind: 'flag', help: 'run at the lowest priority' },
        manifest: {
          kind: FILE,
          help: 'instead of a film: a file of titles, CSV or JSON Lines; docs/operations.md lists its columns',
        },
        template: { kind: FILE, help: 'writes a manifest to fill in, with every column explained' },
        folder: {
          kind: named('<folder>'),
          needs: 'manifest',
          help: 'below which the manifest names its files (IMPORT_FOLDER by default)',
        },
        dryRun: { kind: 'flag', help: 'says what the manifest would do, and what is wrong with its lines' },
        report: { kind: FILE, needs: 'manifest', help: 'writes what became of each line, as CSV' },
        operator: {
          kind: named('<name or e-mail>'),
          needs: 'manifest',
          help: 'the operator whose drafts are made; not needed where one alone has the role catalogue',
        },
        printLadder: { kind: 'flag', help: 'print the encoder’s command for the film and exit' },
      },
      help: 'ingests one video and publishes it.',
    },
  },
})

type Given = Arguments<typeof INGEST>

/** Options of a title that an episode does not have: it takes them from its series. */
const OF_THE_SERIES = {
  classify: '--classify',
  class: '--class',
  vod: '--vod',
  credits: '--credits',
  kids: '--kids',
  genre: '--genre',
  country: '--country',
  year: '--year',
  region: '--region',
  licenceUntil: '--licence-until',
  warningZh: '--warning-zh',
  warningEn: '--warning-en',
} as const satisfies Partial<Record<keyof Given, string>>

/** What is wrong with arguments that are each right. */
function problemsOf(given: Given): string[] {
  const problems: string[] = []
  const [film, ...others] = given.films
  if (given.template !== undefined) return film === undefined ? [] : [`--template takes no film. Remove ${film}.`]
  if (given.manifest !== undefined) return film === undefined ? [] : [`--manifest names the films. Remove ${film}.`]
  if (given.dryRun) problems.push('--dry-run needs --manifest.')
  if (film === undefined) problems.push('No film given.')
  if (others.length > 0) problems.push(`One film at a time. Remove ${others.join(', ')}.`)
  if (!given.printLadder && given.titleZh === undefined) problems.push('--title-zh is required.')
  if (!given.printLadder && given.titleEn === undefined) problems.push('--title-en is required.')
  const isGiven = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false)
  const ofSeries = Object.entries(OF_THE_SERIES).filter(([name]) => isGiven(given[name as keyof Given]))
  if (given.series !== undefined && ofSeries.length > 0) {
    const options = ofSeries.map(([, option]) => option).join(', ')
    problems.push(`An episode takes these from its series. Remove ${options}, or --series.`)
  }
  const tags = given.subtitle.flatMap((one) => (one === undefined ? [] : [subtitleTag(one.language)]))
  const repeated = given.subtitle.filter(
    (one, at) => one !== undefined && tags.indexOf(subtitleTag(one.language)) !== at,
  )
  if (repeated.length > 0) {
    const languages = repeated.map(({ language }) => language).join(', ')
    problems.push(`--subtitle takes one file per language (got several for ${languages}).`)
  }
  return problems
}

/**
 * Reads the command line. File names are relative to the operator's working directory.
 * @throws UsageError with every problem
 */
export function readIngestArguments(args: readonly string[], folder: string): IngestArguments {
  const given = readArguments(INGEST, args, problemsOf)
  const pathOf = (file: string) => resolve(folder, file)
  const { manifest: file, template } = given
  if (file !== undefined || template !== undefined) {
    const manifest = file === undefined ? undefined : manifestOf(given, pathOf)
    const draft = draftOf(given)
    return { ...NO_FILM, draft, language: given.language, manifest, template: template && pathOf(template) }
  }
  const { audioLanguage } = given
  const subtitles = given.subtitle.map(({ language, file }) => ({ language, file: pathOf(file) }))
  const sources: NewSource[] = [
    ...(given.trailer ? [{ role: 'trailer' as const, file: pathOf(given.trailer) }] : []),
    ...(given.opening ? [{ role: 'opening' as const, file: pathOf(given.opening) }] : []),
    { role: 'film' as const, file: pathOf(given.films[0]!), subtitles },
  ].map((source) => (audioLanguage === undefined ? source : { ...source, audioLanguage }))
  const { language, printLadder, background } = given
  return { draft: draftOf(given), sources, language, printLadder, background, manifest: undefined, template: undefined }
}

function manifestOf(given: Given, pathOf: (file: string) => string): ManifestArguments {
  const { manifest = '', folder, report, operator, dryRun: isDryRun } = given
  const optionalPath = (file: string | undefined) => (file === undefined ? undefined : pathOf(file))
  return { file: pathOf(manifest), folder: optionalPath(folder), report: optionalPath(report), operator, isDryRun }
}

const NO_FILM = { sources: [], printLadder: false, background: false }

function draftOf(given: Given): TitleDraft {
  return {
    titleZh: given.titleZh ?? '',
    titleEn: given.titleEn ?? '',
    classify: given.classify ?? 'movie',
    restriction: given.class ?? 'I',
    vodTypes: given.vod.length > 0 ? [...given.vod] : ['free'],
    kids: given.kids || given.classify === 'kids',
    genres: [...given.genre],
    countries: [...given.country],
    ...optional('series', given.series),
    ...optional('season', given.season),
    ...optional('episode', given.episode),
    ...optional('credits', given.credits),
    ...optional('year', given.year),
    ...optional('regions', given.region.length > 0 ? [...given.region] : undefined),
    ...optional('licenceUntil', given.licenceUntil),
    ...optional('descriptionZh', given.descriptionZh),
    ...optional('descriptionEn', given.descriptionEn),
    ...optional('warningZh', given.warningZh),
    ...optional('warningEn', given.warningEn),
    ...optional('startShowPoint', given.skipShow),
    ...optional('startPosition', given.skipTo),
    ...optional('endPosition', given.endsAt),
  }
}

const optional = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<K, V>>
