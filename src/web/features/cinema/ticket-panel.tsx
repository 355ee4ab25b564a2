import type { ReactNode } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useText } from '#web/kit/text.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import { PriceBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { Showing } from './cinema-address.rules.ts'
import { dayOf, formatMonthDay, formatWhen } from './format-showtime.ts'
import styles from './ticket-panel.module.css'
import { useCinemaAddress } from './use-cinema-address.ts'
import { useCinemaTickets } from './use-cinema-tickets.ts'

/** The cinema tickets of a telecom partner's member, and what they are used for; others read who has some. */
export function TicketPanel({ chosen }: { chosen: Showing | undefined }) {
  const { ticket: text } = useText('cinema')
  const { language } = useCallContext()
  const tickets = useCinemaTickets()
  const { count, expiresAt } = tickets.kind === 'holder' ? tickets : { count: 0, expiresAt: undefined }
  return (
    <Panel
      title={text.title}
      aside={
        count > 0 ? (
          <PriceBadge
            kind="ticket"
            text={joinFacts([text.name, text.count(formatNumber(count, language))], language)}
          />
        ) : null
      }
    >
      {content()}
    </Panel>
  )

  function content(): ReactNode {
    if (tickets.kind === 'visitor') return <Others isVisitor />
    if (tickets.kind === 'others') return <Others isVisitor={false} />
    const enterCode = { label: text.enterCode, href: paths.route(PATHS.setupExchangeCode) }
    const mine = { label: text.mine, href: paths.setupTickets() }
    if (count === 0) {
      return (
        <>
          <p className={styles.text}>{text.aboutNone}</p>
          <Links list={[enterCode, mine]} />
        </>
      )
    }
    return (
      <>
        {expiresAt ? (
          <p className={styles.text}>{text.about(formatMonthDay(dayOf(Date.parse(expiresAt) - 1), language))}</p>
        ) : null}
        <Use chosen={chosen} />
        <Links list={[mine, enterCode]} />
      </>
    )
  }
}

/** The chosen showtime, and the button that uses a ticket for it. */
function Use({ chosen }: { chosen: Showing | undefined }) {
  const text = useText('cinema')
  const { open } = useCinemaAddress()
  if (!chosen) return <p className={styles.note}>{text.ticket.choose}</p>
  const { cinema, showtime } = chosen
  const hasSeats = showtime.ticketSeats > 0
  return (
    <div className={styles.use}>
      <p className={styles.chosen}>
        <strong>{cinema.name}</strong>
        <span className={styles.note}>{hasSeats ? cinema.address : text.ticket.noSeats}</span>
      </p>
      <Button size="m" disabled={!hasSeats} onClick={() => open(showtime.showtimeId)}>
        {text.ticket.use(formatWhen(showtime.startsAt, text))}
      </Button>
    </div>
  )
}

function Others({ isVisitor }: { isVisitor: boolean }) {
  const { ticket: text } = useText('cinema')
  const { query } = useCinemaAddress()
  const requireLogin = useRequireLogin()
  return (
    <>
      <p className={styles.text}>{text.aboutOthers}</p>
      <div className={styles.buttons}>
        {isVisitor ? (
          <Button size="s" onClick={() => void requireLogin({ kind: 'go', to: `#${PATHS.cinema}?${query}` })}>
            {text.login}
          </Button>
        ) : null}
        <Button size="s" look={isVisitor ? 'text' : 'secondary'} href={paths.route(PATHS.hgcCode)}>
          {text.bind}
        </Button>
      </div>
    </>
  )
}

const Links = ({ list }: { list: readonly { label: string; href: string }[] }) => (
  <p className={styles.links}>
    {list.map(({ label, href }) => (
      <a key={href} className={styles.link} href={href}>
        {label}
      </a>
    ))}
  </p>
)
