import type { ReactNode } from 'react'
import { cinemaList } from '#contract/cinema.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { TicketIcon } from '#web/ui/feature-icons.tsx'
import { Panel, PanelSkeleton } from '#web/ui/panel.tsx'
import { type Film, filmOf, type Showing } from './cinema-address.rules.ts'
import styles from './cinema-screen.module.css'
import { FilmHero, HeroSkeleton } from './film-hero.tsx'
import { FilmTabs } from './film-tabs.tsx'
import { ShowtimeDialog } from './showtime-dialog.tsx'
import { Showtimes, ShowtimesSkeleton } from './showtimes.tsx'
import { useCinemaAddress } from './use-cinema-address.ts'
import { useFilmDay } from './use-film-day.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatExpiry, formatMonthDay } from '#web/kit/format-day.ts'
import { formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import { PriceBadge, ClassBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatWhen } from './format-showtime.ts'
import { useCinemaTickets } from './use-cinema-tickets.ts'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { NoticeButton } from './notice-button.tsx'

/** `/cinema`: what the cinemas show now and soon, where and when (DESIGN, pictures 20 and 20b). All of its state is in the address. */
export function CinemaScreen() {
  const text = useText('cinema')
  const { site } = useShellText()
  const address = useCinemaAddress()
  const films = useCall(cinemaList, {})
  const list = films.data?.list ?? []
  const film = filmOf(list, address)
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{text.title}</h1>
      {film ? <ShownFilm key={film.programId} film={film} films={list} /> : content()}
    </div>
  )

  function content(): ReactNode {
    if (films.isPending) {
      return (
        <div data-awaited="">
          <p className="visually-hidden">{site.loading}</p>
          <HeroSkeleton />
          <div className={styles.columns}>
            <ShowtimesSkeleton />
            <div className={styles.aside}>
              <PanelSkeleton lines={3} />
              <PanelSkeleton lines={5} />
            </div>
          </div>
        </div>
      )
    }
    return (
      <div className={styles.nothing}>
        {films.isLoadingError ? (
          <ErrorPanel
            title={text.failed}
            text={films.error.message}
            action={{ label: site.retry, onClick: () => void films.refetch() }}
          />
        ) : (
          <>
            <FilmTabs films={list} />
            <ErrorPanel
              tone="plain"
              icon={<TicketIcon size={26} />}
              title={text.none[address.status]}
              text={text.noneText}
            />
          </>
        )}
      </div>
    )
  }
}

function ShownFilm({ film, films }: { film: Film; films: readonly Film[] }) {
  const text = useText('cinema')
  const { status, isDialogOpen, change, close } = useCinemaAddress()
  const day = useFilmDay(film)
  const { chosen } = day
  const coming = films.filter((one) => one.status === 'coming' && one !== film)
  return (
    <>
      <FilmHero film={film} films={films} chosen={chosen} />
      <div className={styles.columns}>
        <Showtimes film={film} day={day} />
        <div className={styles.aside}>
          <TicketPanel chosen={chosen} />
          {coming.length > 0 ? (
            <Panel
              title={text.coming}
              aside={
                status === 'showing' ? (
                  <button
                    type="button"
                    className={styles.all}
                    onClick={() => {
                      change({ status: 'coming', film: undefined, date: undefined, showtime: undefined })
                      scrollTo({ top: 0 })
                    }}
                  >
                    {text.all(String(coming.length))}
                  </button>
                ) : null
              }
            >
              <ComingList films={coming} />
            </Panel>
          ) : null}
        </div>
      </div>
      {isDialogOpen && chosen ? <ShowtimeDialog film={film} showing={chosen} onClose={close} /> : null}
    </>
  )
}

/** The cinema tickets of a telecom partner's member, and what they are used for; others read who has some. */
function TicketPanel({ chosen }: { chosen: Showing | undefined }) {
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
        {expiresAt ? <p className={styles.text}>{text.about(formatExpiry(expiresAt, language))}</p> : null}
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

const SHOWN = 3

/** The next films, each with its first day and the button to be told of it. */
function ComingList({ films }: { films: readonly Film[] }) {
  const text = useText('cinema')
  const { cards } = useShellText()
  const { language } = useCallContext()
  const { change } = useCinemaAddress()
  const next = films.toSorted((one, other) => (one.releaseDate < other.releaseDate ? -1 : 1)).slice(0, SHOWN)
  return (
    <ul className={styles.list}>
      {next.map((film) => (
        <li key={film.programId} className={styles.film}>
          <span className={styles.poster}>
            <ResponsiveImage src={film.keyartImageURL} alt="" sizes="56px" to={320} />
          </span>
          <div className={styles.about}>
            <button
              type="button"
              className={styles.title}
              onClick={() => {
                change({ status: 'coming', film: film.programId, date: undefined, showtime: undefined })
                scrollTo({ top: 0 })
              }}
            >
              {film.title}
            </button>
            <p className={styles.opens}>
              {text.opens(formatMonthDay(film.releaseDate, language))}
              <ClassBadge value={film.restriction} label={cards.restriction[film.restriction]} />
            </p>
            {film.notify ? <p className={styles.when}>{text.notifyWhen}</p> : null}
          </div>
          <NoticeButton film={film} />
        </li>
      ))}
    </ul>
  )
}
