import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type Endpoint, endpointUrl, type InputOf, type OutputOf } from '#contract/endpoint.ts'
import { useApiClient } from '#web/kit/api-client.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { CallError } from '#web/kit/envelope.ts'

interface Options {
  enabled?: boolean
  /** Milliseconds between two requests while the page is visible. */
  every?: number
}

/** For an input with a secret: sent in the body, so that no address has it. */
export function usePostedCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { enabled = true, every }: Options = {},
): UseQueryResult<OutputOf<E>, CallError> {
  const { callOrThrow } = useApiClient()
  const { language, profileId } = useCallContext()
  return useQuery<OutputOf<E>, CallError>({
    queryKey: [endpointUrl(endpoint), JSON.stringify(input), language, profileId ?? ''],
    queryFn: ({ signal }) => callOrThrow(endpoint, input, { signal, post: true }),
    enabled,
    ...(every !== undefined && { refetchInterval: every }),
  })
}
