import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { type Comment, commentList, getRating, type TitleRating } from '#contract/comments.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { patchQueries, queriesOf } from '#web/kit/query-cache.ts'
import { patchTitle } from '#web/viewer/cards/patch-title.ts'

export type CommentPage = OutputOf<typeof commentList>

/** Shows a title's new rating wherever it stands. */
export function showRating(queries: QueryClient, programId: string, rated: TitleRating): void {
  const ofTitle = (query: URLSearchParams) => query.get('programId') === programId
  patchQueries<TitleRating>(queries, queriesOf(getRating, ofTitle), (response) => ({ ...response, ...rated }))
  patchTitle(queries, programId, { rating: rated.rating, votes: rated.votes })
}

/** Changes a comment in the cached pages. */
export function patchComment(queries: QueryClient, commentId: string, change: Partial<Comment>): void {
  const patch = (list: Comment[]) => list.map((one) => (one.commentId === commentId ? { ...one, ...change } : one))
  queries.setQueriesData<InfiniteData<CommentPage>>(
    queriesOf(commentList),
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, list: patch(page.list) })) },
  )
}
