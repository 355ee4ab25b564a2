import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatMoney } from '#web/kit/format.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import type { Column } from '../../table/columns.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { When } from '../../widgets/when.tsx'
import { OrderState, type OrderRow } from './order-state.tsx'
import styles from './orders.module.css'

export function useOrderColumns(): readonly Column<OrderRow>[] {
  const text = useText('consoleOrders')
  const { providers } = useText('consoleOrders')
  const { language } = useCallContext()
  const { columns } = text
  const money = (cents: number, currency: string) => formatMoney(cents, language, currency)
  return [
    {
      id: 'order',
      label: columns.order,
      cell: ({ orderNumber, accountId, createdAt }) => (
        <span className={styles.order}>
          <strong>{orderNumber}</strong>
          <span className={styles.note}>{accountId === null ? text.erased : <code>{accountId}</code>}</span>
          <span className={styles.narrow}>
            <When at={createdAt} />
          </span>
        </span>
      ),
    },
    {
      id: 'item',
      label: columns.item,
      from: 'tablet',
      cell: ({ kind, item }) => (
        <>
          {item}
          <span className={styles.note}>{text.kinds[kind]}</span>
        </>
      ),
    },
    {
      id: 'amount',
      label: columns.amount,
      cell: ({ amountCents, currency, refundedCents, paidCurrency }) => (
        <span className={styles.amount}>
          {money(amountCents, currency)}
          {refundedCents > 0 ? (
            <span className={styles.note}>{text.refunded(money(refundedCents, paidCurrency ?? currency))}</span>
          ) : null}
        </span>
      ),
    },
    {
      id: 'provider',
      label: columns.provider,
      from: 'tablet',
      cell: ({ provider, isSandbox }) => (
        <span className={styles.pills}>
          {providers[provider]}
          {isSandbox ? <Pill tone="plain">{text.sandbox}</Pill> : null}
        </span>
      ),
    },
    {
      id: 'state',
      label: columns.state,
      cell: ({ state, answerBy }) => (
        <>
          <OrderState state={state} />
          {answerBy === null ? null : (
            <span className={styles.note}>
              {text[Date.parse(answerBy) <= serverNow() ? 'answerPassed' : 'answerBy'](
                formatInstant(answerBy, language),
              )}
            </span>
          )}
        </>
      ),
    },
    {
      id: 'delivered',
      label: columns.delivered,
      from: 'desktop',
      cell: ({ deliveredAt, undeliverable }) =>
        deliveredAt ? text.delivered : undeliverable === null ? null : <Pill tone="bad">{text.undelivered}</Pill>,
    },
    {
      id: 'created',
      label: columns.created,
      sort: { up: 'createdAt', down: '-createdAt' },
      from: 'desktop',
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
  ]
}
