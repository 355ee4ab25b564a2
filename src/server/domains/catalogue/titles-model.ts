import type { TitleContent } from '#contract/admin/titles.ts'
import type { Genre } from '#contract/genres.ts'
import type { Resolution } from '#contract/programs.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { RunningTime } from '#contract/running-times.ts'
import type { VodType } from '#contract/vod-types.ts'
import type { Sort } from '#contract/categories.ts'
import type { Generated } from 'kysely'
import type { Language } from '#contract/languages.ts'

export type LocalizedText = { zh: string; en: string }

export type TitleClassify = 'movie' | 'drama' | 'kids' | 'variety'

export type AssetRole = 'film' | 'trailer' | 'opening'

/** All that list visibility depends on. */
/** `isPreview`: its instant is not that of others, so nothing is kept for it. */
export type ViewerScope = { region: string; kids: boolean; now: Temporal.Instant; isPreview?: boolean }

export type AssetFacts = {
  assetId: string
  durationMs: number
  maxResolution: Resolution
  dolbyAtmos: boolean
  dolbyDigital: boolean
  dolbyDigitalPlus: boolean
  stereoAac51: boolean
  subtitleLanguages: string[]
  /** In the order of the languages; empty: by the language. */
  subtitleNames?: string[]
  /** Muted 480p file (`p/{assetId}/{hash}.mp4`); null where forbidden. */
  previewKey: string | null
}

/** `{hash}/{name}` or empty. */
export type TitleImages = { keyart: string; landscape: string; art: string; hero: string }

export type TitleCard = {
  programId: string
  /** The film, or the first episode. */
  programGuid: string
  programType: 'movie' | 'drama'
  classify: TitleClassify
  title: LocalizedText
  tagline: LocalizedText
  description: LocalizedText
  genres: Genre[]
  country: string[]
  locale: string
  restriction: Restriction
  vodTypes: VodType[]
  credits: number
  kids: boolean
  releaseYear: number
  votes: number
  /** Mean vote; 3.5 without votes. */
  rating: number
  /** Weighted with the prior of 3.5. */
  score: number
  images: TitleImages
  /** First three. */
  actors: LocalizedText[]
  episodeCount: number
  /** Of `programGuid`; null until encoded. */
  film: AssetFacts | null
  trailer: AssetFacts | null
  /** Extra data that a list's scope selects for each title. */
  note?: unknown
}

export type WatchableTitle = {
  programId: string
  programGuid: string
  /** 0 and 0 for a film. */
  season: number
  episode: number
  /** Start of the credits in seconds; 0 if unknown. */
  endPosition: number
  /** Seconds, rounded down as players do; null until encoded. */
  duration: number | null
}

/** Positions in seconds; 0 for none. */
export type EpisodeRow = {
  programGuid: string
  season: number
  episode: number
  title: LocalizedText
  description: LocalizedText
  startShowPoint: number
  startPosition: number
  endPosition: number
  image: string
  film: AssetFacts | null
}

export type LicenceFacts = { isLicensedInRegion: boolean; isWindowOpen: boolean }

/** `actors` and `directors` are complete. */
export type TitleDetail = TitleCard &
  LicenceFacts & {
    directors: LocalizedText[]
    warning: LocalizedText
    tags: LocalizedText[]
    opening: AssetFacts | null
    episodes: EpisodeRow[]
  }

export type PlayableTitle = LicenceFacts & {
  programId: string
  programGuid: string
  restriction: Restriction
  vodTypes: VodType[]
  credits: number
  kids: boolean
  /** When the last open window ends; null for never. */
  windowEndsAt: Temporal.Instant | null
  assets: Partial<Record<AssetRole, AssetFacts>>
}

export type RentableTitle = Omit<PlayableTitle, 'programGuid' | 'assets'> & {
  /** Of the named episode, if any. */
  hasFilm: boolean
}

/** Undefined leaves a dimension open. Several genres or classes are alternatives. */
export type TitleFilters = {
  genre?: readonly Genre[] | undefined
  year?: number | undefined
  country?: string | undefined
  language?: string | undefined
  vodType?: VodType | undefined
  restriction?: readonly Restriction[] | undefined
  runningTime?: RunningTime | undefined
}

export const FACETS = ['genre', 'year', 'country', 'language', 'vodType', 'restriction', 'runningTime'] as const
export type FacetName = (typeof FACETS)[number]

/** Highest count first. A count is what a list has with that value and the other filters as they are. */
export type FacetCounts = Record<FacetName, { value: string; count: number }[]>

/** `page` starts at 1. */
export type ListRequest = {
  filters?: TitleFilters
  sort?: Sort | undefined
  page: number
  pageSize: number
  /** False leaves facets empty. */
  hasFacets?: boolean
}

export type TitlePage = { titles: TitleCard[]; total: number; facets: FacetCounts }

type Focus = { x: number; y: number }

/** `endsAt` null is open. */
type Licensing = { licensor?: string | undefined; contract?: string | undefined }
export type LicenceWindow = Licensing & { region: string; startsAt: Temporal.Instant; endsAt: Temporal.Instant | null }

export type PersonDraft = { personId: string; name: LocalizedText }

export type TagDraft = { tagId: string; name: LocalizedText }

/** Guid `{programId}.s{season}e{episode}`. */
export type EpisodeDraft = {
  season: number
  episode: number
  title: LocalizedText
  description?: LocalizedText
  startShowPoint?: number
  startPosition?: number
  endPosition?: number
  image?: string
}

/** Without `licences` open in Hong Kong and Macau. */
export type TitleWriting = {
  programId: string
  programType: 'movie' | 'drama'
  classify: TitleClassify
  title: LocalizedText
  aliases?: { zh: string[]; en: string[] }
  tagline?: LocalizedText
  description?: LocalizedText
  warning?: LocalizedText
  genres?: Genre[]
  tags?: TagDraft[]
  country?: string[]
  locale?: string
  restriction: Restriction
  vodTypes: VodType[]
  credits?: number
  kids?: boolean
  releaseYear: number
  popularity?: number
  images?: Partial<TitleImages>
  /** Percent from the left and from the top; null: the middle. */
  focus?: { hero: Focus | null; art: Focus | null }
  directors?: PersonDraft[]
  actors?: PersonDraft[]
  licences?: LicenceWindow[]
  episodes?: EpisodeDraft[]
}

export type PublishedWriting = TitleWriting & { publishedAt: Temporal.Instant }

/** Each given field replaces the old one. */
export type TitleChange = Partial<Omit<TitleWriting, 'programId' | 'programType' | 'episodes'>>

/** Who changes a title. */
export interface Editor {
  readonly operatorId: string
  /** `operatorActor`. */
  readonly actor: string
}

export interface Publication {
  readonly programId: string
  readonly content: TitleContent
  /** That the form was opened with; undefined for a title that was never published. */
  readonly version: number | undefined
}

export type AssetAttachment = {
  programGuid: string
  role: AssetRole
  assetId: string
  facts: {
    durationMs: number
    width: number
    height: number
    maxResolution: Resolution
    audio: { dolbyAtmos: boolean; dolbyDigital: boolean; dolbyDigitalPlus: boolean; stereoAac51: boolean }
    audioLanguages: string[]
    subtitleLanguages: string[]
    subtitleNames?: string[]
    previewKey: string | null
    frameKeys: string[]
  }
}

type Instant = Temporal.Instant

interface TitleTable {
  program_id: string
  program_type: 'movie' | 'drama'
  classify: TitleClassify
  title_zh: string
  title_en: string
  alias_zh: Generated<string[]>
  alias_en: Generated<string[]>
  tagline_zh: Generated<string>
  tagline_en: Generated<string>
  description_zh: Generated<string>
  description_en: Generated<string>
  warning_zh: Generated<string>
  warning_en: Generated<string>
  genres: Generated<string[]>
  tags: Generated<string[]>
  country: Generated<string[]>
  locale: Generated<string>
  restriction: string
  vod_types: string[]
  credits: Generated<number>
  kids: Generated<boolean>
  release_year: number
  /** Written by triggers. */
  film_seconds: Generated<number | null>
  popularity: Generated<number>
  /** The share of `popularity` that its plays give. */
  play_weight: Generated<number>
  votes: Generated<number>
  score: Generated<number>
  rating: Generated<number>
  keyart_image: Generated<string>
  landscape_image: Generated<string>
  art_image: Generated<string>
  hero_image: Generated<string>
  hero_focus_x: Generated<number | null>
  hero_focus_y: Generated<number | null>
  art_focus_x: Generated<number | null>
  art_focus_y: Generated<number | null>
  version: Generated<number>
  state: Generated<'draft' | 'published' | 'withdrawn'>
  /** Never of a published one. */
  taken_down_at: Generated<Instant | null>
  published_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

interface EpisodeTable {
  program_guid: string
  program_id: string
  season: number
  episode: number
  title_zh: Generated<string>
  title_en: Generated<string>
  description_zh: Generated<string>
  description_en: Generated<string>
  start_show_point: Generated<number>
  start_position: Generated<number>
  end_position: Generated<number>
  image: Generated<string>
}

interface TitleAssetTable {
  program_guid: string
  role: AssetRole
  program_id: string
  asset_id: string
  duration_ms: number
  width: number
  height: number
  max_resolution: string
  dolby_atmos: boolean
  dolby_digital: boolean
  dolby_digital_plus: boolean
  stereo_aac51: boolean
  audio_languages: string[]
  subtitle_languages: string[]
  subtitle_names: Generated<string[]>
  preview_key: string | null
  attached_at: Instant
}

type LicenceTerm = { program_id: string; region: string; starts_at: Instant; ends_at: Instant | null }

declare module '#server/kit/db.ts' {
  interface Database {
    title: TitleTable
    episode: EpisodeTable
    title_asset: TitleAssetTable
    tag: { tag_id: string; name_zh: string; name_en: string }
    person: { person_id: string; name_zh: string; name_en: string; version: Generated<number> }
    title_person: { program_id: string; part: 'director' | 'actor'; position: number; person_id: string }
    /** Titles that fewer may watch than before; written by triggers too. */
    title_narrowing: { program_id: string; at: Generated<Instant> }
    title_change: { program_id: string; xid: string; at: Generated<Instant> }
    licence: LicenceTerm & { licensor: Generated<string>; contract: Generated<string> }
  }
}

/** Microseconds since 1970. */
export type ListedTitle = {
  programId: string
  classify: TitleClassify
  isForKids: boolean
  facets: Record<FacetName, readonly string[]>
  popularity: number
  score: number
  publishedAt: number
  titleZh: string
  /** Lower case. */
  titleEn: string
  windows: readonly ListedWindow[]
}

/** `until` is exclusive. */
export type ListedWindow = { region: string; from: number; until: number }

export type ListingScope = { classify?: TitleClassify | undefined; isFree?: boolean; order: Sort }

export type ListingQuery = {
  scope: ListingScope
  viewerScope: ViewerScope
  filters: TitleFilters
  sort?: Sort | undefined
  language: Language
  limit: number
  offset: number
}

export type ListingPage = { programIds: string[]; total: number; facets: FacetCounts }

/** `genreRank`: within kind and first genre, from 1. */
export type PopularTitle = {
  programId: string
  genreRank: number
  genres: readonly string[]
  restriction: Restriction
}

/** The limit holds per kind. */
export type PopularQuery = { viewerScope: ViewerScope; classify?: TitleClassify | undefined; perKind: number }

/** Smallest rank first; ties by popularity. */
export type RankedQuery = Omit<ListingQuery, 'scope'> & {
  ranks: ReadonlyMap<string, number>
  classify?: TitleClassify | undefined
}

export interface Listing {
  change(change: { titles: readonly ListedTitle[]; gone: readonly string[] }): void
  page(query: ListingQuery): ListingPage
  popular(query: PopularQuery): readonly PopularTitle[]
  ranked(query: RankedQuery): ListingPage
}
