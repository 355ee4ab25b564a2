/**
 * Cinema information: films in the cinemas of Hong Kong and Macau with their showtimes, seats for the cinema tickets of telecom
 * partners' members, and who is told of a film. Owns the tables cinema, cinema_film, showtime, cinema_ticket and cinema_notice. Sells
 * nothing: the cinemas do.
 */
import type { Generated } from 'kysely'
import type { Genre } from '#contract/genres.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { ShowtimeFormat } from '#contract/cinema.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/kit/db.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import type { CinemaDeps } from './ports.ts'
import { findKnownShowtimes, isEmpty } from './listings-import.repo.ts'
import { listingsContent } from './listings-import.service.ts'
import { deleteNotices, findNotices, unlinkTickets } from './cinema.repo.ts'
import { createTickets, returnCancelled } from './tickets.service.ts'
import { createOperatorCounter } from './check-ins.service.ts'
import { createFilms } from './films.service.ts'

export type { CountedShowtime } from './check-ins.repo.ts'
export { ticketSubject } from './check-ins.service.ts'
export type { Cinema, CinemaDay, FilmDay, ShownFilm, ShownShowtime, ShownTicket } from './cinema-model.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    cinema: {
      cinema_id: string
      region: 'HK' | 'MO'
      position: number
      district_zh: string
      district_en: string
      name_zh: string
      name_en: string
      address_zh: string
      address_en: string
      booking_url: string
      withdrawn: boolean
      updated_at: Instant
      updated_by: Generated<string>
      version: Generated<number>
    }
    cinema_film: {
      film_id: string
      position: number
      title_zh: string
      title_en: string
      description_zh: string
      description_en: string
      genres: Genre[]
      restriction: Restriction
      minutes: number
      locale: string
      release_on: Temporal.PlainDate
      program_id: string
      poster_image: string
      art_image: string
      withdrawn: boolean
      updated_at: Instant
      updated_by: Generated<string>
      version: Generated<number>
    }
    showtime: {
      showtime_id: string
      film_id: string
      cinema_id: string
      starts_at: Instant
      locale: string
      subtitles: string[]
      format: ShowtimeFormat
      amount_cents: number
      seats_left: number | null
      ticket_seats: number
      redeemed: Generated<number>
      withdrawn: boolean
      added_at: Instant
      updated_at: Instant
      updated_by: Generated<string>
      version: Generated<number>
    }
    cinema_ticket: {
      ticket_id: string
      account_id: string | null
      showtime_id: string
      submission: string
      code_hash: Buffer
      transfer_id: number
      return_transfer_id: number | null
      redeemed_at: Instant
      returned_at: Instant | null
      admitted_at: Generated<Instant | null>
      admitted_by: Generated<string | null>
    }
    cinema_notice: { film_id: string; account_id: string; requested_at: Instant }
  }
}

export type CinemaListings = ReturnType<typeof createCinema>

const DUE_EVERY_MS = 60_000
/** Tickets in an export; above what any account has. */
const EXPORT_MAX = 10_000

export function createCinema(deps: CinemaDeps) {
  const { db } = deps
  const films = createFilms(deps)
  const tickets = createTickets(deps)
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'films in the cinemas', everyMs: DUE_EVERY_MS, run: films.sendNotices },
      { name: 'cancelled showtimes', everyMs: DUE_EVERY_MS, run: (worker) => returnCancelled(deps, worker) },
    ],
    personalData: { name: 'cinema', collect, erase },
    content: listingsContent,
  }
  return {
    films: films.films,
    showtimes: films.showtimes,
    notify: films.notify,
    redeem: tickets.redeem,
    ticketsOf: tickets.ticketsOf,
    /** For the commands. */
    counter: tickets.counter,
    operatorCounter: createOperatorCounter(deps),
    isEmpty: () => isEmpty(db),
    knownShowtimes: (showtimeIds: readonly string[]) => findKnownShowtimes(db, showtimeIds),
    domainModule,
  }

  /** The tickets of an account, and the films that it waits for. Codes are left out: they open a seat. */
  async function collect({ accountId }: Person, language: Language): Promise<unknown> {
    const { list } = await tickets.ticketsOf({ accountId, page: 1, pageSize: EXPORT_MAX })
    return {
      tickets: list.map(({ filmTitle, cinema, showtime, state, redeemedAt, returnedAt }) => ({
        film: filmTitle[language],
        cinema: cinema.name[language],
        startsAt: showtime.startsAt,
        state,
        redeemedAt,
        returnedAt,
      })),
      waitsFor: await findNotices(db, accountId),
    }
  }

  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    await deleteNotices(tx, accountId)
    await unlinkTickets(tx, accountId)
  }
}
