import * as z from 'zod/mini'
import type { ContentProblem, ContentRule } from '#contract/content-problems.ts'
import { GENRES } from '#contract/genres.ts'
import { REGIONS } from '#contract/regions.ts'
import { RESTRICTIONS } from '#contract/restrictions.ts'
import { SHOWTIME_FORMATS } from '#contract/cinema.ts'
import { id } from '#contract/wire-values.ts'
import {
  day,
  dollars,
  instant,
  translated,
  withdrawn,
  type ContentRecord,
  findRepeated,
  type ImportProblem,
} from '#server/kit/content-part.ts'

const position = z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000)))
const locale = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, { error: 'notALanguage' satisfies ContentRule }))
const image = z.string().check(z.regex(/^[\w-]{1,100}\/[\w.-]{1,100}$/, { error: 'notAnImage' satisfies ContentRule }))
const seats = z.int().check(z.minimum(0), z.maximum(100_000))

const bookingUrl = z
  .string()
  .check(z.maxLength(500), z.refine(isPlainHttps, { error: 'notHttps' satisfies ContentRule }))

const cinema = z.strictObject({
  kind: z.literal('cinema'),
  cinemaId: id,
  region: z.enum(REGIONS),
  district: translated(40),
  name: translated(60),
  address: translated(120),
  bookingURL: z.optional(bookingUrl),
  position,
  withdrawn,
})

const cinemaFilm = z.strictObject({
  kind: z.literal('cinemaFilm'),
  filmId: id,
  title: translated(60),
  description: z.optional(translated(600)),
  genres: z.array(z.enum(GENRES)).check(z.minLength(1), z.maxLength(GENRES.length)),
  restriction: z.enum(RESTRICTIONS),
  minutes: z.int().check(z.minimum(1), z.maximum(1_000)),
  locale,
  releaseOn: day,
  programId: z.optional(id),
  poster: z.optional(image),
  art: z.optional(image),
  position,
  withdrawn,
})

const showtime = z.strictObject({
  kind: z.literal('showtime'),
  showtimeId: id,
  filmId: id,
  cinemaId: id,
  startsAt: instant,
  locale,
  subtitles: z._default(z.array(locale).check(z.maxLength(4)), []),
  format: z._default(z.enum(SHOWTIME_FORMATS), '2D'),
  price: dollars(0.1),
  seatsLeft: z.optional(seats),
  ticketSeats: z._default(seats, 0),
  withdrawn,
})

export const LISTING_SCHEMAS = { cinema, cinemaFilm, showtime }

type RecordOf<K extends keyof typeof LISTING_SCHEMAS> = ContentRecord<z.output<(typeof LISTING_SCHEMAS)[K]>>
export type CinemaRecord = RecordOf<'cinema'>
export type FilmRecord = RecordOf<'cinemaFilm'>
export type ShowtimeRecord = RecordOf<'showtime'>

export interface ListingRecords {
  readonly cinema: readonly CinemaRecord[]
  readonly cinemaFilm: readonly FilmRecord[]
  readonly showtime: readonly ShowtimeRecord[]
}

/** An id stands in one line only. */
export const checkListings = ({
  cinema: cinemas,
  cinemaFilm: films,
  showtime: showtimes,
}: ListingRecords): ImportProblem[] =>
  findRepeated([
    ...cinemas.map(({ line, cinemaId }) => ({ line, name: `cinema ${cinemaId}` })),
    ...films.map(({ line, filmId }) => ({ line, name: `cinemaFilm ${filmId}` })),
    ...showtimes.map(({ line, showtimeId }) => ({ line, name: `showtime ${showtimeId}` })),
  ])

/** Links to it are shown to everybody. */
function isPlainHttps(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}

export interface TakenShowtime {
  readonly showtimeId: string
  readonly filmId: string
  readonly cinemaId: string
  readonly startsAt: Temporal.Instant
  readonly redeemed: number
}

/** The problem of a record for a showtime with tickets: its film, cinema and start must not change, unless it is withdrawn. */
export function problemOf(
  record: ShowtimeRecord,
  taken: TakenShowtime,
): (ContentProblem & { field?: string }) | undefined {
  const { showtimeId, redeemed } = taken
  if (record.ticketSeats < redeemed) return { is: 'ticketsRedeemed', field: 'ticketSeats', showtimeId, redeemed }
  const isMoved =
    record.filmId !== taken.filmId ||
    record.cinemaId !== taken.cinemaId ||
    !Temporal.Instant.from(record.startsAt).equals(taken.startsAt)
  return isMoved ? { is: 'showtimeMoved', showtimeId } : undefined
}
