import { userInfo, type UserProfile } from '#contract/accounts.ts'
import { balancesOf } from '#web/viewer/account/balances.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { useCall } from '#web/kit/use-call.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Panel } from '#web/ui/panel.tsx'
import { formatDay, lastMoment } from '#web/kit/format-day.ts'
import { useText } from '#web/kit/text.ts'
import styles from './balance-card.module.css'

/** The member's balance, by partner: credits in the order in which they are spent, or tickets by kind, with their expiry. Without any, a sentence in place of a zero. */
export function BalanceCard({ profile }: { profile: UserProfile }) {
  const { wallet } = useText('account')
  const { language } = useCallContext()
  const balances = balancesOf(profile)
  const number = (value: number) => formatNumber(value, language)
  const isCredits = balances.kind === 'credits'
  return (
    <Panel title={wallet.title} aside={isCredits ? <WalletLinks /> : <TicketsLink />}>
      {balances.total > 0 ? (
        <p className={styles.total}>
          <span className={styles.figure}>{number(balances.total)}</span>
          <span className={styles.unit}>{isCredits ? wallet.creditsUnit : wallet.ticketsUnit}</span>
        </p>
      ) : null}
      {isCredits && balances.total > 0 ? (
        <ul className={styles.list}>
          {balances.monthly.amount > 0 ? (
            <Line
              look={styles.monthly}
              name={wallet.monthly}
              amount={wallet.credits(number(balances.monthly.amount))}
              note={
                balances.monthly.expiresAt &&
                wallet.expires(formatInstant(lastMoment(balances.monthly.expiresAt), language))
              }
            />
          ) : null}
          {balances.extra.amount > 0 ? (
            <Line
              look={styles.extra}
              name={wallet.extra}
              amount={wallet.credits(number(balances.extra.amount))}
              note={balances.extra.expiresAt && wallet.expires(formatDay(balances.extra.expiresAt, language))}
            />
          ) : null}
        </ul>
      ) : null}
      {balances.total === 0 ? <p className={styles.note}>{isCredits ? wallet.noCredits : wallet.noTickets}</p> : null}
      {balances.kind === 'tickets' ? <Tickets expiresAt={balances.expiresAt} total={balances.total} /> : null}
    </Panel>
  )
}

function WalletLinks() {
  const { wallet } = useText('account')
  return (
    <span className={styles.links}>
      <a className={styles.link} href={paths.setupWallet()}>
        {wallet.statement}
      </a>
      <a className={styles.link} href={paths.payPoint()}>
        {wallet.topUp}
      </a>
    </span>
  )
}

function TicketsLink() {
  const { wallet } = useText('account')
  return (
    <a className={styles.link} href={paths.setupTickets()}>
      {wallet.ticketCodes}
    </a>
  )
}

/** Tickets by kind and expiry; the nearest expiry while the list loads. */
function Tickets({ total, expiresAt }: { total: number; expiresAt: string | undefined }) {
  const { wallet } = useText('account')
  const { language } = useCallContext()
  const list = useCall(userInfo, {}, { enabled: total > 0 }).data?.ticketList
  return (
    <>
      {total > 0 && !list && expiresAt ? (
        <p className={styles.note}>{wallet.expires(formatDay(lastMoment(expiresAt), language))}</p>
      ) : null}
      {list && list.length > 0 ? (
        <ul className={styles.list}>
          {list.map(({ kind, count, expiresAt: end }) => (
            <Line
              key={`${kind} ${end}`}
              look={styles.ticket}
              name={wallet.ticketKinds[kind]}
              amount={wallet.tickets(formatNumber(count, language))}
              note={wallet.expires(formatDay(lastMoment(end), language))}
            />
          ))}
        </ul>
      ) : null}
      <p className={styles.note}>{wallet.telecom}</p>
    </>
  )
}

interface LineProps {
  look: string | undefined
  name: string
  amount: string
  note: string | undefined
}

function Line({ look, name, amount, note }: LineProps) {
  return (
    <li className={styles.line}>
      <span className={classNames(styles.swatch, look)} />
      <span className={styles.text}>
        <strong>{name}</strong>
        {note ? <span className={styles.note}>{note}</span> : null}
      </span>
      <span className={styles.amount}>{amount}</span>
    </li>
  )
}
