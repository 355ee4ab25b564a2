import { useQueryClient } from '@tanstack/react-query'
import { endpointUrl, type OutputOf } from '#contract/endpoint.ts'
import { favoriteList } from '#contract/library.ts'
import type { ProgramCard } from '#contract/programs.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { queriesOf } from '#web/kit/query-cache.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { usePages } from '#web/kit/use-pages.ts'
import { useText } from '#web/kit/text.ts'
import { cardOf } from '#web/viewer/cards/card-presenter.ts'
import { cardRef } from '#web/viewer/cards/card-targets.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { ALL_FAVORITES, favoriteRemovals } from '#web/viewer/cards/favorite-removals.ts'
import { setFavoriteOverride } from '#web/viewer/cards/favorite-overrides.ts'
import { patchTitle } from '#web/viewer/cards/patch-title.ts'
import { HeartIcon } from '#web/ui/feature-icons.tsx'
import { TitleCard } from '#web/ui/title-card.tsx'
import { LibraryGrid, LibraryItem, LibraryList } from './library-list.tsx'
import { useRemovals } from './use-removals.ts'

const FAVORITES = endpointUrl(favoriteList)
const PAGE_SIZE = 35

/** `/setup/favorite`: the profile's favourites, the newest first. In the edit mode each can be removed, or all. */
export function FavoriteScreen() {
  const text = useText('library')
  const { cards } = useShellText()
  const { language } = useCallContext()
  const detailLink = useDetailLink()
  const queries = useQueryClient()
  const remove = useRemovals()
  const pages = usePages<OutputOf<typeof favoriteList>>(FAVORITES, { pageSize: PAGE_SIZE })
  const list = (pages.data?.pages.flatMap((page) => page.list) ?? []).filter(isKept)

  const show = (programs: readonly ProgramCard[], myFavorite: boolean) => {
    for (const { programId } of programs) {
      setFavoriteOverride(programId, myFavorite)
      patchTitle(queries, programId, { myFavorite })
    }
  }
  const removeKey = (key: string, programs: readonly ProgramCard[], said: string) =>
    remove({
      text: said,
      start: () => {
        favoriteRemovals.later(key, () => void queries.invalidateQueries(queriesOf(favoriteList)))
        show(programs, false)
      },
      undo: () => {
        favoriteRemovals.undo(key)
        show(programs, true)
      },
    })
  return (
    <LibraryList
      title={text.favorite.title}
      pages={pages}
      shown={list.length}
      empty={{ icon: <HeartIcon size={26} />, title: text.favorite.empty, text: text.favorite.emptyText }}
      onRemoveAll={() => removeKey(ALL_FAVORITES, list, text.favorite.removedAll)}
    >
      {(isEditing) => (
        <LibraryGrid label={text.favorite.title} shape="portrait" isEditing={isEditing}>
          {list.map((program) => (
            <LibraryItem
              key={program.programId}
              title={program.title}
              onRemove={
                isEditing ? () => removeKey(program.programId, [program], text.removed(program.title)) : undefined
              }
            >
              <TitleCard
                {...cardOf(program, 'portrait', { text: cards, language, kids: false })}
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

/** Whether a title is neither being removed nor, elsewhere on the site, no favourite any more. */
const isKept = ({ programId, myFavorite }: ProgramCard): boolean =>
  myFavorite !== false && !favoriteRemovals.isPending(programId) && !favoriteRemovals.isPending(ALL_FAVORITES)
