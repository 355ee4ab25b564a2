import {
  QueryClient,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'
import { type Endpoint, endpointUrl, type InputOf, type OutputOf } from '#contract/endpoint.ts'
import { useApiClient } from './api-context.ts'
import { listUrl, type QueryValue } from './call-url.ts'
import { CallError } from './envelope.ts'
import { useCallContext } from './call-context.ts'

/** Catalogue answers hold for a minute (PRODUCT 3). */
const FRESH_MS = 60_000
const KEPT_MS = 15 * 60_000

/** The cache of answers. Its keys are addresses. One silent second try, and only for the network's faults. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: KEPT_MS,
        refetchOnWindowFocus: false,
        // Offline, a call fails at once and says so, instead of waiting without a word.
        networkMode: 'always',
        retry: (count, error) => count < 1 && error instanceof CallError && error.code === 'NETWORK',
        retryDelay: 800,
      },
    },
  })
}

/** The cache key of an address. */
export const callKey = (url: string): readonly [string] => [url]

export interface UseCallOptions {
  /** False: not asked (yet). */
  enabled?: boolean
}

/** Server state by endpoint: `data` is the answer, `error` a CallError, `refetch` the retry. */
export function useCall<E extends Endpoint>(
  row: E,
  input: InputOf<E>,
  options: UseCallOptions = {},
): UseQueryResult<OutputOf<E>, CallError> {
  return useFollow<OutputOf<E>>(endpointUrl(row), (input ?? {}) as Record<string, QueryValue>, options)
}

/** Server state behind an address that an answer gave (`detailURL`). */
export function useFollow<T>(
  address: string,
  input: Record<string, QueryValue>,
  { enabled = true }: UseCallOptions = {},
): UseQueryResult<T, CallError> {
  const { get } = useApiClient()
  const url = listUrl(address, input, useCallContext())
  return useQuery<T, CallError>({ queryKey: callKey(url), queryFn: ({ signal }) => get<T>(url, { signal }), enabled })
}

interface Paged {
  page: number
  pageSize: number
  total: number
}

/** A list page by page: `fetchNextPage` asks for the next while there is one. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what its address answers
export function usePages<T extends Paged>(
  address: string,
  input: Record<string, QueryValue>,
  options: UseCallOptions = {},
): UseInfiniteQueryResult<{ pages: T[] }, CallError> {
  const { get } = useApiClient()
  const context = useCallContext()
  return useInfiniteQuery<T, CallError, { pages: T[] }, readonly [string, 'pages'], number>({
    queryKey: [listUrl(address, input, context), 'pages'],
    queryFn: ({ pageParam, signal }) => get<T>(listUrl(address, { ...input, page: pageParam }, context), { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.pageSize < last.total ? last.page + 1 : undefined),
    enabled: options.enabled ?? true,
  })
}
