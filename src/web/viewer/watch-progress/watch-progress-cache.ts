import type { QueryClient } from '@tanstack/react-query'
import { mixProgramList, tabBars } from '#contract/categories.ts'
import type { Tab } from '#contract/categories.ts'
import { getBookmark, lastWatched, type Watched, watchedList } from '#contract/library.ts'
import { type CardPage, detail, type Episode, type Program, revampDetail, seasonDetail } from '#contract/programs.ts'
import { queriesOf, patchQueries } from '#web/kit/query-cache.ts'
import { isContinueCarousel } from './continue-row.ts'
import { continuationOf, type WatchProgress, watchedOf } from './watch-progress.rules.ts'

const CONTINUE = queriesOf(mixProgramList, (query) => query.get('row') === 'continue')

/** Puts a place where every screen reads it: home, detail and player then agree before the server has answered. */
export function cacheWatchProgress(queries: QueryClient, place: WatchProgress, program: Program | undefined): void {
  const { programId, programGuid } = place
  const ofTitle = (query: URLSearchParams) => query.get('programId') === programId
  const mark = { position: place.position, watched: place.finished }
  const inList = (list: Episode[]) =>
    list.map((episode) => (episode.programGuid === programGuid ? { ...episode, ...mark } : episode))
  for (const row of [revampDetail, detail]) {
    patchQueries<{ program: Program }>(queries, queriesOf(row, ofTitle), (answer) => ({
      ...answer,
      program: { ...answer.program, dramaList: inList(answer.program.dramaList) },
    }))
  }
  patchQueries<{ dramaList: Episode[] }>(queries, queriesOf(seasonDetail, ofTitle), (answer) => ({
    ...answer,
    dramaList: inList(answer.dramaList),
  }))
  patchQueries<{ data: Watched | null }>(queries, queriesOf(lastWatched, ofTitle), (answer) => ({
    ...answer,
    data: watchedOf(place, program),
  }))
  patchQueries<{ position: number }>(
    queries,
    queriesOf(getBookmark, (query) => ofTitle(query) && query.get('programGuid') === programGuid),
    (answer) => ({ ...answer, position: place.finished ? 0 : place.position }),
  )
  const continuation = continuationOf(place, program)
  patchQueries<CardPage>(queries, CONTINUE, (answer) => {
    const card = program ?? answer.list.find((one) => one.programId === programId)
    const first = card && continuation ? [{ ...card, ...continuation }] : []
    return withList(answer, [...first, ...without(answer, programId)])
  })
}

const without = ({ list }: CardPage, programId: string) => list.filter((card) => card.programId !== programId)

const withList = (answer: CardPage, list: CardPage['list']): CardPage => ({
  ...answer,
  list,
  total: Math.max(0, answer.total + list.length - answer.list.length),
})

/** Whether home has the row: a member's first film brings it, the last one that is removed takes it away. */
export function hasContinueCarousel(queries: QueryClient): boolean {
  return queries
    .getQueriesData<{ tabList: Tab[] }>(queriesOf(tabBars))
    .some(([, answer]) => answer?.tabList.some((tab) => tab.data.categoryList.some(isContinueCarousel)))
}

/** Asks for home's rows anew, also while home is not on the screen: they are there when it is. */
export const invalidateRows = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ ...queriesOf(tabBars), refetchType: 'all' })

/** The lists of what was watched are asked for anew where they are on the screen, and elsewhere when they are next. */
export async function invalidateHistory(queries: QueryClient): Promise<void> {
  await Promise.all([queries.invalidateQueries(CONTINUE), queries.invalidateQueries(queriesOf(watchedList))])
}

/** What was known of a title is forgotten: it was taken from the history. */
export async function forgetTitle(queries: QueryClient, programId: string): Promise<void> {
  const ofTitle = (query: URLSearchParams) => query.get('programId') === programId
  const rows = [revampDetail, detail, seasonDetail, lastWatched, getBookmark]
  await Promise.all(rows.map((row) => queries.resetQueries(queriesOf(row, ofTitle))))
}
