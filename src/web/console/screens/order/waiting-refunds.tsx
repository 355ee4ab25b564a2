import { useText } from '#web/kit/text.ts'
import { hasRole, useMe } from '../../client/session.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { Panel } from '../../widgets/page.tsx'
import { When } from '../../widgets/when.tsx'
import { useMoney } from './money.tsx'
import styles from './order.module.css'
import type { ShownOrder } from './timeline.rules.ts'

interface WaitingRefundsProps {
  waiting: ShownOrder['waiting']
  currency: string
}

/** Refunds of this order that another person has to approve. */
export function WaitingRefunds({ waiting, currency }: WaitingRefundsProps) {
  const { approval: text } = useText('consoleOrder')
  const money = useMoney()
  const me = useMe()
  return (
    <Panel title={text.title}>
      <ul className={styles.waiting}>
        {waiting.map(({ approvalId, amountCents, requester, reason, askedAt, expiresAt }) => (
          <li key={approvalId}>
            <strong>{money(amountCents, currency)}</strong>
            <span>
              {text.asked(requester)} · <When at={askedAt} />
            </span>
            <span>{reason}</span>
            <span className={styles.note}>
              {text.until} <When at={expiresAt} />
            </span>
          </li>
        ))}
      </ul>
      {me !== undefined && hasRole(me, ['finance', 'administrator']) ? (
        <p className={styles.foot}>
          <a className={styles.link} href={href(PATHS.approvals)}>
            {text.decide}
          </a>
        </p>
      ) : null}
    </Panel>
  )
}
