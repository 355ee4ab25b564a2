import { useQueryClient } from '@tanstack/react-query'
import { endpointUrl, type OutputOf } from '#contract/endpoint.ts'
import { watchedList } from '#contract/library.ts'
import type { WatchedCard } from '#contract/programs.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatDay } from '#web/kit/format-day.ts'
import { formatDuration, formatNumber } from '#web/kit/format.ts'
import { usePages } from '#web/kit/use-pages.ts'
import { useText } from '#web/kit/text.ts'
import { useServerNow } from '#web/kit/use-server-now.ts'
import {
  isRemovalPending,
  removeAllLater,
  removeLater,
  undoRemoval,
  undoRemoveAll,
} from '#web/viewer/watch-progress/history-removals.ts'
import { forgetTitle, invalidateHistory, invalidateRows } from '#web/viewer/watch-progress/watch-progress-cache.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { ClockIcon } from '#web/ui/feature-icons.tsx'
import { TitleCard } from '#web/ui/title-card.tsx'
import { WatchedBar } from '#web/ui/watched-bar.tsx'
import { byDay, timeOfDay, type WatchedDay } from './days.rules.ts'
import { DayHead, LibraryGrid, LibraryItem, LibraryList } from './library-list.tsx'
import { useRemovals } from './use-removals.ts'

const WATCHED = endpointUrl(watchedList)
const PAGE_SIZE = 25

/** `/setup/watched`: two months of history by day in Hong Kong. In the edit mode each title can be removed, or all, with its progress. */
export function WatchedScreen() {
  const text = useText('library')
  const queries = useQueryClient()
  const remove = useRemovals()
  const now = useServerNow()
  const pages = usePages<OutputOf<typeof watchedList>>(WATCHED, { pageSize: PAGE_SIZE })
  const list = (pages.data?.pages.flatMap((page) => page.list) ?? []).filter(
    ({ programId }) => !isRemovalPending(programId),
  )

  const refetch = async (programs: readonly WatchedCard[]) => {
    await Promise.all(programs.map(({ programId }) => forgetTitle(queries, programId)))
    await Promise.all([invalidateHistory(queries), invalidateRows(queries)])
  }
  const removeOne = (program: WatchedCard) =>
    remove({
      text: text.removed(program.title),
      start: () => removeLater(program.programId, () => void refetch([program])),
      undo: () => undoRemoval(program.programId),
    })
  const removeAll = () =>
    remove({
      text: text.watched.removedAll,
      start: () => removeAllLater(() => void refetch(list)),
      undo: undoRemoveAll,
    })
  return (
    <LibraryList
      title={text.watched.title}
      text={text.watched.text}
      pages={pages}
      shown={list.length}
      empty={{ icon: <ClockIcon size={26} />, title: text.watched.empty, text: text.watched.emptyText }}
      onRemoveAll={removeAll}
    >
      {(isEditing) =>
        byDay(list, now).map((day) => <Day key={day.day} day={day} onRemove={isEditing ? removeOne : undefined} />)
      }
    </LibraryList>
  )
}

function Day({
  day: { at, daysAgo, items },
  onRemove,
}: {
  day: WatchedDay<WatchedCard>
  onRemove: ((program: WatchedCard) => void) | undefined
}) {
  const { watched: text } = useText('library')
  const { language } = useCallContext()
  const name = [text.today, text.yesterday][daysAgo] ?? formatDay(at, language)
  return (
    <>
      <DayHead>{name}</DayHead>
      <LibraryGrid label={name} shape="landscape" isEditing={onRemove !== undefined}>
        {items.map((program) => (
          <LibraryItem key={program.programId} title={program.title} onRemove={onRemove && (() => onRemove(program))}>
            <Watched program={program} />
          </LibraryItem>
        ))}
      </LibraryGrid>
    </>
  )
}

function Watched({ program }: { program: WatchedCard }) {
  const { watched: text } = useText('library')
  const { language } = useCallContext()
  const detailLink = useDetailLink()
  const { title, episode, season, position, duration, remaining, watchedAt } = program
  const number = (value: number) => formatNumber(value, language)
  const facts = [
    episode > 0 ? text.episode(number(episode), season > 1 ? number(season) : undefined) : '',
    remaining > 0 ? text.left(formatDuration(remaining, language)) : text.finished,
  ]
  return (
    <TitleCard
      href={detailLink(program.programId)}
      title={title}
      image={program.artImageURL}
      shape="landscape"
      detail={facts.filter(Boolean).join(text.join)}
      note={text.at(timeOfDay(watchedAt))}
      over={<WatchedBar position={remaining > 0 ? position : duration} duration={duration} />}
    />
  )
}
