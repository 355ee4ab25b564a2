import { ticketList } from '#contract/cinema.ts'
import { endpointUrl, type OutputOf } from '#contract/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { formatInstant } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useAccountList } from '#web/viewer/account/use-account-list.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { ClassBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyIcon, TicketIcon } from '#web/ui/feature-icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { formatWhole, spokenOf, subtitlesOf } from './format-showtime.ts'
import { TicketCode } from './ticket-code.tsx'
import styles from './tickets-screen.module.css'

type TicketPage = OutputOf<typeof ticketList>
type Ticket = TicketPage['list'][number]

const TICKETS = endpointUrl(ticketList)
const PAGE_SIZE = 10

/** `/setup/tickets`: the seats that the member got for cinema tickets, and their codes. */
export function TicketsScreen() {
  const { tickets: text } = useText('cinema')
  const { list, paged } = useAccountList<TicketPage>(TICKETS, { pageSize: PAGE_SIZE, shown: text.shown })
  return (
    <>
      <h1 className={styles.title}>{text.title}</h1>
      <PagedList
        {...paged}
        text={text}
        icon={<TicketIcon size={26} />}
        emptyAction={{ label: text.toCinema, href: paths.cinema() }}
      >
        <ul className={styles.list}>
          {list.map((ticket) => (
            <TicketCard key={ticket.ticketId} ticket={ticket} />
          ))}
        </ul>
      </PagedList>
    </>
  )
}

function TicketCard({ ticket }: { ticket: Ticket }) {
  const text = useText('cinema')
  const { cards } = useShellText()
  const { language } = useCallContext()
  const { cinema, state, ticketCode } = ticket
  const copied = { done: text.dialog.copied, failed: text.dialog.notCopied }
  return (
    <li className={styles.ticket} data-state={state}>
      <span className={styles.poster}>
        <ResponsiveImage src={ticket.keyartImageURL} alt="" title="" sizes="84px" to={320} />
      </span>
      <div className={styles.about}>
        <p className={styles.state}>{text.tickets.states[state]}</p>
        <h2 className={styles.film}>
          {ticket.title}
          <ClassBadge value={ticket.restriction} label={cards.restriction[ticket.restriction]} />
        </h2>
        <p className={styles.when}>{formatWhole(ticket.startsAt, language, text)}</p>
        <p className={styles.where}>{joinFacts([cinema.name, cinema.district, cinema.address], language)}</p>
        <p className={styles.note}>
          {joinFacts(
            [
              spokenOf(ticket, language, text),
              subtitlesOf(ticket, language, text),
              ticket.format === '2D' ? '' : ticket.format,
              text.tickets.redeemed(formatInstant(ticket.redeemedAt, language)),
            ],
            language,
          )}
        </p>
      </div>
      {state === 'returned' ? null : (
        <div className={styles.code}>
          <TicketCode ticketCode={ticketCode} />
          {state === 'valid' ? (
            <Button size="s" icon={<CopyIcon size={18} />} onClick={() => void copyText(ticketCode, copied)}>
              {text.dialog.copy}
            </Button>
          ) : null}
        </div>
      )}
    </li>
  )
}
