import type { TitleIssue, TitleIssueCode } from '#contract/admin/title-issues.ts'
import { type TitleContent, type TitleField } from '#contract/admin/titles.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { REGIONS } from '#contract/regions.ts'
import type { EpisodeDraft, TitleChange } from './titles-model.ts'

/** What publication is checked against besides the content itself. */
export interface References {
  /** Of those that the content names. */
  readonly people: ReadonlySet<string>
  readonly images: ReadonlySet<string>
  /** Undefined for a title that was never published. */
  readonly programType: 'movie' | 'drama' | undefined
}

export interface Surroundings extends References {
  /** Guids with a film, and those whose film has subtitles. */
  readonly films: ReadonlySet<string>
  readonly subtitled: ReadonlySet<string>
  readonly now: Temporal.Instant
}

type Found = Omit<TitleIssue, 'blocks'>

/** What keeps a title from publication. Empty for one that may be published. */
export const blockingIssues = (content: TitleContent, references: References): TitleIssue[] =>
  [
    ...nameIssues(content),
    ...offerIssues(content),
    ...windowIssues(content),
    ...episodeIssues(content),
    ...referenceIssues(content, references),
  ].map((found) => ({ ...found, blocks: true }))

/** What a title should have, and may be published without. */
export const advisoryIssues = (content: TitleContent, { films, subtitled, now }: Surroundings): TitleIssue[] => {
  const { title, description, images, directors, actors, windows } = content
  const isEnglishMissing =
    (description.zh_HK !== '' && description.en_US === '') ||
    (title.zh_HK === title.en_US && /\p{Script=Han}/u.test(title.en_US))
  const found: [boolean, TitleField | 'film' | 'subtitles', TitleIssueCode][] = [
    [windows.length > 0 && windows.every(({ endsAt }) => !isOpenAt(endsAt, now.toString())), 'windows', 'WINDOWS_OVER'],
    [description.zh_HK === '', 'description', 'DESCRIPTION_NEEDED'],
    [isEnglishMissing, 'description', 'ENGLISH_NEEDED'],
    [images.keyart === '', 'images', 'POSTER_NEEDED'],
    [films.size === 0, 'film', 'FILM_NEEDED'],
    [films.size > subtitled.size, 'subtitles', 'SUBTITLES_NEEDED'],
    [directors.length + actors.length === 0, 'actors', 'PEOPLE_NEEDED'],
  ]
  return [
    ...found.flatMap(([is, field, code]) => (is ? [{ field, code, blocks: false }] : [])),
    ...removedFilms(content, films),
  ]
}

/** Publication removes the films of episodes that are gone, also of one that has another number now. */
function removedFilms({ episodes }: TitleContent, films: ReadonlySet<string>): TitleIssue[] {
  const kept = new Set(episodes.map(({ season, episode }) => `S${season}E${episode}`))
  return [...films].flatMap((programGuid) => {
    const [, season, episode] = /\.s(\d+)e(\d+)$/.exec(programGuid) ?? []
    const about = `S${season}E${episode}`
    const isGone = season !== undefined && !kept.has(about)
    return isGone ? [{ field: 'episodes', code: 'EPISODE_FILM_REMOVED' as const, about, blocks: false }] : []
  })
}

function nameIssues({ title }: TitleContent): Found[] {
  return LANGUAGES.flatMap((language): Found[] => {
    const field = `title.${language}`
    const name = title[language]
    if (name.trim() === '') return [{ field, code: 'TITLE_NEEDED' }]
    return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) ? [{ field, code: 'TITLE_CONTROLS' }] : []
  })
}

const YEARS = { first: 1_880, last: 2_200 }

function offerIssues({ vodTypes, credits, kids, restriction, releaseYear, country }: TitleContent): Found[] {
  const found: [boolean, TitleField, TitleIssueCode][] = [
    [vodTypes.length === 0, 'vodTypes', 'VOD_TYPE_NEEDED'],
    [vodTypes.includes('PAY PER RENT') && credits === 0, 'credits', 'CREDITS_NEEDED'],
    [kids && restriction === 'III', 'restriction', 'KIDS_CLASS_III'],
    [releaseYear < YEARS.first || releaseYear > YEARS.last, 'releaseYear', 'BAD_YEAR'],
    [country.length === 0, 'country', 'COUNTRY_NEEDED'],
  ]
  return found.flatMap(([is, field, code]) => (is ? [{ field, code }] : []))
}

function windowIssues({ windows }: TitleContent): Found[] {
  const field = 'windows'
  if (windows.length === 0) return [{ field, code: 'WINDOW_NEEDED' }]
  const backwards = windows.find(({ startsAt, endsAt }) => endsAt !== null && endsAt <= startsAt)
  if (backwards) return [{ field, code: 'WINDOW_BACKWARDS', about: backwards.region }]
  const overlapping = REGIONS.find((region) => {
    const sorted = windows
      .filter((window) => window.region === region)
      .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
    return sorted.some(({ startsAt }, at) => at > 0 && isOpenAt(sorted[at - 1]!.endsAt, startsAt))
  })
  return overlapping ? [{ field, code: 'WINDOWS_OVERLAP', about: overlapping }] : []
}

const isOpenAt = (endsAt: string | null, at: string): boolean =>
  endsAt === null || Temporal.Instant.compare(endsAt, at) > 0

function episodeIssues({ programType, episodes }: TitleContent): Found[] {
  const field = 'episodes'
  if (programType === 'movie') return episodes.length > 0 ? [{ field, code: 'EPISODES_OF_FILM' }] : []
  if (episodes.length === 0) return [{ field, code: 'EPISODE_NEEDED' }]
  const seen = new Set<string>()
  return episodes.flatMap(({ season, episode, startShowPoint, startPosition }): Found[] => {
    const about = `S${season}E${episode}`
    if (seen.has(about)) return [{ field, code: 'EPISODE_TWICE', about }]
    seen.add(about)
    return startPosition > 0 && startPosition < startShowPoint ? [{ field, code: 'SKIP_BACKWARDS', about }] : []
  })
}

export const hashOfImage = (image: string): string => image.split('/')[0]!

export const imagesOf = ({ images, episodes }: TitleContent): string[] =>
  [...Object.values(images), ...episodes.map(({ image }) => image)].filter((image) => image !== '')

function referenceIssues(content: TitleContent, { people, images, programType }: References): Found[] {
  const ofPeople = (['directors', 'actors'] as const).flatMap((field) => {
    const ids = content[field].map(({ personId }) => personId)
    const twice = ids.find((personId, at) => ids.indexOf(personId) !== at)
    const unknown = content[field].find(({ personId }) => !people.has(personId))
    return [
      ...(unknown ? [{ field, code: 'PERSON_UNKNOWN' as const, about: unknown.name.zh_HK }] : []),
      ...(twice === undefined ? [] : [{ field, code: 'PERSON_TWICE' as const, about: twice }]),
    ]
  })
  const unknownImage = imagesOf(content).find((image) => !images.has(hashOfImage(image)))
  return [
    ...ofPeople,
    ...(unknownImage === undefined ? [] : [{ field: 'images', code: 'IMAGE_UNKNOWN' as const, about: unknownImage }]),
    ...(programType !== undefined && programType !== content.programType
      ? [{ field: 'programType', code: 'TYPE_CHANGED' as const }]
      : []),
  ]
}

const compareTimes = (one: string, other: string): number =>
  Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other))

const covers = (after: TitleContent['windows'][number], before: TitleContent['windows'][number]): boolean =>
  after.region === before.region &&
  compareTimes(after.startsAt, before.startsAt) <= 0 &&
  (after.endsAt === null || (before.endsAt !== null && compareTimes(after.endsAt, before.endsAt) >= 0))

/** Whether a title may be watched at fewer times or places than before. */
export const isNarrower = (before: TitleContent, after: TitleContent): boolean =>
  before.windows.some((window) => !after.windows.some((other) => covers(other, window)))

/** Fields that differ; of windows and episodes the order says nothing. */
export function changedFields(before: TitleContent | undefined, after: TitleContent): TitleField[] {
  const fields = Object.keys(after).toSorted() as TitleField[]
  if (!before) return fields
  return fields.filter((field) => textOf(before, field) !== textOf(after, field))
}

function textOf(content: TitleContent, field: TitleField): string {
  const value = content[field]
  if (field === 'windows' || field === 'episodes') return (value as readonly object[]).map(sortedText).toSorted().join()
  return sortedText(value)
}

/** JSON whose keys are in order: PostgreSQL keeps another order than a form does. */
const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

const textIn = <T>({ zh_HK: zh, en_US: en }: { zh_HK: T; en_US: T }): { zh: T; en: T } => ({ zh, en })

/** What `changeTitle` and the parts' writers take. People are linked by id. */
export function changeOf(content: TitleContent): TitleChange & Required<Pick<TitleChange, 'title' | 'licences'>> {
  const { classify, genres, country, locale, restriction, vodTypes, credits, kids, releaseYear, images } = content
  return {
    classify,
    genres,
    country,
    locale,
    restriction,
    vodTypes,
    credits,
    kids,
    releaseYear,
    images,
    title: textIn(content.title),
    aliases: textIn(content.aliases),
    tagline: textIn(content.tagline),
    description: textIn(content.description),
    warning: textIn(content.warning),
    tags: content.tags.map(({ tagId, name }) => ({ tagId, name: textIn(name) })),
    focus: content.focus,
    licences: content.windows.map(({ startsAt, endsAt, ...window }) => ({
      ...window,
      startsAt: Temporal.Instant.from(startsAt),
      endsAt: endsAt === null ? null : Temporal.Instant.from(endsAt),
    })),
  }
}

export const episodesOf = ({ episodes }: TitleContent): EpisodeDraft[] =>
  episodes.map(({ title, description, ...episode }) => ({
    ...episode,
    title: textIn(title),
    description: textIn(description),
  }))
