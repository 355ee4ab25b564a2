import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { formatDay, lastMoment } from '#web/kit/format-day.ts'
import { useText } from '#web/kit/text.ts'
import type { CreditQuote, Quote, VoucherQuote } from '#web/viewer/rentals/quote.rules.ts'
import styles from './quote-meter.module.css'

/** What a quote takes from where, as lines and as one meter: solid is what is left, hatched what is taken. */
export const QuoteMeter = ({ quote }: { quote: Quote }) =>
  quote.unit === 'vouchers' ? <VoucherMeter quote={quote} /> : <CreditMeter quote={quote} />

function CreditMeter({ quote: { payment, credits } }: { quote: CreditQuote }) {
  const text = useText('rentals')
  const { language } = useCallContext()
  const figure = (value: number) => formatNumber(value, language)
  const lines = credits.from.map(({ bucket, credits: taken }) => ({
    name: text.buckets[bucket],
    taken: text.taken(figure(taken)),
    takenLabel: text.takenLabel(figure(taken)),
  }))
  const ends = { owned: text.owned(figure(credits.owned)), left: text.left(figure(credits.left)) }
  return <Meter lines={lines} left={credits.left} payment={payment} ends={ends} />
}

function VoucherMeter({ quote: { payment, vouchers } }: { quote: VoucherQuote }) {
  const text = useText('rentals')
  const { language } = useCallContext()
  const figure = (value: number) => formatNumber(value, language)
  const line = {
    name: text.voucher(formatDay(lastMoment(vouchers.expiresAt), language)),
    taken: text.takenVouchers(figure(payment)),
    takenLabel: text.takenVouchersLabel(figure(payment)),
  }
  const ends = { owned: text.ownedVouchers(figure(vouchers.owned)), left: text.leftVouchers(figure(vouchers.left)) }
  return <Meter lines={[line]} left={vouchers.left} payment={payment} ends={ends} unit="vouchers" />
}

interface MeterProps {
  lines: readonly { name: string; taken: string; takenLabel: string }[]
  left: number
  payment: number
  ends: { owned: string; left: string }
  unit?: 'vouchers'
}

function Meter({ lines, left, payment, ends, unit }: MeterProps) {
  return (
    <div className={styles.meter} data-unit={unit}>
      <ul>
        {lines.map(({ name, taken, takenLabel }) => (
          <li key={name} className={styles.line}>
            <span className={styles.bucket}>{name}</span>
            <span className={styles.taken}>
              <span aria-hidden="true">{taken}</span>
              <span className="visually-hidden">{takenLabel}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.bar} aria-hidden="true">
        {left > 0 ? <span className={styles.left} style={{ flexGrow: left }} /> : null}
        <span className={styles.used} style={{ flexGrow: payment }} />
      </div>
      <p className={styles.ends}>
        <span>{ends.owned}</span>
        <span>{ends.left}</span>
      </p>
    </div>
  )
}
