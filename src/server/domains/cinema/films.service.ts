import { FILM_NOTICES_MAX, type FilmStatus } from '#contract/cinema.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import type { CinemaDeps } from './ports.ts'
import {
  findNotices,
  countNotices,
  deleteNotice,
  insertNotice,
  dequeueDueNotices,
  countByDay,
  findFilms,
  findShowtimes,
} from './cinema.repo.ts'
import { boundsOf, daysFrom, filmStatus, noticeAt, showtimeState, shownDay } from './showtimes.rules.ts'
import { AppError } from '#contract/errors.ts'
import type { CinemaDay, FilmDay, ShownFilm } from './cinema-model.ts'
import { hongKongDay } from '#server/kit/instants.ts'

type FilmFilter = { region?: 'HK' | 'MO' | undefined; status?: FilmStatus | undefined }

const BATCH = 100

export function createFilms({ db, clock, messages }: CinemaDeps) {
  return { films, showtimes, notify, sendNotices }

  async function films({ region, status }: FilmFilter, accountId?: string): Promise<ShownFilm[]> {
    const now = clock.now()
    const found = await findFilms(db, { now, region })
    const awaited = new Set(accountId === undefined ? [] : await findNotices(db, accountId))
    return found.flatMap((film) => {
      const current = filmStatus(film, hongKongDay(now))
      if (current === undefined || (status !== undefined && status !== current)) return []
      return [{ ...film, status: current, notify: awaited.has(film.filmId) }]
    })
  }

  async function showtimes(filmId: string, wanted?: Temporal.PlainDate): Promise<FilmDay> {
    const now = clock.now()
    const today = hongKongDay(now)
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

  async function notify(accountId: string, { filmId, wanted }: { filmId: string; wanted: boolean }): Promise<void> {
    if (!wanted) return deleteNotice(db, { filmId, accountId })
    const now = clock.now()
    const [film] = await findFilms(db, { now, filmId })
    const status = film && filmStatus(film, hongKongDay(now))
    if (!film || status === undefined) throw new AppError('NOT_FOUND')
    if (status === 'showing' || Temporal.Instant.compare(noticeAt(film.releaseOn), now) <= 0)
      throw new AppError('CONFLICT')
    // Requests at the same time may each see one fewer: a few more notices than the limit do no harm.
    if ((await countNotices(db, accountId)) >= FILM_NOTICES_MAX)
      throw new AppError('CONFLICT', { max: FILM_NOTICES_MAX })
    await insertNotice(db, { filmId, accountId, at: now })
  }

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
