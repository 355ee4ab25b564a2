import type { Restriction } from './restrictions.ts'

/** Why a file is refused. No wire codes: they travel in a job's row, and `text/<language>/ingest.ts` says them. */
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
  'RESERVED_COLOURS',
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
  'NO_AUDIO',
  'AUDIO_LENGTH',
  'LAST_AUDIO',
  'TRACK_UNKNOWN',
  'FILM_REPLACED',
  'SOURCE_CHANGED',
  'SOURCE_GONE',
  'TITLE_REFUSED',
  'DISK_FULL',
  'TIMEOUT',
  'ENCODER_FAILED',
  'NO_ENCODER',
  'UNEXPECTED',
  'CANCELLED',
] as const

export type IngestErrorCode = (typeof INGEST_ERRORS)[number]

/** A deviation of an ingest from its source file. Sent as a refusal is. */
export const INGEST_NOTES = [
  'SUBTITLE_CHARACTERS',
  'SUBTITLE_CUES',
  'SUBTITLE_TWICE',
  'SUBTITLE_LEFT_OUT',
  'TRACK_LEFT_OUT',
  'LANGUAGE_UNKNOWN',
  'SOUND_CUT',
  'HEADER_SIZE',
  'HEADER_LENGTH',
  'BASE_LAYER',
  'OTHER_LENGTH',
  'ONE_OF_SOUNDS',
] as const

export type IngestNote = { code: (typeof INGEST_NOTES)[number]; params: IngestErrorParams }

/** Travels as its code and, after a space, what it is about. */
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

export type DraftIssue = (typeof DRAFT_ISSUES)[number]

export function parseDraftIssue(written: string): { fault: DraftIssue; about: string } | undefined {
  const [code = '', ...about] = written.split(' ')
  const fault = DRAFT_ISSUES.find((known) => known === code)
  return fault && { fault, about: about.join(' ') }
}

export const TITLE_MAX = 200

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

export type IngestStep = (typeof INGEST_STEPS)[number]

export type IngestText = {
  errors: Record<IngestErrorCode, (params: IngestErrorParams) => string>
  notes: Record<IngestNote['code'], (params: IngestErrorParams) => string>
  draftFaults: Record<DraftIssue, (about: string) => string>
  /** While the sources are copied to a store that all nodes share. */
  copying: string
  databaseLost: string
  steps: Record<IngestStep, string>
  progress: (now: { percent: number; speed: number | null; secondsLeft: number | null }) => string
}

export type IngestErrorParams = { file?: string; line?: number; limit?: number; found?: number; detail?: string }

export const SOURCE_MAX_BYTES = 200e9

export const SOURCE_MAX_SECONDS = 12 * 3600

export const SOURCE_MAX_LONG_SIDE = 8192
export const SOURCE_MAX_SHORT_SIDE = 4320

/** Shorter than this share of its declared length is truncated. */
export const SOURCE_MIN_SHARE = 0.99

export type TitleDraft = {
  titleZh: string
  titleEn: string
  series?: string
  season?: number
  episode?: number
  classify: 'movie' | 'drama' | 'kids' | 'variety'
  restriction: Restriction
  vodTypes: ('free' | 'vip' | 'credit' | 'voucher')[]
  credits?: number
  kids: boolean
  genres: string[]
  /** ISO 3166. */
  countries: string[]
  year?: number
  descriptionZh?: string
  descriptionEn?: string
  warningZh?: string
  warningEn?: string
  /** Seconds: where the skip button shows, where it leads, where the next episode is offered. */
  startShowPoint?: number
  startPosition?: number
  endPosition?: number
  /** ISO 3166; everywhere when absent. */
  regions?: string[]
  /** Its last day, in Hong Kong (`2027-01-31`). */
  licenceUntil?: string
}
