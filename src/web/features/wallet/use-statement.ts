import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { endpointUrl, type OutputOf } from '#contract/endpoint.ts'
import type { StatementKind } from '#contract/statement-kinds.ts'
import { walletStatement } from '#contract/wallet.ts'
import type { CreditBucket } from '#contract/wallet-buckets.ts'
import { useApiClient } from '#web/kit/api-context.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { listUrl } from '#web/kit/call-url.ts'
import type { CallError } from '#web/kit/envelope.ts'

type StatementPage = OutputOf<typeof walletStatement>

const STATEMENT = endpointUrl(walletStatement)
const PAGE_SIZE = 25

/** What a statement is limited to: a bucket, what its lines are about, and the Hong Kong day that it begins with. */
export interface StatementRange {
  bucket?: CreditBucket | undefined
  kind?: StatementKind | undefined
  from?: string | undefined
}

/** The statement page by page, the newest first. */
export function useStatement(range: StatementRange): UseInfiniteQueryResult<{ pages: StatementPage[] }, CallError> {
  const { get } = useApiClient()
  const context = useCallContext()
  const input = { ...range, pageSize: PAGE_SIZE }
  return useInfiniteQuery<StatementPage, CallError, { pages: StatementPage[] }, readonly [string, 'pages'], string>({
    queryKey: [listUrl(STATEMENT, input, context), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      get<StatementPage>(listUrl(STATEMENT, { ...input, cursor: pageParam }, context), { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}
