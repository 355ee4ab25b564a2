import type { DeliveryMethod } from '#contract/goods.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { type CartLine, goodsCents, unitsOf } from './order.rules.ts'
import styles from './order-panel.module.css'

interface OrderTotalsProps {
  lines: readonly CartLine[]
  method: string
  /** Cents; undefined until the country is known. */
  freight: number | undefined
}

/** What the order costs. */
export function OrderTotals({ lines, method, freight }: OrderTotalsProps) {
  const { order: text } = useText('sales')
  const { language } = useCallContext()
  const money = (cents: number) => formatMoney(cents, language)
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{text.goods(formatNumber(unitsOf(lines), language))}</dt>
        <dd>{money(goodsCents(lines))}</dd>
      </div>
      <div>
        <dt>{text.freight(text.methods[method as DeliveryMethod])}</dt>
        {freight === undefined ? <dd className={styles.later}>{text.chooseFirst}</dd> : null}
        {freight === 0 ? <dd className={styles.free}>{text.free}</dd> : null}
        {freight !== undefined && freight > 0 ? <dd>{money(freight)}</dd> : null}
      </div>
      <div className={styles.total}>
        <dt>{freight === undefined ? text.totalBefore : text.total}</dt>
        <dd>{money(goodsCents(lines) + (freight ?? 0))}</dd>
      </div>
    </dl>
  )
}
