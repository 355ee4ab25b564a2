import { tvodPurchasedList } from '#contract/rentals.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatDuration } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { cardRef } from '#web/viewer/cards/card-targets.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { Carousel } from '#web/ui/scroll-row.tsx'
import { TitleCard } from '#web/ui/title-card.tsx'
import styles from './purchased-row.module.css'

const ROW_SIZE = 20

/** The running rentals as a row of home; nothing without any. It is not worth an error of its own: the account has the whole list. */
export function PurchasedRow() {
  const { purchased: text } = useText('rentals')
  const { site } = useShellText()
  const { language } = useCallContext()
  const detailLink = useDetailLink()
  const list = useCall(tvodPurchasedList, { page: 1, pageSize: ROW_SIZE }).data?.list ?? []
  if (list.length === 0) return null
  return (
    <section className={styles.row} aria-label={text.row}>
      <h2 className={styles.title}>{text.row}</h2>
      <Carousel label={text.row} shape="landscape" previousLabel={site.previous} nextLabel={site.next}>
        {list.map(({ program, remainingMinute }) => (
          <li key={program.programId}>
            <TitleCard
              title={program.title}
              image={program.landscapeImageURL}
              shape="landscape"
              detail={text.rowLeft(formatDuration(remainingMinute * 60, language))}
              ref={cardRef(program)}
              href={detailLink(program.programId)}
            />
          </li>
        ))}
      </Carousel>
    </section>
  )
}
