import type { OutputOf } from '#contract/endpoint.ts'
import { type cinemaList, type cinemaShowtimes, FILM_STATUSES, type FilmStatus } from '#contract/cinema.ts'

export type Film = OutputOf<typeof cinemaList>['list'][number]
export type FilmDay = OutputOf<typeof cinemaShowtimes>
export type CinemaRow = FilmDay['list'][number]
export type Showtime = CinemaRow['showtimes'][number]
/** A showtime with its cinema. */
export interface Showing {
  readonly cinema: CinemaRow
  readonly showtime: Showtime
}

/** The state of the screen in the address; the rest follows from the data. */
export interface CinemaAddress {
  readonly status: FilmStatus
  readonly filmId: string | undefined
  readonly date: string | undefined
  /** `HK`, `MO`, or a district. */
  readonly area: string | undefined
  readonly showtimeId: string | undefined
  readonly isDialogOpen: boolean
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

export function readAddress(query: URLSearchParams): CinemaAddress {
  const status = FILM_STATUSES.find((one) => one === query.get('status')) ?? 'showing'
  const date = query.get('date') ?? ''
  return {
    status,
    filmId: query.get('film') ?? undefined,
    date: DAY.test(date) && !Number.isNaN(Date.parse(date)) ? date : undefined,
    area: query.get('area') ?? undefined,
    showtimeId: query.get('showtime') ?? undefined,
    isDialogOpen: query.get('open') === '1',
  }
}

/** The film of an address: the one that it names, else the first of its tab. */
export function filmOf(films: readonly Film[], { status, filmId }: CinemaAddress): Film | undefined {
  const ofTab = films.filter((film) => film.status === status)
  return ofTab.find(({ programId }) => programId === filmId) ?? ofTab[0]
}

/** The cinemas of an area. */
export function inArea(cinemas: readonly CinemaRow[], area: string | undefined): readonly CinemaRow[] {
  if (area === undefined) return cinemas
  return cinemas.filter(({ region, districtId }) => region === area || districtId === area)
}

/** The districts of cinemas, in their order, each once. */
export function districtsOf(
  cinemas: readonly CinemaRow[],
): readonly Pick<CinemaRow, 'districtId' | 'district' | 'region'>[] {
  return cinemas.filter((one, n) => cinemas.findIndex(({ districtId }) => districtId === one.districtId) === n)
}

/** Whether a seat of it can be had. */
export const isOpen = ({ state }: Pick<Showtime, 'state'>): boolean => state === 'open' || state === 'few'

/** The showtime that is chosen: the one of the address, else the next that has seats. */
export function chosenOf(cinemas: readonly CinemaRow[], showtimeId: string | undefined): Showing | undefined {
  const all = cinemas.flatMap((cinema) => cinema.showtimes.map((showtime) => ({ cinema, showtime })))
  const open = all.filter(({ showtime }) => isOpen(showtime))
  return (
    open.find(({ showtime }) => showtime.showtimeId === showtimeId) ??
    open.toSorted((one, other) => Date.parse(one.showtime.startsAt) - Date.parse(other.showtime.startsAt))[0]
  )
}
