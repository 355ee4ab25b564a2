import { type DraftIssue, TITLE_MAX, type TitleDraft } from '#contract/ingest.ts'
import { GENRES, type Genre } from '#contract/genres.ts'
import { REGIONS } from '#contract/regions.ts'
import type { VodType } from '#contract/vod-types.ts'
import { AppError } from '#contract/errors.ts'
import type { AssetFacts, AssetRole, EpisodeDraft, LicenceWindow, TitleCard, TitleWriting } from './titles-model.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

/** Vod types of SPEC section 6. */
export const VOD_TYPE_OF = {
  free: 'FREE TO WATCH',
  vip: 'VIP UNLIMITED WATCH',
  voucher: 'MOVIE VOUCHER',
  credit: 'PAY PER RENT',
} as const satisfies Record<string, VodType>

/** Stable across seasons. */
export const episodeGuid = (programId: string, season: number, episode: number): string =>
  `${programId}.s${season}e${episode}`

/** Of a film its own guid. */
export const programIdOfGuid = (programGuid: string): string => programGuid.replace(/\.s\d+e\d+$/, '')

type OpenWindow = { endsAt?: Temporal.Instant | null | undefined; regions?: readonly string[] | undefined }

/** Default: no end, all regions of the service. */
export const openLicences = (
  startsAt: Temporal.Instant,
  { endsAt = null, regions = REGIONS }: OpenWindow = {},
): LicenceWindow[] => regions.map((region) => ({ region, startsAt, endsAt }))

/** In Hong Kong; undefined for an invalid day. */
function endOfDay(day: string): Temporal.Instant | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  try {
    return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime('Asia/Hong_Kong').toInstant()
  } catch {
    return undefined
  }
}

/** A draft with an episode number starts a series. */
const isSeries = (draft: TitleDraft): boolean =>
  draft.series !== undefined || draft.classify === 'drama' || draft.episode !== undefined

/** By field; empty for a valid draft. */
export function draftIssues(draft: TitleDraft, now: Temporal.Instant): Record<string, string> {
  const faults: Record<string, string> = {}
  const refuse = (field: keyof TitleDraft, fault: DraftIssue, about: string | readonly string[] = '') =>
    (faults[field] ??= `${fault} ${typeof about === 'string' ? about : about.join(', ')}`.trim())
  for (const [field, option] of [['titleZh', '--title-zh'] as const, ['titleEn', '--title-en'] as const]) {
    const title = draft[field]
    if (title.trim() === '') refuse(field, 'TITLE_NEEDED', option)
    if ([...title].length > TITLE_MAX) refuse(field, 'TITLE_TOO_LONG', option)
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(title)) refuse(field, 'TITLE_CONTROLS', option)
  }
  const unknown = draft.genres.filter((genre) => !isGenre(genre))
  if (unknown.length > 0) refuse('genres', 'UNKNOWN_GENRE', unknown)
  const unknownCountries = draft.countries.filter((country) => !/^[A-Z]{2}$/.test(country))
  if (unknownCountries.length > 0) refuse('countries', 'UNKNOWN_COUNTRY', unknownCountries)
  if (draft.vodTypes.length === 0) refuse('vodTypes', 'VOD_TYPE_NEEDED')
  if (draft.vodTypes.includes('credit') && !(draft.credits && draft.credits > 0)) refuse('credits', 'CREDITS_NEEDED')
  if (draft.kids && draft.restriction === 'III') refuse('restriction', 'KIDS_CLASS_III')
  if (draft.year !== undefined && (draft.year < 1880 || draft.year > 2200)) refuse('year', 'BAD_YEAR')
  if (draft.series !== undefined && draft.episode === undefined) refuse('episode', 'EPISODE_NEEDED')
  if (draft.season !== undefined && !isSeries(draft)) refuse('season', 'SEASON_OF_FILM')
  const positions = [draft.startShowPoint, draft.startPosition, draft.endPosition]
  if (!isSeries(draft) && positions.some((position) => position !== undefined))
    refuse('startShowPoint', 'POSITIONS_OF_FILM')
  const { startShowPoint, startPosition } = draft
  if (startShowPoint !== undefined && startPosition !== undefined && startPosition < startShowPoint)
    refuse('startPosition', 'SKIP_BACKWARDS', `${startPosition} < ${startShowPoint}`)
  const unknownRegions = (draft.regions ?? []).filter((region) => !isRegion(region))
  if (unknownRegions.length > 0) refuse('regions', 'UNKNOWN_REGION', unknownRegions)
  const { licenceUntil } = draft
  if (licenceUntil !== undefined) {
    const end = endOfDay(licenceUntil)
    if (draft.series !== undefined) refuse('licenceUntil', 'LICENCE_OF_EPISODE')
    if (!end) refuse('licenceUntil', 'LICENCE_DATE', licenceUntil)
    else if (Temporal.Instant.compare(end, now) <= 0) refuse('licenceUntil', 'LICENCE_OVER', licenceUntil)
  }
  return faults
}

/** @throws AppError INVALID_INPUT naming every field */
export function assertDraft(draft: TitleDraft, now: Temporal.Instant): void {
  const faults = draftIssues(draft, now)
  if (Object.keys(faults).length > 0) throw new AppError('INVALID_INPUT', { fields: faults })
}

export function writingOf(draft: TitleDraft, programId: string, at: Temporal.Instant): TitleWriting {
  return {
    programId,
    programType: isSeries(draft) ? 'drama' : 'movie',
    classify: draft.classify,
    title: { zh: draft.titleZh, en: draft.titleEn },
    description: descriptionOf(draft),
    warning: { zh: draft.warningZh ?? '', en: draft.warningEn ?? '' },
    genres: draft.genres.filter(isGenre),
    country: draft.countries.length > 0 ? draft.countries : ['HK'],
    restriction: draft.restriction,
    vodTypes: draft.vodTypes.map((word) => VOD_TYPE_OF[word]),
    credits: draft.credits ?? 0,
    kids: draft.kids,
    releaseYear: draft.year ?? at.toZonedDateTimeISO(HONG_KONG).year,
    licences: openLicences(at, {
      endsAt: draft.licenceUntil === undefined ? null : endOfDay(draft.licenceUntil),
      regions: draft.regions,
    }),
    ...(isSeries(draft) && { episodes: [{ ...positionsOf(draft), title: { zh: '', en: '' } }] }),
  }
}

export const episodeOfDraft = (draft: TitleDraft): EpisodeDraft => ({
  ...positionsOf(draft),
  title: { zh: draft.titleZh, en: draft.titleEn },
  description: descriptionOf(draft),
})

const descriptionOf = (draft: TitleDraft) => ({ zh: draft.descriptionZh ?? '', en: draft.descriptionEn ?? '' })

const positionsOf = (draft: TitleDraft) => ({
  season: draft.season ?? 1,
  episode: draft.episode ?? 1,
  startShowPoint: draft.startShowPoint ?? 0,
  startPosition: draft.startPosition ?? 0,
  endPosition: draft.endPosition ?? 0,
})

/** BCP 47 tag; undefined if unknown. */
export function localeOf(audioLanguage: string | undefined): string | undefined {
  if (audioLanguage === undefined || audioLanguage === 'und') return undefined
  return audioLanguage === 'yue' ? 'yue-HK' : audioLanguage
}

const isRegion = (region: string) => (REGIONS as readonly string[]).includes(region)
const isGenre = (word: string): word is Genre => (GENRES as readonly string[]).includes(word)

export type PreviewAsset = { programGuid: string; role: AssetRole; facts: AssetFacts }

/** What a draft does not say of its title. */
export type PreviewFacts = Pick<TitleCard, 'votes' | 'rating' | 'score'> & {
  /** The first of a guid and role counts. */
  assets: readonly PreviewAsset[]
}

export const NO_VOTES = { votes: 0, rating: 3.5, score: 3.5 } as const
