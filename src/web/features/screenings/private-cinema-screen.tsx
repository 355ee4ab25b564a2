import type { ReactNode } from 'react'
import { useSearchParams } from '#web/kit/router.tsx'
import { obtainPersonalCinema, privateCinemaList } from '#contract/private-cinema.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useMediaQuery } from '#web/kit/use-media-query.ts'
import { useText } from '#web/kit/text.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FilmIcon } from '#web/ui/icons.tsx'
import { BuyingPanel, type ScreeningPaymentDialog } from './buying-panel.tsx'
import { BuyingPanelSkeleton } from './buying-panel-skeleton.tsx'
import { GuestsLink } from './guests-link.tsx'
import { RowSkeleton, ScreeningRow, SlotRow } from './slot-row.tsx'
import type { Screening, Slot } from './slots.ts'
import { Screen } from '#web/ui/screen.tsx'
import styles from './private-cinema-screen.module.css'

/** The buying panel stands beside the list from this width on; below it is a screen of its own. */
const WIDE = '(min-width: 1216px)'

/** Placeholders: about as many as there are. */
const ROWS_AWAITED = 4

interface ListCall {
  isPending: boolean
  isError: boolean
  error: Error | null
  refetch: () => Promise<unknown>
}

/** `/private_cinema`: what is on sale by the screening, and the member's own screenings (DESIGN, picture 21). */
export function PrivateCinemaScreen({ PaymentDialog }: { PaymentDialog: ScreeningPaymentDialog }) {
  const text = useText('screenings')
  const isWide = useMediaQuery(WIDE)
  const [query] = useSearchParams()
  const isMember = useSession().token !== undefined
  const slots = useCall(privateCinemaList, {})
  const own = useCall(obtainPersonalCinema, {}, { enabled: isMember })
  const isMine = query.get('view') === 'mine' && isMember
  const list = slots.data?.list ?? []
  const mine = own.data?.list ?? []
  const chosen = isWide && !isMine ? (list.find(({ slotId }) => slotId === query.get('slotId')) ?? list[0]) : undefined
  const hosted = mine.find(({ host, status }) => host && status !== 'ended')
  // Its room is kept while the list is awaited: the head would move when the panel comes.
  const hasAside = chosen || (isWide && (hosted || (!isMine && slots.isPending)))
  return (
    <Screen className={styles.screen} top="s">
      <div className={styles.columns} data-aside={hasAside ? '' : undefined}>
        <div className={styles.main}>
          <header className={styles.head}>
            <div>
              <h1 className={styles.headline}>{text.title}</h1>
              <p className={styles.lead}>{text.lead}</p>
            </div>
            <Views isMine={isMine} onSale={list.length} mine={isMember ? mine.length : undefined} />
          </header>
          {isMine ? (
            <Mine call={own} list={mine} />
          ) : (
            <OnSale call={slots} list={list} chosen={chosen} isWide={isWide} />
          )}
        </div>
        {chosen || (isWide && hosted) ? (
          <div className={styles.aside}>
            {chosen ? <BuyingPanel key={chosen.slotId} slot={chosen} PaymentDialog={PaymentDialog} /> : null}
            {hosted ? <GuestsLink screening={hosted} isSummary /> : null}
          </div>
        ) : isWide && !isMine && slots.isPending ? (
          <div className={styles.aside}>
            <BuyingPanelSkeleton />
          </div>
        ) : null}
      </div>
    </Screen>
  )
}

function Views({ isMine, onSale, mine }: { isMine: boolean; onSale: number; mine: number | undefined }) {
  const text = useText('screenings')
  const { language } = useCallContext()
  const requireLogin = useRequireLogin()
  const count = (value: number | undefined) => (value ? <span>{formatNumber(value, language)}</span> : null)
  return (
    <nav className={styles.views} aria-label={text.views}>
      <a href={paths.privateCinema()} aria-current={isMine ? undefined : 'page'}>
        {text.onSale} {count(onSale)}
      </a>
      <a
        href={paths.privateCinema({ view: 'mine' })}
        aria-current={isMine ? 'page' : undefined}
        onClick={(event) => {
          if (!requireLogin({ kind: 'go', to: routerPath(paths.privateCinema({ view: 'mine' })) }))
            event.preventDefault()
        }}
      >
        {text.mine} {count(mine)}
      </a>
    </nav>
  )
}

function OnSale({
  call,
  list,
  chosen,
  isWide,
}: {
  call: ListCall
  list: readonly Slot[]
  chosen: Slot | undefined
  isWide: boolean
}) {
  const text = useText('screenings')
  const empty = <ErrorPanel tone="plain" icon={<FilmIcon size={26} />} title={text.none} text={text.noneText} />
  return (
    <Loaded call={call} isEmpty={list.length === 0} empty={empty}>
      <ul className={styles.list} aria-label={text.onSale}>
        {list.map((slot) => (
          <SlotRow key={slot.slotId} slot={slot} isChosen={slot === chosen} href={hrefOf(slot, isWide)} />
        ))}
      </ul>
    </Loaded>
  )
}

/** A screening that was bought opens; a start that is on sale is chosen, or bought on its own screen. */
function hrefOf({ slotId, screeningId }: Slot, isWide: boolean): string {
  if (screeningId !== undefined) return paths.private(screeningId)
  return isWide ? paths.privateCinema({ slotId }) : paths.payCinema(slotId)
}

function Mine({ call, list }: { call: ListCall; list: readonly Screening[] }) {
  const text = useText('screenings')
  const empty = (
    <ErrorPanel
      tone="plain"
      icon={<FilmIcon size={26} />}
      title={text.noneMine}
      text={text.noneMineText}
      action={{ label: text.toSale, href: paths.privateCinema() }}
    />
  )
  return (
    <Loaded call={call} isEmpty={list.length === 0} empty={empty}>
      <ul className={styles.list} aria-label={text.mine}>
        {list.map((screening) => (
          <ScreeningRow key={screening.screeningId} screening={screening} href={paths.private(screening.screeningId)} />
        ))}
      </ul>
    </Loaded>
  )
}

interface LoadedProps {
  call: ListCall
  isEmpty: boolean
  empty: ReactNode
  children: ReactNode
}

function Loaded({ call, isEmpty, empty, children }: LoadedProps) {
  const text = useText('screenings')
  const { site } = useShellText()
  if (call.isError && isEmpty) {
    const action = { label: site.retry, onClick: () => void call.refetch() }
    return <ErrorPanel title={text.failed} text={call.error?.message} action={action} />
  }
  if (call.isPending) {
    return (
      <ul className={styles.list} data-awaited="" aria-hidden="true">
        {Array.from({ length: ROWS_AWAITED }, (_, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place
          <RowSkeleton key={at} />
        ))}
      </ul>
    )
  }
  return isEmpty ? empty : children
}
