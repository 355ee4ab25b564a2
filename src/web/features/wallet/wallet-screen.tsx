import type { ReactNode } from 'react'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { wallet } from '#contract/wallet.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { useServerNow } from '#web/kit/use-server-now.ts'
import { balancesOf } from '#web/viewer/account/balances.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { paths, PATHS } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ClockIcon } from '#web/ui/feature-icons.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { Statement } from './statement.tsx'
import styles from './wallet-screen.module.css'
import type { OutputOf } from '#contract/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatExpiry } from '#web/kit/format-day.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { lapsesInDays, mergeDays } from './statement.rules.ts'

/** `/setup/wallet`: the credits by bucket and lapse date, the plan beside them, and the statement. */
export function WalletScreen({ plan }: { plan?: ReactNode }) {
  const text = useText('wallet')
  const balance = useCall(wallet, {})
  const subscription = useCall(subscriptionDetail, {}, { enabled: plan !== undefined })
  const profile = useAccount().data?.profile
  const isTelecom = profile !== undefined && balancesOf(profile).kind === 'tickets'
  const isAwaited = balance.isPending || (plan !== undefined && subscription.isPending)
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1 className={styles.title}>{text.title}</h1>
        {/* Telecom partners' members have vouchers, and are sold no credits. */}
        {isTelecom ? null : (
          <Button look="primary" icon={<PlusIcon />} href={paths.payPoint()}>
            {text.topUp}
          </Button>
        )}
      </div>
      <div className={plan ? styles.overview : undefined}>
        <Balance />
        {plan}
      </div>
      {/* Loaded meanwhile, and shown once the height of what is above it is known. */}
      <div hidden={isAwaited}>
        <Statement />
      </div>
    </div>
  )
}

type Lapse = OutputOf<typeof wallet>['lapses'][number]

/** What can be spent: the total, and what lapses when, in the order of spending. */
function Balance() {
  const text = useText('wallet')
  const { site } = useShellText()
  const { language } = useCallContext()
  const balance = useCall(wallet, {})
  if (balance.isLoadingError) {
    return (
      <ErrorPanel
        compact
        title={text.failed}
        text={balance.error.message}
        action={{ label: site.retry, onClick: () => void balance.refetch() }}
      />
    )
  }
  if (!balance.data) return <div className={styles.awaited} data-awaited="" aria-hidden="true" />
  const { credits, blocked } = balance.data
  const lapses = mergeDays(balance.data.lapses)
  return (
    <section className={styles.panel} aria-label={text.balance}>
      {blocked ? (
        <FormError>
          {text.blocked}{' '}
          <a className={styles.contact} href={paths.route(PATHS.contact)}>
            {text.toContact}
          </a>
        </FormError>
      ) : null}
      <div className={styles.balanceHead}>
        <h2 className={styles.balanceTitle}>{text.balance}</h2>
        {credits > 0 ? <p className={styles.note}>{text.order}</p> : null}
      </div>
      {credits === 0 ? (
        <p className={styles.none}>
          <strong>{text.none}</strong>
          <span className={styles.note}>{text.noneText}</span>
        </p>
      ) : (
        <>
          <p className={styles.total}>
            <span className={styles.figure}>{formatNumber(credits, language)}</span> {text.unit}
          </p>
          <div className={styles.bar} aria-hidden="true">
            {lapses.map((lapse) => (
              <span key={keyOf(lapse)} data-bucket={lapse.bucket} style={{ flexGrow: lapse.credits }} />
            ))}
          </div>
          <ul className={styles.list}>
            {lapses.map((lapse, at) => (
              <LapseLine key={keyOf(lapse)} lapse={lapse} nth={lapses.length > 1 ? at + 1 : undefined} />
            ))}
          </ul>
          {lapses.some(({ bucket }) => bucket === 'recharged') ? <p className={styles.note}>{text.extra}</p> : null}
        </>
      )}
    </section>
  )
}

const keyOf = ({ bucket, expiresAt }: Lapse): string => `${bucket} ${expiresAt}`

interface LapseLineProps {
  lapse: Lapse
  /** Its place in the order of spending; undefined when it is the only one. */
  nth: number | undefined
}

function LapseLine({ lapse: { bucket, credits, expiresAt }, nth }: LapseLineProps) {
  const text = useText('wallet')
  const { language } = useCallContext()
  const now = useServerNow()
  const when = formatExpiry(expiresAt, language)
  const days = lapsesInDays(expiresAt, now)
  return (
    <li className={styles.line}>
      <span className={styles.swatch} data-bucket={bucket} />
      <span className={styles.text}>
        <span>
          <strong>{text.buckets[bucket]}</strong>{' '}
          {nth === undefined ? null : <span className={styles.nth}>{text.nth(formatNumber(nth, language))}</span>}
        </span>
        <span className={styles.note} data-soon={days === undefined ? undefined : ''}>
          {days === undefined ? null : <ClockIcon size={14} />}
          {lapseText(days)}
        </span>
      </span>
      <span className={styles.amount}>{text.credits(formatNumber(credits, language))}</span>
    </li>
  )

  function lapseText(inDays: number | undefined): string {
    if (inDays === undefined) return text.lapse(when)
    return inDays === 0 ? text.lapseToday(when) : text.lapseSoon(when, formatNumber(inDays, language))
  }
}
