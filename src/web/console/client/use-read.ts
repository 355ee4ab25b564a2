import { useInfiniteQuery, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AdminEndpoint, AdminInputOf, AdminOutputOf } from '#contract/admin/endpoint.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { useAdminClient } from './admin-client.ts'

type Read = AdminEndpoint & { readonly kind: 'read' | 'audited' }

interface ReadOptions<T> {
  enabled?: boolean
  /** Read again at this interval, which may depend on the answer, while the page is visible; this does not count as use. */
  pollMs?: number | ((answer: T | undefined) => number)
  /** Of an answer that takes long. */
  limitMs?: number
  /** Cache key in place of a large input. The caller refetches. */
  key?: string
  /** Answers that end the polling. */
  isLast?: (answer: T) => boolean
}

export const readKey = ({ path }: Pick<AdminEndpoint, 'path'>): readonly [string] => [path]

export function useRead<E extends Read>(
  endpoint: E,
  input: AdminInputOf<E>,
  { enabled = true, pollMs, limitMs, key, isLast }: ReadOptions<AdminOutputOf<E>> = {},
): UseQueryResult<AdminOutputOf<E>, CallError> {
  const client = useAdminClient()
  const queries = useQueryClient()
  const queryKey = [...readKey(endpoint), key ?? input]
  return useQuery<AdminOutputOf<E>, CallError>({
    queryKey,
    queryFn: ({ signal }) =>
      client.callOrThrow(endpoint, input, {
        signal,
        ...(limitMs !== undefined && { limitMs }),
        isPoll: pollMs !== undefined && queries.getQueryData(queryKey) !== undefined,
      }),
    enabled,
    staleTime: 0,
    ...(pollMs !== undefined && {
      refetchInterval: ({ state: { data } }) => {
        if (data !== undefined && isLast?.(data)) return false
        return typeof pollMs === 'function' ? pollMs(data) : pollMs
      },
    }),
  })
}

export interface Page<T> {
  readonly list: readonly T[]
  readonly next: string | null
  readonly total: number | null
  readonly isMore: boolean
}

type RowOf<E extends AdminEndpoint> = AdminOutputOf<E> extends { list: readonly (infer T)[] } ? T : never

export interface ListState<T> {
  /** Undefined while the first page loads. */
  readonly rows: readonly T[] | undefined
  /** Counted by the first page. */
  readonly total: number | undefined
  readonly isMore: boolean
  readonly error: CallError | null
  readonly hasNext: boolean
  readonly isLoadingNext: boolean
  readonly loadNext: () => void
  readonly retry: () => void
}

/** All rows at once, as a table's list. */
export const wholeList = <T>(
  rows: readonly T[] | undefined,
  { error = null, refetch = () => undefined }: { error?: ListState<T>['error']; refetch?: () => unknown } = {},
): ListState<T> => ({
  rows,
  total: rows?.length,
  isMore: false,
  error,
  hasNext: false,
  isLoadingNext: false,
  loadNext: () => undefined,
  retry: () => void refetch(),
})

interface ListQuery {
  readonly filter: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  readonly sort: string
  readonly limit?: number
}

/** A list page by page, from the position where the last page ended. */
export function useList<E extends Read>(endpoint: E, query: ListQuery): ListState<RowOf<E>> {
  const client = useAdminClient()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery<
    Page<RowOf<E>>,
    CallError,
    { pages: Page<RowOf<E>>[] },
    readonly unknown[],
    string | undefined
  >({
    queryKey: [...readKey(endpoint), 'pages', query],
    queryFn: async ({ pageParam, signal }) => {
      const input = { ...query, ...(pageParam !== undefined && { after: pageParam }) } as AdminInputOf<E>
      return (await client.callOrThrow(endpoint, input, { signal })) as Page<RowOf<E>>
    },
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })
  const [first] = data?.pages ?? []
  const rows = useMemo(() => data?.pages.flatMap(({ list }) => list), [data])
  return {
    rows,
    total: first?.total ?? undefined,
    isMore: first?.isMore ?? false,
    error,
    hasNext: hasNextPage,
    isLoadingNext: isFetchingNextPage,
    loadNext: () => void fetchNextPage(),
    retry: () => void refetch(),
  }
}
