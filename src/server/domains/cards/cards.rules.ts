import { endpointUrl } from '#contract/endpoint.ts'
import { order, type PlaybackKind } from '#contract/playback.ts'
import type { Language } from '#contract/languages.ts'
import { type VodType, VOD_TYPES } from '#contract/vod-types.ts'
import { offersOf, OWNS_NOTHING, type TitleFacts, type AccessDecision } from '../access/index.ts'
import type { AssetFacts, LicenceFacts, LocalizedText, TitleCard, EpisodeRow, TitleDetail } from '../catalogue/index.ts'
import type { WatchedCard } from '#contract/programs.ts'
import type { Episode, Program, ProgramCard } from '#contract/programs.ts'
import type { WatchedFacts } from '../library/index.ts'
import type { Preview } from '../viewer.ts'
import type { ImageUrl, TitleFont } from './ports.ts'
import type { ViewerState } from './viewer-state.repo.ts'

/** In graphemes. */
export const CARD_DESCRIPTION_MAX = 120

export const inLanguage = ({ zh, en }: LocalizedText, language: Language): string => (language === 'zh_HK' ? zh : en)

export const inOtherLanguage = ({ zh, en }: LocalizedText, language: Language): string =>
  language === 'zh_HK' ? en : zh

/** Falls back to the other language. */
export const inEitherLanguage = (text: LocalizedText, language: Language): string =>
  inLanguage(text, language) || inOtherLanguage(text, language)

const OF_WORD = /^(?!\p{Script=Han})[\p{L}\p{M}\p{N}'’-]/u
const LOOSE_END = /[\s,;:，、；：–—\p{Ps}\p{Pi}-]+$/u

const graphemes = new Intl.Segmenter('zh-HK', { granularity: 'grapheme' })

/** Truncates to `max` graphemes including the ellipsis, between words if possible. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment)
  if (parts.length <= max) return text
  const isOfWord = (at: number): boolean => OF_WORD.test(parts[at] ?? '')
  let end = max - 1
  if (isOfWord(end)) while (isOfWord(end - 1)) end--
  const kept = parts.slice(0, end > 0 ? end : max - 1).join('')
  return `${kept.replace(LOOSE_END, '')}…`
}

const PREVIEWED_PLAN_HOURS = 30 * 24

/** The viewer of a preview is no account: what it owns follows from the profile that the operator chose. */
export const previewedState = ({ profile }: Preview, now: Temporal.Instant): ViewerState => ({
  account: {
    ...OWNS_NOTHING,
    plan: profile === 'plan' ? { validUntil: now.add({ hours: PREVIEWED_PLAN_HOURS }) } : null,
  },
  favorites: [],
  progress: [],
})

/** PRODUCT section 8. */
export function cheapest(vodTypes: readonly VodType[]): VodType {
  return VOD_TYPES.find((type) => vodTypes.includes(type)) ?? 'PAY PER RENT'
}

export const orderUrl = (programId: string, programGuid: string, kind: PlaybackKind): string =>
  `${endpointUrl(order)}?${new URLSearchParams({ programId, programGuid, kind })}`

export const secondsOf = ({ durationMs }: AssetFacts): number => Math.round(durationMs / 1000)

/** Public preview, which needs no grant: class III titles have none (PRODUCT section 6). */
export const previewUrl = (asset: AssetFacts | null, restriction: string): string | undefined =>
  asset?.previewKey && restriction !== 'III' ? `/${asset.previewKey}` : undefined

export const titleFactsOf = (title: TitleCard & LicenceFacts): TitleFacts => ({
  programId: title.programId,
  restriction: title.restriction,
  vodTypes: title.vodTypes,
  kids: title.kids,
  isLicensedInRegion: title.isLicensedInRegion,
  isWindowOpen: title.isWindowOpen,
  preparing: title.film === null,
  offers: offersOf(title),
})

/** An episode without the words that a sentence makes. */
export type LocalizedEpisode = Omit<Episode, 'durationStr'>

/** A title in full without the words that sentences make: `wire` adds those. */
export type LocalizedProgram = Omit<
  Program,
  | 'dramaList'
  | 'seasons'
  | 'subtitles'
  | 'countryName'
  | 'access'
  | 'buttonText'
  | 'buttonNote'
  | 'reason'
  | 'reasonText'
> & {
  dramaList: LocalizedEpisode[]
  seasons: { season: number; episodeCount: number }[]
  subtitleLanguages: string[]
  decision: AccessDecision
}

export type Localization = { language: Language; imageUrl: ImageUrl; titleFont: TitleFont }

export function cardOf(title: TitleCard, { language, imageUrl, titleFont }: Localization): ProgramCard {
  const { programId, programGuid, film, restriction } = title
  return {
    programId,
    programGuid,
    programType: title.programType,
    title: inLanguage(title.title, language),
    otherTitle: inOtherLanguage(title.title, language),
    tagline: inLanguage(title.tagline, language),
    description: shorten(inLanguage(title.description, language), CARD_DESCRIPTION_MAX),
    actor: title.actors.slice(0, 3).map((name) => inLanguage(name, language)),
    genres: title.genres,
    keyartImageURL: imageUrl(title.images.keyart),
    landscapeImageURL: imageUrl(title.images.landscape),
    artImageURL: imageUrl(title.images.art),
    titleFontURL: titleFont(inLanguage(title.title, language)),
    episodeCount: title.episodeCount,
    releaseYear: title.releaseYear,
    restriction,
    vodType: cheapest(title.vodTypes),
    vodTypes: title.vodTypes,
    credits: title.credits,
    rating: title.rating,
    votes: title.votes,
    ...mediaOf(film),
    trailer: title.trailer
      ? { orderURL: orderUrl(programId, programGuid, 'trailer'), previewURL: previewUrl(title.trailer, restriction) }
      : undefined,
    preparing: film === null,
  }
}

/** The guid and length are those of the watched video. */
export const watchedCardOf = (card: ProgramCard, { watchedAt, ...facts }: WatchedFacts): WatchedCard => ({
  ...card,
  ...facts,
  watchedAt: watchedAt.toString({ smallestUnit: 'second' }),
})

export function programOf(title: TitleDetail, decision: AccessDecision, localization: Localization): LocalizedProgram {
  return {
    ...wholeOf(title, localization),
    ...(isHidden(decision) ? still : {}),
    decision,
  }
}

function wholeOf(title: TitleDetail, localization: Localization): Omit<LocalizedProgram, 'decision'> {
  const inOwnLanguage = (text: { zh: string; en: string }): string => inLanguage(text, localization.language)
  return {
    ...cardOf(title, localization),
    description: inOwnLanguage(title.description),
    actor: title.actors.map(inOwnLanguage),
    director: title.directors.map(inOwnLanguage),
    country: title.country,
    tags: title.tags.map(inOwnLanguage),
    locale: title.locale,
    price: title.credits * 100,
    score: title.score,
    warning: inEitherLanguage(title.warning, localization.language),
    openingVideo: title.opening ? orderUrl(title.programId, title.programGuid, 'opening') : '',
    openingDuration: title.opening ? secondsOf(title.opening) : 0,
    movie: {
      orderURL: orderUrl(title.programId, title.programGuid, 'movie'),
      previewURL: previewUrl(title.film, title.restriction),
    },
    dramaList: title.episodes.map((episode) => episodeOf(title, episode, localization)),
    seasons: seasonsOf(title.episodes),
    offers: [],
    subtitleLanguages: title.film?.subtitleLanguages ?? [],
  }
}

/** Falls back to the title's image. */
function episodeOf(title: TitleDetail, episode: EpisodeRow, { language, imageUrl }: Localization): LocalizedEpisode {
  const { programGuid, film } = episode
  return {
    programGuid,
    episode: episode.episode,
    season: episode.season,
    title: inLanguage(episode.title, language),
    description: inLanguage(episode.description, language),
    imageURL: imageUrl(episode.image || title.images.art),
    duration: film ? secondsOf(film) : undefined,
    startShowPoint: episode.startShowPoint,
    startPosition: episode.startPosition,
    endPosition: episode.endPosition,
    orderURL: orderUrl(title.programId, programGuid, 'movie'),
    preparing: film === null,
  }
}

const mediaOf = (film: AssetFacts | null) => ({
  duration: film ? secondsOf(film) : undefined,
  maxResolution: film?.maxResolution,
  dolbyAtmos: film?.dolbyAtmos ?? false,
  dolbyDigital: film?.dolbyDigital ?? false,
  dolbyDigitalPlus: film?.dolbyDigitalPlus ?? false,
  stereoAac51: film?.stereoAac51 ?? false,
})

function seasonsOf(episodes: readonly EpisodeRow[]): { season: number; episodeCount: number }[] {
  const counts = new Map<number, number>()
  for (const { season } of episodes) counts.set(season, (counts.get(season) ?? 0) + 1)
  return [...counts].map(([season, episodeCount]) => ({ season, episodeCount }))
}

/** Reasons that hide nothing of a title. */
const SHOWN_THOUGH_DENIED: ReadonlySet<string> = new Set([
  'PREPARING',
  'NOT_ON_SALE',
  'INSUFFICIENT_TICKETS',
  'VOUCHERS_NOT_TAKEN',
  'VOUCHERS_ONLY',
  'KIDS_PURCHASE_REFUSED',
])

const isHidden = (decision: AccessDecision): boolean =>
  decision.access === 'deny' && !SHOWN_THOUGH_DENIED.has(decision.reason)

/** Kids profiles do not learn that the title exists (PRODUCT section 8). */
export const isUnfit = (decision: AccessDecision): boolean =>
  decision.access === 'deny' && (decision.reason === 'KIDS_REFUSED' || decision.reason === 'CLASS_REFUSED')

const still = { trailer: undefined, openingVideo: '', dramaList: [], seasons: [], movie: { orderURL: '' } }
