import { type Purchased, tvodPurchasedList } from '#contract/rentals.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatDuration, formatInstant } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useServerNow } from '#web/kit/use-server-now.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { playLink } from '#web/viewer/cards/play-link.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { FilmIcon, PlayIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import styles from './purchased-screen.module.css'
import { endpointUrl } from '#contract/endpoint.ts'
import { usePages } from '#web/kit/use-pages.ts'

/** `/setup/purchased`: the running rentals, with the time that each has left. */
export function PurchasedScreen() {
  const { purchased: text } = useText('rentals')
  const { site } = useShellText()
  const pages = usePurchased()
  const list = pages.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <>
      <h1 className={styles.title}>{text.title}</h1>
      <PagedList
        pages={pages}
        count={list.length}
        text={text}
        labels={site}
        icon={<FilmIcon size={26} />}
        emptyAction={{ label: text.browse, href: paths.home() }}
      >
        <ul className={styles.list}>
          {list.map((rental) => (
            <RentalLine key={rental.program.programId} rental={rental} />
          ))}
        </ul>
      </PagedList>
    </>
  )
}

function RentalLine({ rental: { program, purchasedAt, expiresAt, remainingMinute } }: { rental: Purchased }) {
  const { purchased: text, ...rentals } = useText('rentals')
  const { language } = useCallContext()
  const detailLink = useDetailLink()
  const now = useServerNow()
  const left = formatDuration(remainingMinute * 60, language)
  return (
    <li className={styles.line}>
      <a className={styles.art} href={detailLink(program.programId)} aria-label={text.details(program.title)}>
        <ResponsiveImage src={program.landscapeImageURL} alt="" sizes="176px" />
      </a>
      <div className={styles.text}>
        <h2 className={styles.name}>{program.title}</h2>
        <p className={styles.left} data-ending={isEnding(expiresAt, now) ? '' : undefined}>
          {rentals.running(formatInstant(expiresAt, language), left)}
        </p>
        <p className={styles.note}>{text.bought(formatInstant(purchasedAt, language))}</p>
      </div>
      <Button icon={<PlayIcon size={18} />} href={playLink(program)} aria-label={text.playOf(program.title)}>
        {text.play}
      </Button>
    </li>
  )
}

/** A rental that ends within this time is marked (DESIGN, card continue). */
const ENDING_MS = 3 * 3600 * 1000

/** Whether a rental ends within three hours. */
const isEnding = (expiresAt: string, nowMs: number): boolean => Date.parse(expiresAt) - nowMs < ENDING_MS

const PURCHASED = endpointUrl(tvodPurchasedList)
const PAGE_SIZE = 20

interface PurchasedPage {
  list: Purchased[]
  page: number
  pageSize: number
  total: number
}

/** The running rentals, page by page. */
const usePurchased = () => usePages<PurchasedPage>(PURCHASED, { pageSize: PAGE_SIZE })
