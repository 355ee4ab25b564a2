import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ClassBadge } from '#web/ui/badge.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import type { Film } from './cinema-address.rules.ts'
import styles from './coming-list.module.css'
import { formatMonthDay } from './format-showtime.ts'
import { NoticeButton } from './notice-button.tsx'
import { useCinemaAddress } from './use-cinema-address.ts'

const SHOWN = 3

/** The next films, each with its first day and the button to be told of it. */
export function ComingList({ films }: { films: readonly Film[] }) {
  const text = useText('cinema')
  const { cards } = useShellText()
  const { language } = useCallContext()
  const { change } = useCinemaAddress()
  const next = films.toSorted((one, other) => (one.releaseDate < other.releaseDate ? -1 : 1)).slice(0, SHOWN)
  return (
    <ul className={styles.list}>
      {next.map((film) => (
        <li key={film.programId} className={styles.film}>
          <span className={styles.poster}>
            <ResponsiveImage src={film.keyartImageURL} alt="" title="" sizes="56px" to={320} />
          </span>
          <div className={styles.about}>
            <button
              type="button"
              className={styles.title}
              onClick={() => {
                change({ status: 'coming', film: film.programId, date: undefined, showtime: undefined })
                scrollTo({ top: 0 })
              }}
            >
              {film.title}
            </button>
            <p className={styles.opens}>
              {text.opens(formatMonthDay(film.releaseDate, language))}
              <ClassBadge value={film.restriction} label={cards.restriction[film.restriction]} />
            </p>
            {film.notify ? <p className={styles.when}>{text.notifyWhen}</p> : null}
          </div>
          <NoticeButton film={film} />
        </li>
      ))}
    </ul>
  )
}
