import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { formatExpiry } from '#web/kit/format-day.ts'
import { useText } from '#web/kit/text.ts'
import { Panel } from '../../widgets/page.tsx'
import type { Customer } from './customer.ts'
import styles from './customers.module.css'

/** In the order of spending, with what lapses when. */
export function CreditsPanel({ customer: { credits, lapses } }: { customer: Pick<Customer, 'credits' | 'lapses'> }) {
  const { credits: text } = useText('consoleCustomers')
  const { language } = useCallContext()
  const isCredit = (bucket: string) => bucket === 'monthly' || bucket === 'recharged'
  return (
    <Panel
      title={text.title}
      note={
        <>
          <strong className={styles.total}>{formatNumber(credits, language)}</strong> {text.usable} · {text.order}
        </>
      }
    >
      {lapses.length === 0 ? <p className={styles.nothing}>{text.none}</p> : null}
      <ul className={styles.lots}>
        {lapses.map(({ bucket, amount, expiresAt }) => (
          <li key={`${bucket} ${expiresAt}`} data-bucket={bucket === 'ticket' ? 'cinema' : bucket}>
            <span>{text.buckets[bucket]}</span>
            <strong>
              {isCredit(bucket)
                ? text.credits(formatNumber(amount, language))
                : text.pieces(formatNumber(amount, language))}
            </strong>
            <span>{text.lapses(formatExpiry(expiresAt, language))}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
