import { onlineManager, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type Endpoint, endpointUrl, type InputOf, type OutputOf } from '#contract/endpoint.ts'
import { useApiClient } from './api-client.ts'
import { listUrl, type QueryValue } from './call-url.ts'
import { CallError } from './envelope.ts'
import { useCallContext } from './call-context.ts'

/** Catalogue responses are fresh for a minute (PRODUCT 3). */
export const FRESH_MS = 60_000
const KEPT_MS = 15 * 60_000

const NETWORK_RETRY_MS = 800
/** Longer waits show the failure with its retry button. */
const RETRY_AFTER_MAX_SECONDS = 10

/** Undefined: not retried. */
function retryDelayMs(error: unknown): number | undefined {
  if (!(error instanceof CallError)) return undefined
  if (error.code === 'NETWORK') return NETWORK_RETRY_MS
  const { retryAfter = Infinity } = error.failure
  return retryAfter <= RETRY_AFTER_MAX_SECONDS ? retryAfter * 1000 : undefined
}

/** The response cache; its keys are addresses. Network failures, and refusals that name a short wait, are retried once. */
export function createQueryClient(): QueryClient {
  // A page that was opened offline would not hear of the network's return.
  if (typeof document !== 'undefined') onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: KEPT_MS,
        refetchOnWindowFocus: false,
        // What failed offline is requested again once the network is back. Off by default with this network mode.
        refetchOnReconnect: true,
        // Offline, a call fails at once and shows it, instead of waiting for the network.
        networkMode: 'always',
        retry: (count, error) => count < 1 && retryDelayMs(error) !== undefined,
        retryDelay: (_, error) => retryDelayMs(error) ?? 0,
      },
    },
  })
}

export const callKey = (url: string): readonly [string] => [url]

export interface UseCallOptions {
  enabled?: boolean
}

/** Server state by endpoint: `data` is the response, `error` a CallError, `refetch` the retry. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: UseCallOptions = {},
): UseQueryResult<OutputOf<E>, CallError> {
  return useFollow<OutputOf<E>>(endpointUrl(endpoint), (input ?? {}) as Record<string, QueryValue>, options)
}

export function useFollow<T>(
  address: string,
  input: Record<string, QueryValue>,
  { enabled = true }: UseCallOptions = {},
): UseQueryResult<T, CallError> {
  const { get } = useApiClient()
  const url = listUrl(address, input, useCallContext())
  return useQuery<T, CallError>({ queryKey: callKey(url), queryFn: ({ signal }) => get<T>(url, { signal }), enabled })
}
