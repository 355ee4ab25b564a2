import { favoriteList } from '#contract/library.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { cardOf } from '#web/viewer/cards/card-presenter.ts'
import { cardRef } from '#web/viewer/cards/card-targets.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Carousel } from '#web/ui/scroll-row.tsx'
import { TitleCard } from '#web/ui/title-card.tsx'
import styles from './favorites-row.module.css'

const ROW_SIZE = 20

/** The newest favourites as a row of home; nothing without any. It is not worth an error of its own: the account has the whole list. */
export function FavoritesRow() {
  const { row } = useText('favorites')
  const { cards, site } = useShellText()
  const { language } = useCallContext()
  const detailLink = useDetailLink()
  const list = useCall(favoriteList, { page: 1, pageSize: ROW_SIZE }).data?.list ?? []
  if (list.length === 0) return null
  return (
    <section className={styles.row} aria-label={row}>
      <h2 className={styles.title}>
        <a href={paths.setupFavorite()}>{row}</a>
      </h2>
      <Carousel label={row} shape="portrait" previousLabel={site.previous} nextLabel={site.next}>
        {list.map((program) => (
          <li key={program.programId}>
            <TitleCard
              {...cardOf(program, 'portrait', { text: cards, language, kids: false })}
              ref={cardRef(program)}
              href={detailLink(program.programId)}
            />
          </li>
        ))}
      </Carousel>
    </section>
  )
}
