import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import type { Quote } from '#web/viewer/rentals/quote.rules.ts'
import { useRentalsText } from '#web/viewer/rentals/rentals-text.ts'
import styles from './quote-meter.module.css'

/** What a quote takes from which bucket, as lines and as one meter: solid is what is left, hatched what is taken. */
export function QuoteMeter({ quote: { payment, credits } }: { quote: Quote }) {
  const text = useRentalsText()
  const { language } = useCallContext()
  const figure = (value: number) => formatNumber(value, language)
  return (
    <div className={styles.meter}>
      <ul>
        {credits.from.map(({ bucket, credits: taken }) => (
          <li key={bucket} className={styles.line}>
            <span className={styles.bucket}>{text.buckets[bucket]}</span>
            <span className={styles.taken}>
              <span aria-hidden="true">{text.taken(figure(taken))}</span>
              <span className="visually-hidden">{text.takenLabel(figure(taken))}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.bar} aria-hidden="true">
        {credits.left > 0 ? <span className={styles.left} style={{ flexGrow: credits.left }} /> : null}
        <span className={styles.used} style={{ flexGrow: payment }} />
      </div>
      <p className={styles.ends}>
        <span>{text.owned(figure(credits.owned))}</span>
        <span>{text.left(figure(credits.left))}</span>
      </p>
    </div>
  )
}
