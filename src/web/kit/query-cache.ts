import type { Query, QueryClient } from '@tanstack/react-query'
import { type Endpoint, endpointUrl } from '#contract/endpoint.ts'

type QueryTest = (query: URLSearchParams) => boolean

/** Filter for the cached responses of an endpoint; with `matches`, those whose query it accepts. */
export function queriesOf(
  endpoint: Endpoint,
  matches: QueryTest = () => true,
): { predicate: (query: Query) => boolean } {
  const path = endpointUrl(endpoint)
  return {
    predicate: ({ queryKey }) => {
      const [at = '', query = ''] = String(queryKey[0]).split('?')
      return at === path && matches(new URLSearchParams(query))
    },
  }
}

export function patchQueries<T>(
  queries: QueryClient,
  which: ReturnType<typeof queriesOf>,
  patch: (response: T) => T,
): void {
  for (const query of queries.getQueryCache().findAll(which)) {
    if (query.queryKey.length === 1) patchQuery(queries, query, patch as (response: unknown) => unknown)
  }
}

export function patchQuery(queries: QueryClient, { queryKey, state }: Query, patch: (response: unknown) => unknown) {
  if (state.data === undefined) return
  const next = patch(state.data)
  if (next !== state.data) queries.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt })
}
