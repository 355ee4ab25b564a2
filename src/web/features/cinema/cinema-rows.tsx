import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useText } from '#web/kit/text.ts'
import { type CinemaRow, isOpen, type Showing, type Showtime } from './cinema-address.rules.ts'
import styles from './cinema-rows.module.css'
import { formatTime, wordOf } from './format-showtime.ts'
import { useCinemaAddress } from './use-cinema-address.ts'
import mapPin from 'lucide/dist/esm/icons/map-pin.mjs'
import { icon } from '#web/ui/icon.tsx'

/** The cinemas, each with its showtimes of the day. */
export function CinemaRows({ cinemas, chosen }: { cinemas: readonly CinemaRow[]; chosen: Showing | undefined }) {
  const text = useText('cinema')
  const { language } = useCallContext()
  return (
    <ul className={styles.list}>
      {cinemas.map(({ cinemaId, district, name, address, amount, showtimes }) => (
        <li key={cinemaId} className={styles.cinema}>
          <div className={styles.about}>
            <h3 className={styles.name}>
              <span className={styles.tag}>{district}</span>
              {name}
            </h3>
            <p className={styles.address}>
              <MapPinIcon size={15} />
              <span className={styles.withoutTag}>{address}</span>
              <span className={styles.withTag}>{joinFacts([district, address], language)}</span>
            </p>
            <p className={styles.price}>{text.from(formatMoney(amount, language))}</p>
          </div>
          <ul className={styles.times} aria-label={name}>
            {showtimes.map((showtime) => (
              <Chip
                key={showtime.showtimeId}
                showtime={showtime}
                isChosen={showtime.showtimeId === chosen?.showtime.showtimeId}
              />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** A time over one word. Another click on the chosen one opens it. */
function Chip({ showtime, isChosen }: { showtime: Showtime; isChosen: boolean }) {
  const text = useText('cinema')
  const { language } = useCallContext()
  const { choose, open } = useCinemaAddress()
  const { showtimeId, startsAt, state } = showtime
  const [time, word] = [formatTime(startsAt), wordOf(showtime, language, text)]
  return (
    <li>
      <button
        type="button"
        className={styles.chip}
        data-state={state}
        disabled={!isOpen(showtime)}
        aria-pressed={isChosen}
        onClick={() => (isChosen ? open(showtimeId) : choose(showtimeId))}
      >
        <span className={styles.time}>{time}</span> <span className={styles.word}>{word}</span>
      </button>
    </li>
  )
}

const MapPinIcon = icon(mapPin)
