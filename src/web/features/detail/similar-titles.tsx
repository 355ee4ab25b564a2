import { similarRcmd } from '#contract/recommendations.ts'
import type { Program } from '#contract/programs.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { cardOf } from '#web/viewer/cards/card-presenter.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Carousel } from '#web/ui/scroll-row.tsx'
import { CardSkeleton, TitleCard } from '#web/ui/title-card.tsx'
import styles from './similar-titles.module.css'

const COUNT = 15

/** Similar titles, those of the title's type first, which open in the same overlay; without any, SPEC 5's message. */
export function SimilarTitles({ program }: { program: Pick<Program, 'programId' | 'programType'> }) {
  const text = useText('detail')
  const { cards } = useShellText()
  const { language, pattern } = useCallContext()
  const detailLink = useDetailLink()
  const similar = useCall(similarRcmd, { programId: program.programId, pageSize: COUNT })
  const list = similar.data?.list
  const isOfType = !list?.[0] || list[0]?.program.programType === program.programType
  const title = text.similar[isOfType ? program.programType : 'any']
  return (
    <section aria-label={title} className={styles.similar}>
      <h3 className={styles.title}>{title}</h3>
      {similar.isLoadingError ? (
        <ErrorPanel
          compact
          title={text.similarFailed}
          text={similar.error.message}
          action={{ label: text.retry, onClick: () => void similar.refetch() }}
        />
      ) : list?.length === 0 ? (
        <p className={styles.none}>{text.similarNone}</p>
      ) : (
        <Carousel label={title} shape="portrait" previousLabel={text.previousPage} nextLabel={text.nextPage}>
          {list
            ? list.map(({ program: card, reason }) => (
                <li key={card.programId}>
                  <TitleCard
                    {...cardOf(card, 'portrait', { text: cards, language, kids: pattern === 'children' })}
                    href={detailLink(card.programId)}
                    note={reason}
                  />
                </li>
              ))
            : Array.from({ length: 6 }, (_, at) => (
                <li key={at}>
                  <CardSkeleton shape="portrait" />
                </li>
              ))}
        </Carousel>
      )}
    </section>
  )
}
