import { LICENSOR_MAX, type TitleWindow, TITLE_CLASSIFIES } from '#contract/admin/titles.ts'
import { GENRES } from '#contract/genres.ts'
import { REGIONS } from '#contract/regions.ts'
import { RESTRICTIONS } from '#contract/restrictions.ts'
import type { ImportColumn, ImportProblem } from '#contract/title-imports.ts'
import { VOD_TYPES } from '#contract/vod-types.ts'
import { readYesNo } from '#contract/yes-no.ts'
import { VOD_TYPE_OF } from '../catalogue/index.ts'
import { subtitleTag } from '../media/index.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

export type Cell = string | readonly string[]

/** `value` undefined: the cell is empty and leaves the field as it is. */
export type Read<T> = { readonly value: T | undefined } | { readonly problem: ImportProblem }

type Reader<T = unknown> = (cell: Cell) => Read<T>

/** A column whose cell is a field of the title or episode, at this path of its content. */
export interface FieldColumn {
  readonly path: string
  readonly read: Reader
}

const NAME_MAX = 200
const TEXT_MAX = 5_000
const LIST_MAX = 200
const ALIASES_MAX = 20
const SECONDS_MAX = 86_400
const CREDITS_MAX = 100_000

const wrong = (problem: ImportProblem): { problem: ImportProblem } => ({ problem })

/** Lost in an earlier program, or not to be shown. */
const UNREADABLE = /[\uFFFD\uE000-\uF8FF\u202A-\u202E\u2066-\u2069]|[^\P{Cc}\n\t]|\p{Cs}/u

export const isUnreadable = (cell: Cell): boolean => [cell].flat().some((text) => UNREADABLE.test(text))

/** Entries of a cell: a list of JSON, or a text with semicolons, ideographic commas, bars or line breaks. */
export const listOf = (cell: Cell, separators = /[;；|、\n]/): string[] =>
  (typeof cell === 'string' ? cell.split(separators) : cell).map((one) => one.trim()).filter((one) => one !== '')

const codesOf = (cell: Cell): string[] => listOf(cell, /[;；|、\n,，]/)

const textOf = (cell: Cell): string => [cell].flat().join('; ')

const text =
  (max: number): Reader<string> =>
  (cell) => {
    const value = textOf(cell)
    return value.length > max ? wrong({ is: 'tooLong', max }) : { value }
  }

const line =
  (max: number): Reader<string> =>
  (cell) => {
    const read = text(max)(cell)
    return 'value' in read ? { value: read.value?.replaceAll(/\s+/g, ' ') } : read
  }

const oneOf =
  <T extends string>(values: readonly T[], names: Readonly<Record<string, T>> = {}): Reader<T> =>
  (cell) => {
    const given = textOf(cell)
    if (given === '') return { value: undefined }
    const value = values.find((one) => one.toLowerCase() === given.toLowerCase()) ?? names[given.toLowerCase()]
    return value === undefined
      ? wrong({ is: 'notOneOf', value: given, values: Object.keys(names).length > 0 ? Object.keys(names) : values })
      : { value }
  }

const severalOf =
  <T extends string>(values: readonly T[], names: Readonly<Record<string, T>> = {}): Reader<T[]> =>
  (cell) => {
    const found = new Set<T>()
    for (const given of codesOf(cell)) {
      const read = oneOf(values, names)(given)
      if ('problem' in read) return read
      if (read.value !== undefined) found.add(read.value)
    }
    return { value: values.filter((one) => found.has(one)) }
  }

const number =
  ({ min, max, empty }: { min: number; max: number; empty: number }): Reader<number> =>
  (cell) => {
    const value = textOf(cell)
    if (value === '') return { value: empty }
    const read = /^\d{1,9}(?:\.0+)?$/.test(value) ? Number(value) : Number.NaN
    return read >= min && read <= max ? { value: read } : wrong({ is: 'notNumber', value, min, max })
  }

const yesNo: Reader<boolean> = (cell) => {
  const value = textOf(cell)
  const read = readYesNo(value)
  return read === undefined ? wrong({ is: 'notYesNo', value }) : { value: read }
}

/** `83`, `1:23` or `1:02:03`, in whole seconds. */
const seconds: Reader<number> = (cell) => {
  const value = textOf(cell)
  if (value === '') return { value: 0 }
  const [, hours = '0', minutes = '0', rest] = /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,5})(?:\.\d+)?$/.exec(value) ?? []
  const read = rest === undefined ? Number.NaN : (Number(hours) * 60 + Number(minutes)) * 60 + Number(rest)
  return read <= SECONDS_MAX ? { value: read } : wrong({ is: 'notTime', value })
}

const countries: Reader<string[]> = (cell) => {
  const list = codesOf(cell).map((one) => one.toUpperCase())
  const other = list.find((one) => !/^[A-Z]{2}$/.test(one))
  if (other !== undefined) return wrong({ is: 'notCountry', value: other })
  return { value: [...new Set(list)].slice(0, 20) }
}

const locale: Reader<string> = (cell) => {
  const value = textOf(cell)
  if (value === '') return { value: undefined }
  return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value) ? { value } : wrong({ is: 'notLanguage', value })
}

const aliases: Reader<string[]> = (cell) => {
  const list = listOf(cell)
  if (list.length > ALIASES_MAX) return wrong({ is: 'tooLong', max: ALIASES_MAX })
  return list.some((one) => one.length > NAME_MAX) ? wrong({ is: 'tooLong', max: NAME_MAX }) : { value: list }
}

const BETWEEN = /\s*(?:\.\.|–|—|~|～|至|\s-\s|\sto\s)\s*/i
const DATE = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|年(\d{1,2})月(\d{1,2})日)/
const WITHOUT_YEAR = /^(?:\d{1,2}[-/.]\d{1,2}|\d{1,2}月\d{1,2}日)(?=\s|T|$)/

/** Of Hong Kong, unless the text has an offset. `end`: a day alone means through its end. */
function instantOf(given: string, { isEnd = false } = {}): Temporal.Instant | ImportProblem {
  if (WITHOUT_YEAR.test(given)) return { is: 'dateWithoutYear', value: given }
  const [head, year, month, day, zhMonth, zhDay] = DATE.exec(given) ?? []
  if (head === undefined) return { is: 'notDate', value: given }
  const rest = given.slice(head.length).trim().replace(/^T/, '')
  const [, hour, minute, second = '0', offset] =
    /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(rest) ?? []
  if (rest !== '' && hour === undefined) return { is: 'notDate', value: given }
  try {
    const parts = { year: Number(year), month: Number(month ?? zhMonth), day: Number(day ?? zhDay) }
    const date = Temporal.PlainDate.from(parts, { overflow: 'reject' })
    if (rest === '')
      return date
        .add({ days: isEnd ? 1 : 0 })
        .toZonedDateTime(HONG_KONG)
        .toInstant()
    const clock = { hour: Number(hour), minute: Number(minute), second: Number(second) }
    const time = Temporal.PlainTime.from(clock, { overflow: 'reject' })
    return date
      .toPlainDateTime(time)
      .toZonedDateTime(offset === 'Z' ? 'UTC' : (offset ?? HONG_KONG))
      .toInstant()
  } catch {
    return { is: 'notDate', value: given }
  }
}

/** As the catalogue writes them, so that two are compared as text. */
const written = (at: Temporal.Instant): string => at.toString({ fractionalSecondDigits: 3 })

/** `HK 2026-12-01..2027-01-31`; without an end it stays open. */
function windowOf(given: string): TitleWindow | ImportProblem {
  const [, name, rest = ''] = /^([A-Za-z]{2})[\s:]+(.+)$/.exec(given) ?? []
  const region = REGIONS.find((one) => one === name?.toUpperCase())
  const [from = '', until = '', ...more] = rest.split(BETWEEN)
  if (!region || from === '' || more.length > 0) return { is: 'notWindow', value: given }
  const startsAt = instantOf(from)
  const endsAt = until === '' ? null : instantOf(until, { isEnd: true })
  if ('is' in startsAt) return startsAt
  if (endsAt !== null && 'is' in endsAt) return endsAt
  return { region, startsAt: written(startsAt), endsAt: endsAt && written(endsAt) }
}

const byStart = (a: TitleWindow, b: TitleWindow): number =>
  a.region === b.region ? (a.startsAt < b.startsAt ? -1 : 1) : a.region < b.region ? -1 : 1

const windows: Reader<TitleWindow[]> = (cell) => {
  const list = listOf(cell)
  if (list.length === 0) return { value: undefined }
  const read: TitleWindow[] = []
  for (const given of list) {
    const window = windowOf(given)
    if ('is' in window) return wrong(window)
    read.push(window)
  }
  return { value: read.toSorted(byStart) }
}

export const readLicensor = line(LICENSOR_MAX)

const restriction = oneOf(RESTRICTIONS)

export const TITLE_FIELDS = {
  titleZh: { path: 'title.zh_HK', read: line(NAME_MAX) },
  titleEn: { path: 'title.en_US', read: line(NAME_MAX) },
  classify: { path: 'classify', read: oneOf(TITLE_CLASSIFIES) },
  class: { path: 'restriction', read: (cell) => (textOf(cell) === '' ? wrong({ is: 'needed' }) : restriction(cell)) },
  vod: { path: 'vodTypes', read: severalOf(VOD_TYPES, VOD_TYPE_OF) },
  credits: { path: 'credits', read: number({ min: 0, max: CREDITS_MAX, empty: 0 }) },
  kids: { path: 'kids', read: yesNo },
  genre: { path: 'genres', read: severalOf(GENRES) },
  country: { path: 'country', read: countries },
  language: { path: 'locale', read: locale },
  year: { path: 'releaseYear', read: number({ min: 1_880, max: 2_200, empty: 0 }) },
  windows: { path: 'windows', read: windows },
  taglineZh: { path: 'tagline.zh_HK', read: line(NAME_MAX) },
  taglineEn: { path: 'tagline.en_US', read: line(NAME_MAX) },
  descriptionZh: { path: 'description.zh_HK', read: text(TEXT_MAX) },
  descriptionEn: { path: 'description.en_US', read: text(TEXT_MAX) },
  warningZh: { path: 'warning.zh_HK', read: line(NAME_MAX) },
  warningEn: { path: 'warning.en_US', read: line(NAME_MAX) },
  aliasesZh: { path: 'aliases.zh_HK', read: aliases },
  aliasesEn: { path: 'aliases.en_US', read: aliases },
} as const satisfies Partial<Record<ImportColumn, FieldColumn>>

export const EPISODE_FIELDS = {
  titleZh: TITLE_FIELDS.titleZh,
  titleEn: TITLE_FIELDS.titleEn,
  descriptionZh: TITLE_FIELDS.descriptionZh,
  descriptionEn: TITLE_FIELDS.descriptionEn,
  skipShow: { path: 'startShowPoint', read: seconds },
  skipTo: { path: 'startPosition', read: seconds },
  endsAt: { path: 'endPosition', read: seconds },
} as const satisfies Partial<Record<ImportColumn, FieldColumn>>

/** Columns whose cell is the name of an image, and its place in the content. */
export const TITLE_IMAGES = {
  keyart: 'images.keyart',
  landscape: 'images.landscape',
  art: 'images.art',
  hero: 'images.hero',
} as const satisfies Partial<Record<ImportColumn, string>>

const REFERENCE_MAX = 100

export const readReference = (cell: Cell): Read<string> => {
  const value = textOf(cell)
  if (value === '') return wrong({ is: 'needed' })
  return value.length > REFERENCE_MAX ? wrong({ is: 'tooLong', max: REFERENCE_MAX }) : { value }
}

export const readState = oneOf(['draft', 'published'])

const ordinal = (max: number) => number({ min: 1, max, empty: 1 })
export const readSeason = ordinal(999)
export const readEpisode = ordinal(9_999)

export const readNames = (cell: Cell): Read<string[]> => {
  const list = listOf(cell)
  return list.length > LIST_MAX ? wrong({ is: 'tooLong', max: LIST_MAX }) : { value: [...new Set(list)] }
}

export interface NamedSubtitle {
  readonly language: string
  readonly name: string
}

/** `zh-Hant:film.srt`, several between semicolons. */
export const readSubtitles = (cell: Cell): Read<NamedSubtitle[]> => {
  const read: NamedSubtitle[] = []
  for (const value of listOf(cell, /[;；|\n]/)) {
    const [, given = '', name = ''] = /^([A-Za-z][A-Za-z0-9-]*):\s*(.+)$/.exec(value) ?? []
    const language = subtitleTag(given)
    if (!language || name === '' || read.some((one) => one.language === language))
      return wrong({ is: 'notSubtitle', value })
    read.push({ language, name })
  }
  return { value: read }
}

export const readFileName = (cell: Cell): string => textOf(cell)
