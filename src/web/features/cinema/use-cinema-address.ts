import { useLocation, useNavigate, useSearchParams } from '#web/kit/router.tsx'
import { type CinemaAddress, readAddress } from './cinema-address.rules.ts'

type Change = Partial<Record<'status' | 'film' | 'date' | 'area' | 'showtime' | 'open', string | undefined>>

/** The page stays where it is scrolled. */
const KEEPS_SCROLL = { keepsScroll: true }
const OPENED = { ...KEEPS_SCROLL, opened: true }

/** The state of the screen in the address, and its changes. Back undoes each. */
export function useCinemaAddress() {
  const [query, setQuery] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const next = (change: Change): URLSearchParams => {
    const changed = new URLSearchParams(query)
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) changed.delete(name)
      else changed.set(name, value)
    }
    return changed
  }
  const address: CinemaAddress = readAddress(query)
  return {
    ...address,
    change: (change: Change) => setQuery(next(change), { state: KEEPS_SCROLL }),
    /** Chooses a showtime: too small a step for Back. */
    choose: (showtimeId: string) => setQuery(next({ showtime: showtimeId }), { replace: true, state }),
    /** Opens a showtime over the page. */
    open: (showtimeId: string) => setQuery(next({ showtime: showtimeId, open: '1' }), { state: OPENED }),
    /** One that was opened here leaves no step behind. */
    close: () =>
      (state as { opened?: true } | null)?.opened
        ? navigate(-1)
        : setQuery(next({ open: undefined }), { replace: true }),
    /** The query of the screen as it is. */
    query: query.toString(),
  }
}
