import type { Query, QueryClient } from '@tanstack/react-query'
import { mixProgramList, tabBars } from '#contract/categories.ts'
import type { Tab } from '#contract/categories.ts'
import { getBookmark, lastWatched, watchedList } from '#contract/library.ts'
import type { Watched } from '#contract/programs.ts'
import { type CardPage, detail, type Episode, type Program, revampDetail, seasonDetail } from '#contract/programs.ts'
import { queriesOf, patchQueries } from '#web/kit/query-cache.ts'
import { FRESH_MS } from '#web/kit/use-call.ts'
import { isContinueCarousel } from './continue-row.ts'
import { continuationOf, type WatchProgress, watchedOf } from './watch-progress.rules.ts'

const CONTINUE = queriesOf(mixProgramList, (query) => query.get('row') === 'continue')

/** Home, detail and player agree before the server has answered. */
export function cacheWatchProgress(queries: QueryClient, progress: WatchProgress, program: Program | undefined): void {
  const { programId, programGuid } = progress
  const ofTitle = (query: URLSearchParams) => query.get('programId') === programId
  const viewerState = { position: progress.position, watched: progress.finished }
  const inList = (list: Episode[]) =>
    list.map((episode) => (episode.programGuid === programGuid ? { ...episode, ...viewerState } : episode))
  for (const endpoint of [revampDetail, detail]) {
    patchQueries<{ program: Program }>(queries, queriesOf(endpoint, ofTitle), (response) => ({
      ...response,
      program: { ...response.program, dramaList: inList(response.program.dramaList) },
    }))
  }
  patchQueries<{ dramaList: Episode[] }>(queries, queriesOf(seasonDetail, ofTitle), (response) => ({
    ...response,
    dramaList: inList(response.dramaList),
  }))
  patchQueries<{ data: Watched | null }>(queries, queriesOf(lastWatched, ofTitle), (response) => ({
    ...response,
    data: watchedOf(progress, program),
  }))
  patchQueries<{ position: number; finished: boolean }>(
    queries,
    queriesOf(getBookmark, (query) => ofTitle(query) && query.get('programGuid') === programGuid),
    (response) => {
      const { finished, position } = progress
      return { ...response, position: finished ? 0 : position, finished }
    },
  )
  const continuation = continuationOf(progress, program)
  patchQueries<CardPage>(queries, CONTINUE, (response) => {
    const card = program ?? response.list.find((one) => one.programId === programId)
    const first = card && continuation ? [{ ...card, ...continuation }] : []
    return withList(response, [...first, ...without(response, programId)])
  })
}

const without = ({ list }: CardPage, programId: string) => list.filter((card) => card.programId !== programId)

const withList = (response: CardPage, list: CardPage['list']): CardPage => ({
  ...response,
  list,
  total: Math.max(0, response.total + list.length - response.list.length),
})

export function hasContinueCarousel(queries: QueryClient): boolean {
  return queries
    .getQueriesData<{ tabList: Tab[] }>(queriesOf(tabBars))
    .some(([, response]) => response?.tabList.some((tab) => tab.data.categoryList.some(isContinueCarousel)))
}

export const invalidateRows = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ ...queriesOf(tabBars), refetchType: 'all' })

export async function invalidateHistory(queries: QueryClient): Promise<void> {
  await Promise.all([queries.invalidateQueries(CONTINUE), queries.invalidateQueries(queriesOf(watchedList))])
}

const PROGRESS = [CONTINUE, ...[watchedList, lastWatched, revampDetail, seasonDetail].map((one) => queriesOf(one))]

/** Progress may have gone on at another device. Its age is read from the clock, since timers stand still while a computer sleeps. */
export async function refreshStaleProgress(queries: QueryClient): Promise<void> {
  const wanted = hasContinueCarousel(queries) ? PROGRESS : [...PROGRESS, queriesOf(tabBars)]
  const isWanted = (query: Query) => query.isStaleByTime(FRESH_MS) && wanted.some(({ predicate }) => predicate(query))
  await queries.refetchQueries({ type: 'active', predicate: isWanted }, { cancelRefetch: false })
}

export async function forgetTitle(queries: QueryClient, programId: string): Promise<void> {
  const ofTitle = (query: URLSearchParams) => query.get('programId') === programId
  const endpoints = [revampDetail, detail, seasonDetail, lastWatched, getBookmark]
  await Promise.all(endpoints.map((endpoint) => queries.resetQueries(queriesOf(endpoint, ofTitle))))
}
