import { endpointUrl, type OutputOf } from '#contract/endpoint.ts'
import { getRecommendation } from '#contract/recommendations.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { usePages } from '#web/kit/use-pages.ts'
import { useText } from '#web/kit/text.ts'
import { cardOf } from '#web/viewer/cards/card-presenter.ts'
import { cardRef } from '#web/viewer/cards/card-targets.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { FilmIcon } from '#web/ui/icons.tsx'
import { TitleCard } from '#web/ui/title-card.tsx'
import { LibraryGrid, LibraryItem, LibraryList } from './library-list.tsx'

const RECOMMENDED = endpointUrl(getRecommendation)
const PAGE_SIZE = 35

/** `/setup/recommend`: titles for the profile, each with the reason. */
export function RecommendScreen() {
  const text = useText('library')
  const { cards } = useShellText()
  const { language } = useCallContext()
  const detailLink = useDetailLink()
  const pages = usePages<OutputOf<typeof getRecommendation>>(RECOMMENDED, { pageSize: PAGE_SIZE })
  const list = pages.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <LibraryList
      title={text.recommend.title}
      text={text.recommend.text}
      pages={pages}
      shown={list.length}
      empty={{ icon: <FilmIcon size={26} />, title: text.recommend.empty, text: text.recommend.emptyText }}
    >
      {() => (
        <LibraryGrid label={text.recommend.title} shape="portrait">
          {list.map(({ program, reason }) => (
            <LibraryItem key={program.programId} title={program.title}>
              <TitleCard
                {...cardOf(program, 'portrait', { text: cards, language, kids: false })}
                note={reason}
                ref={cardRef(program)}
                href={detailLink(program.programId)}
              />
            </LibraryItem>
          ))}
        </LibraryGrid>
      )}
    </LibraryList>
  )
}
