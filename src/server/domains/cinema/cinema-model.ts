import type { Genre } from '#contract/genres.ts'
import type { Language } from '#contract/languages.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { FilmStatus, ShowtimeFormat, ShowtimeState, TicketState } from '#contract/cinema.ts'

type Instant = Temporal.Instant
export type Translated = Readonly<Record<Language, string>>

/** A film in the cinemas. Images are `{hash}/{name}`, empty when there is none. */
export interface Film {
  readonly filmId: string
  readonly title: Translated
  readonly description: Translated
  readonly genres: readonly Genre[]
  readonly restriction: Restriction
  readonly minutes: number
  readonly locale: string
  readonly releaseOn: Temporal.PlainDate
  readonly posterImage: string
  readonly artImage: string
  /** The title of the catalogue whose trailer it has. */
  readonly trailer: { readonly programId: string; readonly programGuid: string } | null
  readonly hasShowtimes: boolean
}

export interface ShownFilm extends Film {
  readonly status: FilmStatus
  readonly notify: boolean
}

export interface Cinema {
  readonly cinemaId: string
  readonly region: 'HK' | 'MO'
  readonly district: Translated
  readonly name: Translated
  readonly address: Translated
  readonly bookingUrl: string
}

export interface Showtime {
  readonly showtimeId: string
  readonly startsAt: Instant
  readonly locale: string
  readonly subtitles: readonly string[]
  readonly format: ShowtimeFormat
  readonly amountCents: number
  readonly seatsLeft: number | null
  /** Free seats for cinema tickets. */
  readonly ticketSeats: number
}

export interface ShownShowtime extends Showtime {
  readonly state: ShowtimeState
}

export interface CinemaDay extends Cinema {
  readonly showtimes: readonly ShownShowtime[]
}

export interface FilmDay {
  readonly date: Temporal.PlainDate
  readonly days: readonly { readonly date: Temporal.PlainDate; readonly showtimes: number }[]
  readonly cinemas: readonly CinemaDay[]
}

export interface Ticket {
  readonly ticketId: string
  readonly filmTitle: Translated
  readonly restriction: Restriction
  readonly posterImage: string
  readonly showtime: Pick<Showtime, 'showtimeId' | 'startsAt' | 'locale' | 'subtitles' | 'format'>
  readonly cinema: Cinema
  readonly redeemedAt: Instant
  readonly returnedAt: Instant | null
}

export interface ShownTicket extends Ticket {
  readonly code: string
  readonly state: TicketState
}
