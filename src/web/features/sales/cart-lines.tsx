import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import { DiscCase } from './disc-case.tsx'
import { type CartLine, mostOf } from './order.rules.ts'
import styles from './order-panel.module.css'

interface CartLinesProps {
  lines: readonly CartLine[]
  onUnits: (goodsId: string, quantity: number) => void
}

/** What is in the order, with its units. */
export function CartLines({ lines, onUnits }: CartLinesProps) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <Line key={line.goods.goodsId} line={line} onUnits={(quantity) => onUnits(line.goods.goodsId, quantity)} />
      ))}
    </ul>
  )
}

function Line({ line: { goods, quantity }, onUnits }: { line: CartLine; onUnits: (quantity: number) => void }) {
  const { order: text, media } = useText('sales')
  const { language } = useCallContext()
  const { title, amount, currency, medium, available } = goods
  const most = mostOf(goods)
  return (
    <li className={styles.line}>
      <DiscCase goods={goods} size="s" />
      <div className={styles.lineText}>
        <p className={styles.name}>{title}</p>
        <p className={styles.medium}>{media[medium]}</p>
      </div>
      <fieldset className={styles.stepper} aria-label={text.quantity(title, formatNumber(quantity, language))}>
        <button
          type="button"
          aria-label={quantity === 1 ? text.remove : text.fewer(title)}
          onClick={() => onUnits(quantity - 1)}
        >
          {quantity === 1 ? <CloseIcon size={16} /> : '−'}
        </button>
        <output className={styles.count}>{formatNumber(quantity, language)}</output>
        <button
          type="button"
          aria-label={text.more(title)}
          disabled={quantity >= most}
          onClick={() => onUnits(quantity + 1)}
        >
          +
        </button>
      </fieldset>
      <p className={styles.sum}>{formatMoney(amount * quantity, language, currency)}</p>
      {quantity > available ? (
        <p className={styles.short} role="alert">
          {available === 0 ? text.gone : text.onlyLeft(formatNumber(available, language))}
        </p>
      ) : null}
    </li>
  )
}
