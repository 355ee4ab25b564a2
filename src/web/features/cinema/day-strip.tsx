import { useState } from 'react'
import { SHOWTIME_DAYS } from '#contract/showtimes.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import type { FilmDay } from './cinema-address.rules.ts'
import { dayOf, formatShortDay, formatWeekday } from './format-showtime.ts'
import styles from './day-strip.module.css'
import { useCinemaAddress } from './use-cinema-address.ts'

/** Seven days in Hong Kong. */
export function DayStrip({ data }: { data: FilmDay | undefined }) {
  const text = useText('cinema')
  const { language } = useCallContext()
  const { date, change } = useCinemaAddress()
  const [today] = useState(() => dayOf(Date.now()))
  if (!data) return <div className={styles.strip}>{BLANK}</div>
  const current = date ?? data.date
  return (
    <ul className={styles.strip} aria-label={text.days}>
      {data.days.map(({ date: day, showtimes }) => {
        return (
          <li key={day}>
            <button
              type="button"
              className={styles.day}
              data-none={showtimes === 0 ? '' : undefined}
              aria-pressed={day === current}
              onClick={() => change({ date: day, showtime: undefined })}
            >
              <span>{day === today ? text.today : formatWeekday(day, text)}</span>{' '}
              <span className={styles.date}>
                {formatShortDay(day, language)}
                <span className="visually-hidden">{text.dayCount(showtimes)}</span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const BLANK = Array.from({ length: SHOWTIME_DAYS }, (_, n) => <span key={n} className={styles.blank} />)
