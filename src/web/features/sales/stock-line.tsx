import { LAST_UNITS } from '#contract/goods.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMonthDay, formatTime } from '#web/kit/format-day.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import type { Goods } from './order.rules.ts'
import styles from './goods-card.module.css'

/** How many units there are, or when there will be some. */
export function StockLine({ goods: { stock, available, retryAt, restockDay } }: { goods: Goods }) {
  const { stock: text } = useText('sales')
  const { language } = useCallContext()
  if (stock === 'held') {
    return (
      <p className={styles.stock} data-tone="warn">
        <strong>{text.held}</strong>
        {retryAt ? <span>{text.retry(formatTime(retryAt, language))}</span> : null}
      </p>
    )
  }
  if (stock === 'soldOut') {
    return (
      <p className={styles.stock}>{restockDay ? text.restock(formatMonthDay(restockDay, language)) : text.soldOut}</p>
    )
  }
  const count = formatNumber(available, language)
  return available < LAST_UNITS ? (
    <p className={styles.stock} data-tone="warn">
      {text.last(count)}
    </p>
  ) : (
    <p className={styles.stock}>{text.left(count)}</p>
  )
}
