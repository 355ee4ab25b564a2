import { FILM_STATUSES } from '#contract/cinema.ts'
import type { Film } from './cinema-address.rules.ts'
import styles from './film-hero.module.css'
import { useCinemaAddress } from './use-cinema-address.ts'
import { useText } from '#web/kit/text.ts'

/** Now showing, coming soon, each with the number of its films. */
export function FilmTabs({ films }: { films: readonly Film[] }) {
  const { tabs: text } = useText('cinema')
  const { status, change } = useCinemaAddress()
  return (
    <fieldset className={styles.tabs} aria-label={text.label}>
      {FILM_STATUSES.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.tab}
          aria-pressed={one === status}
          onClick={() =>
            one === status ||
            change({
              status: one === 'showing' ? undefined : one,
              film: undefined,
              date: undefined,
              showtime: undefined,
            })
          }
        >
          {text[one]}
          <span className={styles.count}>{films.filter((film) => film.status === one).length}</span>
        </button>
      ))}
    </fieldset>
  )
}
