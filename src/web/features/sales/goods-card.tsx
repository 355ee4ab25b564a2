import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { BellIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon, PlusIcon } from '#web/ui/icons.tsx'
import { DiscStage } from './disc-case.tsx'
import type { Goods } from './order.rules.ts'
import { StockLine } from './stock-line.tsx'
import { useNotice } from './use-notice.ts'
import styles from './goods-card.module.css'

interface GoodsCardProps {
  goods: Goods
  /** Units in the order. */
  units: number
  onUnits: (quantity: number) => void
}

/** One thing on sale: its case, its price, how many there are, and the button that orders it. */
export function GoodsCard({ goods, units, onUnits }: GoodsCardProps) {
  const text = useText('sales')
  const { language } = useCallContext()
  const { goodsId, title, detail, medium, amount, currency, stock } = goods
  return (
    <li className={styles.card} data-gone={stock === 'soldOut' ? '' : undefined}>
      <DiscStage goods={goods} size="m" />
      <div className={styles.body}>
        <h3 className={styles.title}>
          <a href={paths.specialSaleDetail(goodsId)}>{title}</a>
        </h3>
        <p className={styles.detail}>{detail || text.media[medium]}</p>
        <p className={styles.price}>{formatMoney(amount, language, currency)}</p>
        <StockLine goods={goods} />
      </div>
      <Action goods={goods} units={units} onUnits={onUnits} />
    </li>
  )
}

/** Add, in the order, or notify. None while others' payments hold every unit. */
function Action({ goods, units, onUnits }: GoodsCardProps) {
  const text = useText('sales')
  const notice = useNotice(goods)
  const { title, stock } = goods
  if (units > 0) {
    return (
      <button
        type="button"
        className={styles.action}
        data-chosen=""
        aria-label={text.added(title)}
        aria-pressed="true"
        onClick={() => onUnits(0)}
      >
        <CheckIcon size={20} />
      </button>
    )
  }
  if (stock === 'available') {
    return (
      <button
        type="button"
        className={styles.action}
        aria-label={text.add(title)}
        aria-pressed="false"
        onClick={() => onUnits(1)}
      >
        <PlusIcon size={20} />
      </button>
    )
  }
  if (stock === 'held') return null
  return (
    <button
      type="button"
      className={styles.action}
      data-chosen={notice.isOn ? '' : undefined}
      aria-label={notice.isOn ? text.notified(title) : text.notify(title)}
      aria-pressed={notice.isOn}
      aria-busy={notice.pending || undefined}
      onClick={notice.toggle}
    >
      {notice.isOn ? <CheckIcon size={20} /> : <BellIcon size={20} />}
    </button>
  )
}
