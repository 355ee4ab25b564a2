import { saleDetail } from '#contract/sales.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { OrderForm } from './order-form.tsx'
import { type Cart, linesOf, type Sale, type CartLine, mostOf } from './order.rules.ts'
import { useOwnDetails } from './use-order.ts'
import styles from './order-panel.module.css'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import { DiscCase } from './disc-case.tsx'

interface OrderPanelProps {
  id?: string
  sale: Pick<Sale, 'saleId' | 'goods'>
  cart: Cart
  onUnits: (goodsId: string, quantity: number) => void
}

/** The order that is being made: its lines, where it goes, and what it costs. */
export function OrderPanel({ id, sale, cart, onUnits }: OrderPanelProps) {
  const { order: text } = useText('sales')
  const lines = linesOf(cart, sale.goods)
  return (
    <section id={id} className={styles.panel} aria-label={text.title} tabIndex={-1}>
      <h2 className={styles.title}>{text.title}</h2>
      {lines.length === 0 ? (
        <>
          <p className={styles.empty}>{text.empty}</p>
          <p className={styles.hint}>{text.emptyText}</p>
        </>
      ) : (
        <>
          <CartLines lines={lines} onUnits={onUnits} />
          <Delivery saleId={sale.saleId} lines={lines} />
        </>
      )}
    </section>
  )
}

/** The form, once what it offers is loaded. */
function Delivery({ saleId, lines }: { saleId: string; lines: ReturnType<typeof linesOf> }) {
  const text = useText('sales')
  const { site } = useShellText()
  const detail = useCall(saleDetail, { saleId })
  const own = useOwnDetails()
  if (detail.isLoadingError) {
    const action = { label: site.retry, onClick: () => void detail.refetch() }
    return <ErrorPanel compact title={text.failed} text={detail.error.message} action={action} />
  }
  if (!detail.data || own === undefined) {
    return <Waiting label={site.loading} size="l" />
  }
  return <OrderForm saleId={saleId} lines={lines} detail={detail.data} own={own ?? undefined} />
}

interface CartLinesProps {
  lines: readonly CartLine[]
  onUnits: (goodsId: string, quantity: number) => void
}

/** What is in the order, with its units. */
function CartLines({ lines, onUnits }: CartLinesProps) {
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
