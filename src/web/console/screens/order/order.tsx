import { show } from '#contract/admin/orders.ts'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { useLocation } from '#web/kit/router.tsx'
import { plainPath } from '#web/kit/routes.ts'
import { useText } from '#web/kit/text.ts'
import { ReceiptIcon } from '#web/ui/feature-icons.tsx'
import { LockIcon } from '#web/ui/icons.tsx'
import { useRead } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { NoRecord } from '../../shell/waiting.tsx'
import { Notice } from '../../widgets/notice.tsx'
import { Page } from '../../widgets/page.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { OrderState } from '../orders/order-state.tsx'
import { EvidenceButton } from './evidence-button.tsx'
import { OrderFacts } from './order-facts.tsx'
import styles from './order.module.css'
import { RefundPanel } from './refund-panel.tsx'
import { Timeline } from './timeline.tsx'
import type { ShownOrder } from './timeline.rules.ts'
import { WaitingRefunds } from './waiting-refunds.tsx'

/** A refund is carried out by a job, and its provider answers when it will. */
const POLL_MS = 10_000

/** One order: its evidence, and its refund. */
export function Order() {
  const text = useText('consoleOrder')
  const { pathname } = useLocation()
  const outTradeNo = pathParams(PATHS.order, plainPath(pathname))?.number ?? ''
  const read = useRead(show, { outTradeNo }, { pollMs: POLL_MS })
  if (read.data) return <Shown key={read.data.order.outTradeNo} shown={read.data} />
  return (
    <NoRecord
      read={read}
      icon={<ReceiptIcon size={22} />}
      title={text.missing}
      text={text.missingText}
      action={{ label: text.toList, href: href(PATHS.orders) }}
    />
  )
}

function Shown({ shown }: { shown: ShownOrder }) {
  const text = useText('consoleOrder')
  const { sandbox } = useText('consoleOrders')
  const { order, waiting, isOwn } = shown
  return (
    <Page
      title={text.title(order.item)}
      note={
        <span className={styles.head}>
          <OrderState state={order.state} />
          {waiting.length > 0 ? (
            <Pill tone="warn" hasDot>
              {text.waits}
            </Pill>
          ) : null}
          {order.isSandbox ? <Pill tone="plain">{sandbox}</Pill> : null}
          <span>{order.orderNumber}</span>
        </span>
      }
      actions={
        <>
          <EvidenceButton shown={shown} />
          <a className={styles.link} href={href(PATHS.orders)}>
            {text.toList}
          </a>
        </>
      }
    >
      {isOwn ? (
        <Notice tone="warn" icon={<LockIcon size={18} />}>
          {text.own}
        </Notice>
      ) : null}
      <div className={styles.columns}>
        <div className={styles.column}>
          <OrderFacts order={order} />
          <Timeline shown={shown} />
        </div>
        <div className={styles.column}>
          {waiting.length > 0 ? (
            <WaitingRefunds waiting={waiting} currency={order.paidCurrency ?? order.currency} />
          ) : null}
          {order.paidAt ? <RefundPanel shown={shown} /> : null}
        </div>
      </div>
    </Page>
  )
}
