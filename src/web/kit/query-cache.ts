import type { Query, QueryClient } from '@tanstack/react-query'
import { type Endpoint, endpointUrl } from '#contract/endpoint.ts'
import type { ProgramCard } from '#contract/programs.ts'

type Words = (query: URLSearchParams) => boolean

/** The cached answers of an endpoint; with `words`, those whose query they accept. */
export function queriesOf(row: Endpoint, words: Words = () => true): { predicate: (query: Query) => boolean } {
  const path = endpointUrl(row)
  return {
    predicate: ({ queryKey }) => {
      const [at = '', query = ''] = String(queryKey[0]).split('?')
      return at === path && words(new URLSearchParams(query))
    },
  }
}

/** Changes cached answers where they are, as old as they were. Lists that are kept page by page are asked for anew instead. */
export function patchQueries<T>(
  queries: QueryClient,
  which: ReturnType<typeof queriesOf>,
  patch: (answer: T) => T,
): void {
  for (const query of queries.getQueryCache().findAll(which)) {
    if (query.queryKey.length === 1) put(queries, query, patch as (answer: unknown) => unknown)
  }
}

/** Marks a title in every cached answer: all copies of a card agree at once. */
export function patchTitle(queries: QueryClient, programId: string, marks: Partial<ProgramCard>): void {
  for (const query of queries.getQueryCache().getAll()) {
    put(queries, query, (answer) => patchCards(answer, programId, marks))
  }
}

function put(queries: QueryClient, { queryKey, state }: Query, patch: (answer: unknown) => unknown) {
  if (state.data === undefined) return
  const next = patch(state.data)
  if (next !== state.data) queries.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt })
}

/** Marks a title everywhere in an answer: what has nothing of it stays the same object. */
export function patchCards<T>(answer: T, programId: string, patch: object): T {
  if (Array.isArray(answer)) {
    const next = answer.map((one: unknown) => patchCards(one, programId, patch))
    return next.some((one, at) => one !== answer[at]) ? (next as T) : answer
  }
  if (typeof answer !== 'object' || answer === null) return answer
  const entries = Object.entries(answer).map(
    ([key, value]) => [key, patchCards(value as unknown, programId, patch)] as const,
  )
  const isCard = 'keyartImageURL' in answer && 'programId' in answer && answer.programId === programId
  const changed = entries.some(([key, value]) => value !== answer[key as keyof T])
  if (!changed && !isCard) return answer
  return { ...Object.fromEntries(entries), ...(isCard ? patch : {}) } as T
}
