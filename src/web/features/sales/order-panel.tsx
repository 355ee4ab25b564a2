import { saleDetail } from '#contract/sales.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { CartLines } from './cart-lines.tsx'
import { OrderForm } from './order-form.tsx'
import { type Cart, linesOf, type Sale } from './order.rules.ts'
import { useOwnDetails } from './use-order.ts'
import styles from './order-panel.module.css'

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
