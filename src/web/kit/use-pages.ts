import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useApiClient } from './api-client.ts'
import { useCallContext } from './call-context.ts'
import { listUrl, type QueryValue } from './call-url.ts'
import type { CallError } from './envelope.ts'
import type { UseCallOptions } from './use-call.ts'

interface Paged {
  page: number
  pageSize: number
  total: number
}

/** A list page by page: `fetchNextPage` requests the next one while there is one. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type of the response
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
