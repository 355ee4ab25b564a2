/**
 * Cinema information: films in the cinemas of Hong Kong and Macau with their showtimes, seats for the cinema tickets of telecom
 * partners' members, and who is told of a film. Owns the tables cinema, cinema_film, showtime, cinema_ticket and cinema_notice. Sells
 * nothing: the cinemas do.
 */
import type { Generated } from 'kysely'
import type { Genre } from '#contract/genres.ts'
import type { Restriction } from '#contract/restrictions.ts'
import { type ShowtimeFormat, FILM_NOTICES_MAX, type FilmStatus } from '#contract/showtimes.ts'
import type { Language } from '#contract/languages.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import type { DomainModule, Person, Worker } from '../domain-module.ts'
import { type CinemaDeps, TIME_ZONE } from './cinema-deps.ts'
import { findKnownShowtimes, isEmpty } from './listings-import.repo.ts'
import { listingsContent } from './listings-import.service.ts'
import {
  deleteNotices,
  findNotices,
  countNotices,
  deleteNotice,
  insertNotice,
  dequeueDueNotices,
} from './notices.repo.ts'
import { unlinkTickets, findCancelled, lockCancelled, moveSeat, setReturned } from './tickets.repo.ts'
import { createTickets } from './tickets.service.ts'
import { lockWallet, restore } from '../ledger/index.ts'
import { dayOf, boundsOf, daysFrom, filmStatus, noticeAt, showtimeState, shownDay } from './showtimes.rules.ts'
import { AppError } from '#contract/errors.ts'
import type { CinemaDay, FilmDay, ShownFilm } from './cinema-model.ts'
import { countByDay, findFilms, findShowtimes } from './films.repo.ts'

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
    }
    cinema_notice: { film_id: string; account_id: string; requested_at: Instant }
  }
}

export type CinemaListings = ReturnType<typeof createCinema>

const DUE_EVERY_MS = 60_000
/** Tickets in an export; above what any account has. */
const EXPORT_MAX = 10_000

/** The public API of cinema; `index.ts` says what it owns. */
export function createCinema(deps: CinemaDeps) {
  const { db } = deps
  const { sendNotices, ...films } = createFilms(deps)
  const tickets = createTickets(deps)
  const { returnCancelled } = createReturns(deps)
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'films in the cinemas', everyMs: DUE_EVERY_MS, run: sendNotices },
      { name: 'cancelled showtimes', everyMs: DUE_EVERY_MS, run: returnCancelled },
    ],
    personalData: { name: 'cinema', collect, erase },
    content: listingsContent,
  }
  return {
    ...films,
    ...tickets,
    /** Whether there has never been a cinema. */
    isEmpty: () => isEmpty(db),
    /** Those of these ids that exist. */
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

const RETURN_BATCH = 100

/** Returns the cinema tickets of showtimes that were taken back. */
function createReturns({ db, clock, messages }: CinemaDeps) {
  return { returnCancelled }

  /** Gives back the cinema tickets of showtimes that were taken back, and tells their members. One that fails is left for the next run. */
  async function returnCancelled({ log }: Pick<Worker, 'log'>): Promise<void> {
    const failed: string[] = []
    for (;;) {
      const found = await findCancelled(db, { now: clock.now(), limit: RETURN_BATCH, except: failed })
      if (found.length === 0) return
      for (const one of found) {
        try {
          await inTransaction(db, (tx) => giveBack(tx, one))
        } catch (error) {
          failed.push(one.ticketId)
          log.error({ err: error, ticketId: one.ticketId }, 'cinema ticket was not returned')
        }
      }
    }
  }

  async function giveBack(tx: Db, { ticketId, accountId }: { ticketId: string; accountId: string }): Promise<void> {
    await lockWallet(tx, { accountId })
    const cancelled = await lockCancelled(tx, ticketId)
    // Another node has returned it, or the showtime is back.
    if (!cancelled) return
    const { showtimeId, title, startsAt } = cancelled
    const at = clock.now()
    const { transferId } = await restore(tx, {
      spendTransferId: cancelled.transferId,
      idempotencyKey: `cinema return:${ticketId}`,
      actor: 'system',
      subject: showtimeId,
      reason: 'the showtime was cancelled',
      at,
    })
    await setReturned(tx, { ticketId, transferId, at })
    await moveSeat(tx, showtimeId, -1)
    const params = { title, day: dayOf(startsAt).toString(), time: timeOf(startsAt) }
    await messages.post(tx, { accountId, template: 'showtimeCancelled', params })
  }
}

const timeOf = (instant: Temporal.Instant): string =>
  instant.toZonedDateTimeISO(TIME_ZONE).toPlainTime().toString({ smallestUnit: 'minute' })

type FilmFilter = { region?: 'HK' | 'MO' | undefined; status?: FilmStatus | undefined }

/** Messages of one transaction. */
const BATCH = 100

/** What the cinemas show, as readers see it, and who is told of it. */
function createFilms({ db, clock, messages }: CinemaDeps) {
  return { films, showtimes, notify, sendNotices }

  /** The films now showing and coming soon. `accountId`: of a member, who may wait for some. */
  async function films({ region, status }: FilmFilter, accountId?: string): Promise<ShownFilm[]> {
    const now = clock.now()
    const found = await findFilms(db, { now, region })
    const awaited = new Set(accountId === undefined ? [] : await findNotices(db, accountId))
    return found.flatMap((film) => {
      const current = filmStatus(film, dayOf(now))
      if (current === undefined || (status !== undefined && status !== current)) return []
      return [{ ...film, status: current, notify: awaited.has(film.filmId) }]
    })
  }

  /** The showtimes of a film on a day. @throws NOT_FOUND */
  async function showtimes(filmId: string, wanted?: Temporal.PlainDate): Promise<FilmDay> {
    const now = clock.now()
    const today = dayOf(now)
    const [film] = await findFilms(db, { now, filmId })
    if (!film) throw new AppError('NOT_FOUND')
    const counted = await countByDay(db, { filmId, from: boundsOf(today).from, now })
    const days = daysFrom(today, counted[0]?.date).map((date) => {
      const { showtimes: count = 0, ahead = 0 } = counted.find((one) => one.date.equals(date)) ?? {}
      return { date, showtimes: count, ahead }
    })
    // Days that are over are not told of.
    const isPast = wanted && Temporal.PlainDate.compare(wanted, today) < 0
    const date = wanted && !isPast ? wanted : shownDay(days)
    const rows = await findShowtimes(db, { filmId, ...boundsOf(date) })
    return {
      date,
      days: days.map((day) => ({ date: day.date, showtimes: day.showtimes })),
      cinemas: byCinema(rows.map((row) => ({ ...row, state: showtimeState(row, now) }))),
    }
  }

  /**
   * Whether a member is told when a coming film can be seen.
   * @throws NOT_FOUND; CONFLICT for a film that is shown, and when the member waits for too many
   */
  async function notify(accountId: string, { filmId, wanted }: { filmId: string; wanted: boolean }): Promise<void> {
    if (!wanted) return deleteNotice(db, { filmId, accountId })
    const now = clock.now()
    const [film] = await findFilms(db, { now, filmId })
    const status = film && filmStatus(film, dayOf(now))
    if (!film || status === undefined) throw new AppError('NOT_FOUND')
    if (status === 'showing' || Temporal.Instant.compare(noticeAt(film.releaseOn), now) <= 0)
      throw new AppError('CONFLICT')
    // Requests at the same time may each see one fewer: a few more notices than the limit do no harm.
    if ((await countNotices(db, accountId)) >= FILM_NOTICES_MAX)
      throw new AppError('CONFLICT', { max: FILM_NOTICES_MAX })
    await insertNotice(db, { filmId, accountId, at: now })
  }

  /** Tells the members who wait for films that can be seen, once. */
  async function sendNotices(): Promise<void> {
    for (;;) {
      const sent = await inTransaction(db, sendBatch)
      if (sent < BATCH) return
    }
  }

  async function sendBatch(tx: Db): Promise<number> {
    const notices = await dequeueDueNotices(tx, { now: clock.now(), limit: BATCH })
    for (const { accountId, title, releaseOn } of notices) {
      const params = { title, day: releaseOn.toString() }
      await messages.post(tx, { accountId, template: 'filmInCinemas', params })
    }
    return notices.length
  }
}

type Row = Awaited<ReturnType<typeof findShowtimes>>[number] & Pick<CinemaDay['showtimes'][number], 'state'>

function byCinema(rows: readonly Row[]): CinemaDay[] {
  const cinemas = new Map<string, CinemaDay & { showtimes: CinemaDay['showtimes'][number][] }>()
  for (const { cinema, ...showtime } of rows) {
    const known = cinemas.get(cinema.cinemaId) ?? { ...cinema, showtimes: [] }
    known.showtimes.push(showtime)
    cinemas.set(cinema.cinemaId, known)
  }
  return [...cinemas.values()]
}
