import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { GENRES } from './genres.ts'
import { id, instant, whole } from './wire-values.ts'
import { paged } from './paging.ts'
import { RESTRICTIONS } from './restrictions.ts'
import { VOD_TYPES } from './vod-types.ts'

export const RESOLUTIONS = ['SD', 'HD', '4K'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

const seconds = z.number()

const trailer = z.object({ orderURL: z.string(), previewURL: z.optional(z.string()) })

export const programCard = z.object({
  programId: z.string(),
  programGuid: z.string(),
  programType: z.enum(['movie', 'drama']),
  title: z.string(),
  otherTitle: z.string(),
  tagline: z.string(),
  /** At most 120 characters. */
  description: z.string(),
  actor: z.array(z.string()),
  genres: z.array(z.enum(GENRES)),
  keyartImageURL: z.string(),
  landscapeImageURL: z.string(),
  artImageURL: z.string(),
  /** A style sheet with a web font subset of this title's characters; none until it is made. */
  titleFontURL: z.optional(z.string()),
  episodeCount: z.number(),
  releaseYear: z.number(),
  restriction: z.enum(RESTRICTIONS),
  vodType: z.enum(VOD_TYPES),
  vodTypes: z.array(z.enum(VOD_TYPES)),
  credits: z.number(),
  rating: z.number(),
  votes: z.number(),
  /** Of the movie, or of the first episode; none until it is encoded. */
  duration: z.optional(seconds),
  maxResolution: z.optional(z.enum(RESOLUTIONS)),
  dolbyAtmos: z.boolean(),
  dolbyDigital: z.boolean(),
  dolbyDigitalPlus: z.boolean(),
  stereoAac51: z.boolean(),
  trailer: z.optional(trailer),
  /** Not encoded yet (準備中). */
  preparing: z.boolean(),
  myFavorite: z.optional(z.boolean()),
  remainingMinute: z.optional(z.number()),
  expiresAt: z.optional(z.string()),
})
export type ProgramCard = z.output<typeof programCard>

export const watched = z.object({
  /** 0 for a movie. */
  episode: z.number(),
  season: z.number(),
  programGuid: z.string(),
  /** Seconds into it, and its length. */
  position: z.number(),
  duration: z.number(),
  watchedAt: instant,
  continueTag: z.boolean(),
})
export type Watched = z.output<typeof watched>

/** `remaining` in seconds. */
const watchedFacts = { ...watched.shape, remaining: z.number() }
export const watchedCard = z.extend(programCard, watchedFacts)
export type WatchedCard = z.output<typeof watchedCard>
export const maybeWatchedCard = z.extend(programCard, z.partial(z.object(watchedFacts)).shape)

export const ACCESS = ['play', 'buy', 'login', 'parental', 'deny'] as const
export type Access = (typeof ACCESS)[number]

export const OFFER_KINDS = ['rental', 'plan', 'ticket'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]

/** As `decideAccess` decides. */
export const access = {
  access: z.enum(ACCESS),
  buttonText: z.string(),
  /** The price of a click, beside the label. */
  buttonNote: z.string(),
  /** For `buy`, in display order; the button sells the first. */
  offers: z.array(z.object({ kind: z.enum(OFFER_KINDS), text: z.string() })),
  reason: z.optional(z.string()),
  reasonText: z.optional(z.string()),
}

export const episode = z.object({
  programGuid: z.string(),
  episode: z.number(),
  season: z.number(),
  title: z.string(),
  description: z.string(),
  imageURL: z.string(),
  durationStr: z.string(),
  duration: z.optional(seconds),
  startShowPoint: seconds,
  startPosition: seconds,
  endPosition: seconds,
  orderURL: z.string(),
  preparing: z.boolean(),
  position: z.optional(seconds),
  watched: z.optional(z.boolean()),
})
export type Episode = z.output<typeof episode>

export const season = z.object({ season: z.number(), title: z.string(), episodeCount: z.number() })

export const program = z.extend(programCard, {
  /** Of `artImageURL`: a data URL of some 140 bytes, shown, blurred, until the image is there. */
  artPreview: z.optional(z.string()),
  director: z.array(z.string()),
  country: z.array(z.string()),
  countryName: z.string(),
  tags: z.array(z.string()),
  locale: z.string(),
  price: z.number(),
  score: z.number(),
  warning: z.string(),
  openingVideo: z.string(),
  openingDuration: seconds,
  movie: z.object({ orderURL: z.string(), previewURL: z.optional(z.string()) }),
  dramaList: z.array(episode),
  seasons: z.array(season),
  subtitles: z.array(z.object({ lang: z.string(), label: z.string() })),
  ...access,
})
export type Program = z.output<typeof program>

const programId = id
const detailInput = z.object({ programId })
const detailOutput = z.object({ program })

export const revampDetail = endpoint({
  wire: 'v2',
  path: '/revamp/detail',
  viewer: 'anyone',
  kids: 'narrowed',
  cacheable: true,
  summary: 'A title in full, with what this viewer may do with it.',
  input: detailInput,
  output: detailOutput,
  refuses: ['NOT_FOUND'],
})

/** The path of the newer client (SPEC section 7). */
export const detail = endpoint({ ...revampDetail, path: '/detail' })

export const seasonDetail = endpoint({
  wire: 'v2',
  path: '/seasonDetail',
  viewer: 'anyone',
  kids: 'narrowed',
  cacheable: true,
  summary: 'The episodes of one season of a series.',
  input: z.object({ programId, season: z.optional(whole(1, 999)) }),
  output: z.object({ season: z.number(), seasons: z.array(season), dramaList: z.array(episode) }),
  refuses: ['NOT_FOUND'],
})

export const cardList = { list: z.array(programCard), ...paged }

export interface CardPage {
  list: ProgramCard[]
  page: number
  pageSize: number
  total: number
}
