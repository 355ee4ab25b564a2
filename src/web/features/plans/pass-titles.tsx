import { mixProgramList } from '#contract/categories.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { CardSkeleton, TitleCard } from '#web/ui/title-card.tsx'
import styles from './pass-titles.module.css'

/** As many as stand beside each other. */
const SHOWN = 4

/** The newest titles of the pass; nothing where there are none. */
export function PassTitles() {
  const { result: text } = useText('plans')
  const detailLink = useDetailLink()
  const titles = useCall(mixProgramList, { row: 'new', vodType: 'VIP', page: 1, pageSize: SHOWN })
  const list = titles.data?.list
  if (titles.isLoadingError || list?.length === 0) return null
  return (
    <ul className={styles.titles} aria-label={text.titles}>
      {list
        ? list.map(({ programId, title, landscapeImageURL }) => (
            <li key={programId}>
              <TitleCard href={detailLink(programId)} title={title} shape="landscape" image={landscapeImageURL} />
            </li>
          ))
        : Array.from({ length: SHOWN }, (_, at) => (
            <li key={at}>
              <CardSkeleton shape="landscape" />
            </li>
          ))}
    </ul>
  )
}
