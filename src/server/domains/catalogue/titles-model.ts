import type { Genre } from '#contract/genres.ts'
import type { Resolution } from '#contract/resolutions.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { VodType } from '#contract/vod-types.ts'
import type { Sort } from '#contract/categories.ts'
import type { Generated } from 'kysely'
import type { Language } from '#contract/languages.ts'

/** A text in both languages. */
export type LocalizedText = { zh: string; en: string }

/** What a title is shelved under. */
export type TitleClassify = 'movie' | 'drama' | 'kids' | 'variety'

/** What an asset is to its title. */
export type AssetRole = 'film' | 'trailer' | 'opening'

/** For whom a list is made, and when: the only things that decide what may be listed. */
export type ViewerScope = { region: string; kids: boolean; now: Temporal.Instant }

/** One asset that plays, with what was read from it. */
export type AssetFacts = {
  assetId: string
  durationMs: number
  maxResolution: Resolution
  dolbyAtmos: boolean
  dolbyDigital: boolean
  dolbyDigitalPlus: boolean
  stereoAac51: boolean
  subtitleLanguages: string[]
  /** The store key of the muted 480p file (`p/{assetId}/{hash}.mp4`), null where none may be. */
  previewKey: string | null
}

/** The images of a title as `{hash}/{name}`, empty while there is none. */
export type TitleImages = { keyart: string; landscape: string; art: string; hero: string }

/** A title as lists carry it, in both languages; `cards` dresses it for one viewer. */
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
  /** The mean of the votes; 3.5 without votes. */
  rating: number
  /** The same weighed with the prior of 3.5. */
  score: number
  images: TitleImages
  /** The first three. */
  actors: LocalizedText[]
  episodeCount: number
  /** Of `programGuid`; null while it is being prepared. */
  film: AssetFacts | null
  trailer: AssetFacts | null
  /** What the scope of a list says of the title besides; who made the scope knows its form. */
  note?: unknown
}

/** A film or an episode as somebody watches it. */
export type WatchableTitle = {
  programId: string
  programGuid: string
  /** 0 and 0 for a film. */
  season: number
  episode: number
  /** Where the credits begin, in seconds; 0 when it is not known. */
  endPosition: number
  /** Whole seconds, rounded down as players do; null until the video is encoded. */
  duration: number | null
}

/** One episode, in both languages. Positions are seconds, 0 when there is none. */
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

/** Whether a title may be shown to a region at an instant, as facts for `access`. */
export type LicenceFacts = { isLicensedInRegion: boolean; isWindowOpen: boolean }

/** The whole of a published title. `actors` and `directors` are complete. */
export type TitleDetail = TitleCard &
  LicenceFacts & {
    directors: LocalizedText[]
    warning: LocalizedText
    tags: LocalizedText[]
    opening: AssetFacts | null
    episodes: EpisodeRow[]
  }

/** What an order needs of one guid of a title, without its words. */
export type PlayableTitle = LicenceFacts & {
  programId: string
  programGuid: string
  restriction: Restriction
  vodTypes: VodType[]
  credits: number
  kids: boolean
  /** When the last of the windows that are open now ends; null when that is never. */
  windowEndsAt: Temporal.Instant | null
  assets: Partial<Record<AssetRole, AssetFacts>>
}

/** What decides whether a title can be rented now. */
export type RentableTitle = Omit<PlayableTitle, 'programGuid' | 'assets'> & {
  /** Its video, or that of the named episode, is encoded. */
  hasFilm: boolean
}

/** The filters of a list; undefined leaves a dimension open. Several genres are alternatives. */
export type TitleFilters = {
  genre?: readonly Genre[] | undefined
  year?: number | undefined
  country?: string | undefined
  language?: string | undefined
  vodType?: VodType | undefined
}

/** How many titles each value of a dimension would leave, the most first. */
export type FacetCounts = Record<
  'genre' | 'year' | 'country' | 'language' | 'vodType',
  { value: string; count: number }[]
>

/** Filters, sort and page of a list of titles. `page` starts at 1. */
export type ListRequest = {
  filters?: TitleFilters
  sort?: Sort | undefined
  page: number
  pageSize: number
  /** False: its facets are not needed, and left empty. */
  hasFacets?: boolean
}

/** One page of titles. `total` counts what this viewer may see under these filters. */
export type TitlePage = { titles: TitleCard[]; total: number; facets: FacetCounts }

/** A licence window; `endsAt` null is open. */
export type LicenceWindow = { region: string; startsAt: Temporal.Instant; endsAt: Temporal.Instant | null }

/** A person of the cast or crew; `personId` stays the same over all titles. */
export type PersonDraft = { personId: string; name: LocalizedText }

/** A tag with its stable id. */
export type TagDraft = { tagId: string; name: LocalizedText }

/** An episode to be written; its guid is `{programId}.s{season}e{episode}`. */
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

/** A title to be written. What is left out is empty; a title without `licences` is open in Hong Kong and Macau. */
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
  directors?: PersonDraft[]
  actors?: PersonDraft[]
  licences?: LicenceWindow[]
  episodes?: EpisodeDraft[]
}

/** A title to be written and published at once, as of an instant. */
export type PublishedWriting = TitleWriting & { publishedAt: Temporal.Instant }

/** What can be changed of a title afterwards: each field given replaces the old one. */
export type TitleChange = Partial<Omit<TitleWriting, 'programId' | 'programType' | 'episodes'>>

/** What is attached to a guid, with facts read from the finished media. */
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
  popularity: Generated<number>
  votes: Generated<number>
  score: Generated<number>
  rating: Generated<number>
  keyart_image: Generated<string>
  landscape_image: Generated<string>
  art_image: Generated<string>
  hero_image: Generated<string>
  state: Generated<'draft' | 'published'>
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
  preview_key: string | null
  attached_at: Instant
}

declare module '#server/kit/db.ts' {
  interface Database {
    title: TitleTable
    episode: EpisodeTable
    title_asset: TitleAssetTable
    tag: { tag_id: string; name_zh: string; name_en: string }
    person: { person_id: string; name_zh: string; name_en: string }
    title_person: { program_id: string; part: 'director' | 'actor'; position: number; person_id: string }
    title_change: { program_id: string; xid: string; at: Generated<Instant> }
    licence: { program_id: string; region: string; starts_at: Instant; ends_at: Instant | null }
  }
}

/** A published title as the listing holds it. Times are microseconds since 1970. */
export type ListedTitle = {
  programId: string
  classify: TitleClassify
  /** May be shown in kids mode. */
  isForKids: boolean
  facets: Record<keyof FacetCounts, readonly string[]>
  popularity: number
  score: number
  publishedAt: number
  titleZh: string
  /** In lower case. */
  titleEn: string
  windows: readonly ListedWindow[]
}

/** A licence window, until just before its end. */
export type ListedWindow = { region: string; from: number; until: number }

/** Which titles a computed list is made of, and its own order. */
export type ListingScope = { classify?: TitleClassify | undefined; isFree?: boolean; order: Sort }

/** One page of a computed list. */
export type ListingQuery = {
  scope: ListingScope
  viewerScope: ViewerScope
  filters: TitleFilters
  sort?: Sort | undefined
  language: Language
  limit: number
  offset: number
}

/** The titles of the page in their order, and what the whole list counts. */
export type ListingPage = { programIds: string[]; total: number; facets: FacetCounts }

/** A popular title, its rank among those of its kind and first genre, from 1, and its genres. */
export type PopularTitle = { programId: string; genreRank: number; genres: readonly string[] }

/** The most popular titles, so many of each kind, or of one. */
export type PopularQuery = { viewerScope: ViewerScope; classify?: TitleClassify | undefined; perKind: number }

/** One page of titles by given ranks, the smallest first; equal ones by popularity. */
export type RankedQuery = Omit<ListingQuery, 'scope'> & {
  ranks: ReadonlyMap<string, number>
  classify?: TitleClassify | undefined
}

/** The published titles in memory: pages, totals and facets of computed lists without reading a row. */
export interface Listing {
  /** Puts titles in, or replaces them; removes those that are no longer published. */
  change(change: { titles: readonly ListedTitle[]; gone: readonly string[] }): void
  page(query: ListingQuery): ListingPage
  popular(query: PopularQuery): readonly PopularTitle[]
  ranked(query: RankedQuery): ListingPage
}
