import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { AuditFact, Fact, Facts } from '../../widgets/facts.tsx'
import { Panel } from '../../widgets/page.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { When } from '../../widgets/when.tsx'
import { useMoney } from './money.tsx'
import styles from './order.module.css'
import type { ShownOrder } from './timeline.rules.ts'

/** What is stored of an order. Of its customer the account's id alone. */
export function OrderFacts({ order }: Pick<ShownOrder, 'order'>) {
  const text = useText('consoleOrder')
  const { deadline, passed } = useText('consoleEvidence')
  const { kinds, erased } = useText('consoleOrders')
  const { providers } = useText('consoleOrders')
  const money = useMoney()
  const { amountCents, currency, paidCents, paidCurrency, refundedCents, accountId, outTradeNo } = order
  const { providerReference, paymentReference, receiptNumber, secondOf, queryDueAt, paidAt, gateway } = order
  const isPassed = order.answerBy !== null && Date.parse(order.answerBy) <= serverNow()
  const provider = [providers[order.provider], gateway].filter(Boolean).join(' · ')
  return (
    <Panel title={text.facts} note={kinds[order.kind]}>
      <Facts>
        <Fact label={text.amount}>
          <span className={styles.sum}>{money(amountCents, currency)}</span>
        </Fact>
        {paidCents === null ? null : <Fact label={text.paid}>{money(paidCents, paidCurrency ?? currency)}</Fact>}
        <Fact label={text.refunded}>{money(refundedCents, paidCurrency ?? currency)}</Fact>
        <Fact label={text.provider}>{provider}</Fact>
        <Fact label={text.created}>
          <When at={order.createdAt} />
        </Fact>
        {paidAt ? null : (
          <Fact label={text.expires}>
            <When at={order.expiresAt} />
          </Fact>
        )}
        {order.answerBy === null ? null : (
          <Fact label={deadline}>
            <Pill tone={isPassed ? 'plain' : 'bad'} hasDot={!isPassed}>
              <When at={order.answerBy} />
            </Pill>
            {isPassed ? <span className={styles.note}>{passed}</span> : null}
          </Fact>
        )}
        {queryDueAt ? (
          <Fact label={text.next}>
            <When at={queryDueAt} />
          </Fact>
        ) : null}
        <Fact label={text.account}>
          {accountId === null ? (
            erased
          ) : (
            <a className={styles.link} href={href(`${PATHS.customers}/${accountId}`)}>
              <code>{accountId}</code>
            </a>
          )}
        </Fact>
        <Fact label={text.outTradeNo}>
          <code>{outTradeNo}</code>
        </Fact>
        {secondOf === null ? null : (
          <Fact label={text.secondOf}>
            <a className={styles.link} href={href(`${PATHS.orders}/${secondOf}`)}>
              <code>{secondOf}</code>
            </a>
          </Fact>
        )}
        {providerReference === null ? null : (
          <Fact label={text.reference}>
            <code>{providerReference}</code>
          </Fact>
        )}
        {paymentReference === null ? null : (
          <Fact label={text.payment}>
            <code>{paymentReference}</code>
          </Fact>
        )}
        {receiptNumber === null ? null : <Fact label={text.receipt}>{receiptNumber}</Fact>}
        <AuditFact label={text.audit} subject={`order:${outTradeNo}`} />
      </Facts>
    </Panel>
  )
}
