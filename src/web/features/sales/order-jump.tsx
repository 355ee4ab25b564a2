import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { type CartLine, goodsCents, unitsOf } from './order.rules.ts'
import { ORDER_PANEL } from './order-panel.tsx'
import styles from './order-jump.module.css'

/** What is in the order, with the way to it: on narrow screens the order stands below the goods. */
export function OrderJump({ lines }: { lines: readonly CartLine[] }) {
  const { order: text } = useText('sales')
  const { language } = useCallContext()
  const units = unitsOf(lines)
  if (units === 0) return null
  return (
    <div className={styles.jump}>
      <p>
        {text.jump(formatNumber(units, language))}
        <strong>{formatMoney(goodsCents(lines), language)}</strong>
      </p>
      <Button look="primary" onClick={goToOrder}>
        {text.jumpAction}
      </Button>
    </div>
  )
}

function goToOrder(): void {
  const order = document.getElementById(ORDER_PANEL)
  order?.scrollIntoView({ block: 'start' })
  order?.focus({ preventScroll: true })
}
