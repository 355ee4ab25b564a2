import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { GENRES } from './genres.ts'
import { id, whole } from './wire-values.ts'
import { paged } from './paging.ts'
import { RESOLUTIONS } from './resolutions.ts'
import { RESTRICTIONS } from './restrictions.ts'
import { VOD_TYPES } from './vod-types.ts'

/** Seconds from the start. */
const seconds = z.number()

const trailer = z.object({ orderURL: z.string(), previewURL: z.optional(z.string()) })

/** The card: what every list carries of a title (WIRE "program and episode"). */
export const programCard = z.object({
  programId: z.string(),
  /** The movie, or the first episode. */
  programGuid: z.string(),
  programType: z.enum(['movie', 'drama']),
  title: z.string(),
  /** The title in the other language: a second line in small capitals or small print. */
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
  /** The video is not encoded yet (準備中). */
  preparing: z.boolean(),
  /** For a member with a profile. */
  myFavorite: z.optional(z.boolean()),
  /** Of a running rental: whole minutes left, and when it ends. */
  remainingMinute: z.optional(z.number()),
  expiresAt: z.optional(z.string()),
})
export type ProgramCard = z.output<typeof programCard>

export const ACCESS = ['play', 'buy', 'login', 'parental', 'deny'] as const
export type Access = (typeof ACCESS)[number]

/** What can be bought of a title: a rental for credits, the monthly plan, a ticket of a telecom partner. */
export const OFFER_KINDS = ['rental', 'plan', 'ticket'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]

/** What this viewer may do with a title, as `decideAccess` decides. */
export const access = {
  access: z.enum(ACCESS),
  /** What the button says; empty when there is nothing to click. */
  buttonText: z.string(),
  /** What a click on it costs, shown beside the label; empty when there is nothing to say. */
  buttonNote: z.string(),
  /** For `buy`: what can be bought, in the order in which it is offered; the button sells the first. */
  offers: z.array(z.object({ kind: z.enum(OFFER_KINDS), text: z.string() })),
  /** An error code and its sentence, for `deny`. */
  reason: z.optional(z.string()),
  reasonText: z.optional(z.string()),
}

/** One episode of a series (SPEC section 3, Episode). */
export const episode = z.object({
  programGuid: z.string(),
  episode: z.number(),
  season: z.number(),
  title: z.string(),
  description: z.string(),
  imageURL: z.string(),
  /** In the reader's language: "52 分鐘", "45 秒"; empty while it is being prepared. */
  durationStr: z.string(),
  duration: z.optional(seconds),
  startShowPoint: seconds,
  startPosition: seconds,
  endPosition: seconds,
  orderURL: z.string(),
  preparing: z.boolean(),
  /** For a member with a profile: seconds into it, and whether it was seen to its end. */
  position: z.optional(seconds),
  watched: z.optional(z.boolean()),
})
export type Episode = z.output<typeof episode>

export const season = z.object({ season: z.number(), title: z.string(), episodeCount: z.number() })

/** The whole of a title, as the detail overlay and the player need it. */
export const program = z.extend(programCard, {
  director: z.array(z.string()),
  country: z.array(z.string()),
  countryName: z.string(),
  tags: z.array(z.string()),
  locale: z.string(),
  price: z.number(),
  score: z.number(),
  warning: z.string(),
  /** The orderURL of the opening video; empty without one. */
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

/** The same response under the path of the newer client (SPEC section 7). */
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

/** A page of cards. `total` counts what this viewer may see. */
export const cardList = { list: z.array(programCard), ...paged }

/** A page of cards as a screen uses it. */
export interface CardPage {
  list: ProgramCard[]
  page: number
  pageSize: number
  total: number
}
