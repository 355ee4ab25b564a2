import { useState } from 'react'
import type { Purchased } from '#contract/rentals.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatDuration, formatInstant } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { playLink } from '#web/viewer/cards/play-link.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useRentalsText } from '#web/viewer/rentals/rentals-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FilmIcon, PlayIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { isEnding } from './purchased.rules.ts'
import styles from './purchased-screen.module.css'
import { usePurchased } from './use-purchased.ts'

/** `/setup/purchased`: the running rentals, with the time that each has left. */
export function PurchasedScreen() {
  const { purchased: text } = useRentalsText()
  const { site } = useText()
  const pages = usePurchased()
  const list = pages.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <>
      <h1 className={styles.title}>{text.title}</h1>
      {pages.isPending ? (
        <div className={styles.waiting} data-awaited="">
          <Spinner size={36} label={site.loading} />
        </div>
      ) : null}
      {pages.isError && list.length === 0 ? (
        <ErrorPanel
          title={text.failed}
          text={pages.error.message}
          action={{ label: site.retry, onClick: () => void pages.refetch() }}
        />
      ) : null}
      {pages.isSuccess && list.length === 0 ? (
        <ErrorPanel
          tone="plain"
          icon={<FilmIcon size={26} />}
          title={text.empty}
          text={text.emptyText}
          action={{ label: text.browse, href: paths.home() }}
        />
      ) : null}
      {list.length > 0 ? (
        <ul className={styles.list}>
          {list.map((rental) => (
            <RentalLine key={rental.program.programId} rental={rental} />
          ))}
        </ul>
      ) : null}
      {pages.hasNextPage ? (
        <Button busy={pages.isFetchingNextPage} busyText={site.busy} onClick={() => void pages.fetchNextPage()}>
          {text.more}
        </Button>
      ) : null}
    </>
  )
}

function RentalLine({ rental: { program, purchasedAt, expiresAt, remainingMinute } }: { rental: Purchased }) {
  const { purchased: text, ...rentals } = useRentalsText()
  const { language } = useCallContext()
  const detailLink = useDetailLink()
  const [now] = useState(() => Date.now())
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
