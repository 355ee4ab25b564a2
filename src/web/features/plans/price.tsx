import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney } from '#web/kit/format.ts'
import styles from './price.module.css'

interface PriceProps {
  /** Cents. */
  amount: number
  currency: string
  /** What it pays for: each month, one month. */
  per: string
}

/** A price, its number large. */
export function Price({ amount, currency, per }: PriceProps) {
  const { language } = useCallContext()
  const money = formatMoney(amount, language, currency)
  const figure = money.search(/\d/)
  return (
    <p className={styles.price}>
      <span className={styles.currency}>{money.slice(0, figure)}</span>
      <span className={styles.figure}>{money.slice(figure)}</span> <span className={styles.per}>{per}</span>
    </p>
  )
}
