import { cinemaShowtimes } from '#contract/cinema.ts'
import { useCall } from '#web/kit/use-call.ts'
import { chosenOf, type Film, inArea } from './cinema-address.rules.ts'
import { useCinemaAddress } from './use-cinema-address.ts'

/** The showtimes of a film on the day and in the area of the address, and the one that is chosen. */
export function useFilmDay({ programId }: Pick<Film, 'programId'>) {
  const { date, area, showtimeId } = useCinemaAddress()
  const showtimes = useCall(cinemaShowtimes, { programId, ...(date !== undefined && { date }) })
  const all = showtimes.data?.list ?? []
  const shown = inArea(all, area)
  return { showtimes, all, shown, chosen: chosenOf(shown, showtimeId) }
}

export type ShownDay = ReturnType<typeof useFilmDay>
