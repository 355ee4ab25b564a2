import { GENRES, type Genre, type VodType } from '#contract/values.ts'
import { AppError } from '#contract/errors.ts'
import type { EpisodeDraft, LicenceWindow, TitleWriting } from './titles.model.ts'

/** A title as an operator names it on the ingest command. */
export type TitleDraft = {
  titleZh: string
  titleEn: string
  series?: string
  season?: number
  episode?: number
  classify: 'movie' | 'drama' | 'kids' | 'variety'
  restriction: 'I' | 'IIA' | 'IIB' | 'III'
  vodTypes: ('free' | 'vip' | 'credit' | 'voucher')[]
  credits?: number
  kids: boolean
  genres: string[]
  countries: string[]
  year?: number
  descriptionZh?: string
  descriptionEn?: string
  warningZh?: string
  warningEn?: string
  startShowPoint?: number
  startPosition?: number
  endPosition?: number
}

/** The words of drafts and seeds for the vod types of SPEC section 6. */
export const VOD_TYPE_OF = {
  free: 'FREE TO WATCH',
  vip: 'VIP UNLIMITED WATCH',
  voucher: 'MOVIE VOUCHER',
  credit: 'PAY PER RENT',
} as const satisfies Record<string, VodType>

/** The guid of an episode, stable over seasons. */
export const episodeGuid = (programId: string, season: number, episode: number): string =>
  `${programId}.s${season}e${episode}`

/** Open from an instant on, without end, wherever the service runs when nothing else is said. */
export const openLicences = (startsAt: Temporal.Instant): LicenceWindow[] =>
  ['HK', 'MO'].map((region) => ({ region, startsAt, endsAt: null }))

/** What of a draft cannot be right, by field; empty when it can be written. */
export function draftFaults(draft: TitleDraft): Record<string, string> {
  const faults: Record<string, string> = {}
  if (draft.titleZh.trim() === '') faults['titleZh'] = 'required'
  if (draft.titleEn.trim() === '') faults['titleEn'] = 'required'
  const unknown = draft.genres.filter((genre) => !isGenre(genre))
  if (unknown.length > 0) faults['genres'] = `unknown: ${unknown.join(', ')}; known: ${GENRES.join(', ')}`
  const places = draft.countries.filter((country) => !/^[A-Z]{2}$/.test(country))
  if (places.length > 0) faults['countries'] = `not ISO 3166 codes: ${places.join(', ')}`
  if (draft.vodTypes.length === 0) faults['vodTypes'] = 'required'
  if (draft.vodTypes.includes('credit') && !(draft.credits && draft.credits > 0))
    faults['credits'] = 'required with credit'
  if (draft.kids && draft.restriction === 'III') faults['restriction'] = 'class III cannot be for kids'
  if (draft.year !== undefined && (draft.year < 1880 || draft.year > 2200)) faults['year'] = 'between 1880 and 2200'
  if (draft.series !== undefined && draft.episode === undefined) faults['episode'] = 'required with series'
  return faults
}

/** @throws AppError INVALID_INPUT with every fault named */
export function assertDraft(draft: TitleDraft): void {
  const faults = draftFaults(draft)
  if (Object.keys(faults).length > 0) throw new AppError('INVALID_INPUT', {}, faults)
}

/** A draft without `series` as a title of its own: a drama, or anything with an episode number, is a series that begins with it. */
export function writingOf(draft: TitleDraft, programId: string, year: number): TitleWriting {
  const isSeries = draft.classify === 'drama' || draft.episode !== undefined
  return {
    programId,
    programType: isSeries ? 'drama' : 'movie',
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
    releaseYear: draft.year ?? year,
    ...(isSeries && { episodes: [{ ...positionsOf(draft), title: { zh: '', en: '' } }] }),
  }
}

/** A draft with `series` as an episode of it. */
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

const isGenre = (word: string): word is Genre => (GENRES as readonly string[]).includes(word)
