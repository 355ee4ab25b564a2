import type { Restriction } from './restrictions.ts'

/**
 * Ingest as server and command line share it: why a file is refused, and how far a job is.
 * These are no wire codes: they travel in a job's row, and `text/<language>/ingest.ts` says them.
 */
export const INGEST_ERRORS = [
  'NOT_A_FILE',
  'UNREADABLE',
  'EMPTY_FILE',
  'NOT_A_VIDEO',
  'POINTS_ELSEWHERE',
  'NO_VIDEO',
  'COVER_ONLY',
  'TRUNCATED',
  'DAMAGED',
  'NO_DECODER',
  'DOLBY_VISION',
  'VIDEO_ENDS_EARLY',
  'BAD_TIMESTAMPS',
  'TIMES_RETURN',
  'TOO_SHORT',
  'TOO_LONG',
  'TOO_LARGE',
  'TOO_BIG_PICTURE',
  'BAD_SUBTITLE',
  'BAD_LANGUAGE',
  'POSITION_PAST_END',
  'SOURCE_CHANGED',
  'TITLE_REFUSED',
  'DISK_FULL',
  'TIMEOUT',
  'ENCODER_FAILED',
  'NO_ENCODER',
  'UNEXPECTED',
  'CANCELLED',
] as const

/** Why an ingest job failed. */
export type IngestErrorCode = (typeof INGEST_ERRORS)[number]

/** What an ingest took otherwise than it was given. Travels in the job's row as a refusal does. */
export const INGEST_NOTES = [
  'SUBTITLE_CHARACTERS',
  'SUBTITLE_LEFT_OUT',
  'TRACK_LEFT_OUT',
  'LANGUAGE_UNKNOWN',
  'SOUND_CUT',
  'HEADER_SIZE',
  'HEADER_LENGTH',
  'BASE_LAYER',
] as const

/** A note about a source, for its operator. */
export type IngestNote = { code: (typeof INGEST_NOTES)[number]; params: IngestErrorParams }

/** What of a title an ingest refuses. A fault travels as its code and, after a space, what it is about. */
export const DRAFT_ISSUES = [
  'TITLE_NEEDED',
  'TITLE_TOO_LONG',
  'TITLE_CONTROLS',
  'UNKNOWN_GENRE',
  'UNKNOWN_COUNTRY',
  'VOD_TYPE_NEEDED',
  'CREDITS_NEEDED',
  'KIDS_CLASS_III',
  'BAD_YEAR',
  'EPISODE_NEEDED',
  'SEASON_OF_FILM',
  'POSITIONS_OF_FILM',
  'SKIP_BACKWARDS',
  'UNKNOWN_REGION',
  'SERIES_UNKNOWN',
  'SERIES_IS_FILM',
  'LICENCE_OF_EPISODE',
  'LICENCE_DATE',
  'LICENCE_OVER',
] as const

/** One fault of a title that an ingest was given. */
export type DraftIssue = (typeof DRAFT_ISSUES)[number]

/** A fault as it travels, read again; undefined for what is none. */
export function parseDraftIssue(written: string): { fault: DraftIssue; about: string } | undefined {
  const [code = '', ...about] = written.split(' ')
  const fault = DRAFT_ISSUES.find((known) => known === code)
  return fault && { fault, about: about.join(' ') }
}

/** A title may have at most this many characters. */
export const TITLE_MAX = 200

/** The steps of an ingest, in order. */
export const INGEST_STEPS = [
  'probe',
  'check',
  'measure',
  'encode',
  'images',
  'preview',
  'subtitles',
  'publish',
] as const

/** One step of an ingest. */
export type IngestStep = (typeof INGEST_STEPS)[number]

/** The languages' shape for the ingest's sentences. */
export type IngestText = {
  errors: Record<IngestErrorCode, (params: IngestErrorParams) => string>
  notes: Record<IngestNote['code'], (params: IngestErrorParams) => string>
  draftFaults: Record<DraftIssue, (about: string) => string>
  steps: Record<IngestStep, string>
  progress: (now: { percent: number; speed: number | null; secondsLeft: number | null }) => string
}

/** What a refusal's sentence may name: the file, and the limit that it broke. */
export type IngestErrorParams = { file?: string; line?: number; limit?: number; found?: number; detail?: string }

/** A source may be at most this large, in bytes: 200 GB. */
export const SOURCE_MAX_BYTES = 200e9

/** A source may be at most this long, in seconds: 12 hours. */
export const SOURCE_MAX_SECONDS = 12 * 3600

/** The largest video frame that is accepted: 8K, by its long and its short side. */
export const SOURCE_MAX_LONG_SIDE = 8192
export const SOURCE_MAX_SHORT_SIDE = 4320

/** A source that ends before this share of the length it declares is called truncated. */
export const SOURCE_MIN_SHARE = 0.99

/** A title as given to the ingest command; the catalogue validates its values. */
export type TitleDraft = {
  titleZh: string
  titleEn: string
  /** The series' programId, for an episode; else the draft makes a title of its own. */
  series?: string
  season?: number
  episode?: number
  classify: 'movie' | 'drama' | 'kids' | 'variety'
  restriction: Restriction
  vodTypes: ('free' | 'vip' | 'credit' | 'voucher')[]
  credits?: number
  kids: boolean
  genres: string[]
  /** ISO 3166, two letters. */
  countries: string[]
  year?: number
  descriptionZh?: string
  descriptionEn?: string
  warningZh?: string
  warningEn?: string
  /** Seconds of the episode: where the skip button shows, where it leads, where the next episode is offered. */
  startShowPoint?: number
  startPosition?: number
  endPosition?: number
  /** Where it is licensed (ISO 3166); everywhere when not said. */
  regions?: string[]
  /** The last day of its licence, in Hong Kong (`2027-01-31`); without end when not said. */
  licenceUntil?: string
}
