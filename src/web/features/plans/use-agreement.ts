import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { confirmAutoDebitAgreement, queryAutoDebitTransaction } from '#contract/subscriptions.ts'
import { useApiClient } from '#web/kit/api-client.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { callUrl } from '#web/kit/call-url.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { callKey } from '#web/kit/use-call.ts'
import { refreshAfterPlanChange } from '#web/viewer/plans/plan-cache.ts'

/** SPEC 4 and 9. */
const POLL_MS = 5000

export type AgreementStatus = OutputOf<typeof queryAutoDebitTransaction>

/** Refusals that say nothing of the agreement: it is queried again. */
const TRANSIENT: ReadonlySet<string> = new Set(['PENDING', 'NETWORK', 'UNAVAILABLE', 'TOO_MANY_TRIES', 'INTERNAL'])

/**
 * Whether the payer has answered: the server queries the provider every five seconds; not while the page is hidden, and never after an
 * answer or once it is disabled. What was answered is read from `useAgreement`.
 */
export function useAgreementPoll(
  merchantAgreementId: string,
  { enabled }: { enabled: boolean },
): {
  isAnswered: boolean
  /** By `check`, not by the clock. */
  isChecking: boolean
  check: () => void
} {
  const { call } = useApiClient()
  const poll = useQuery<boolean>({
    queryKey: ['agreement', merchantAgreementId],
    queryFn: async () => {
      const answer = await call(confirmAutoDebitAgreement, { merchantAgreementId })
      return answer.result === 'SUCCESS' || !TRANSIENT.has(answer.errorCode)
    },
    enabled,
    // It has just begun: first queried after five seconds.
    initialData: false,
    refetchOnMount: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data ? false : POLL_MS),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: ({ state }) => (state.data ? false : 'always'),
  })
  const [isChecking, setChecking] = useState(false)
  const check = () => {
    setChecking(true)
    void poll.refetch().finally(() => setChecking(false))
  }
  return { isAnswered: poll.data, isChecking, check }
}

/**
 * The server's status of an agreement, requested every five seconds while it is pending; paused while the page is hidden, and over with
 * any end. Once it is paid, what shows the plan is requested again.
 */
export function useAgreement(outTradeNo: string): UseQueryResult<AgreementStatus, CallError> {
  const { get } = useApiClient()
  const queries = useQueryClient()
  const url = callUrl(queryAutoDebitTransaction, { outTradeNo }, useCallContext())
  const agreement = useQuery<AgreementStatus, CallError>({
    queryKey: callKey(url),
    queryFn: ({ signal }) => get<AgreementStatus>(url, { signal }),
    enabled: outTradeNo !== '',
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  })
  const status = agreement.data?.status
  useEffect(() => {
    if (status && status !== 'pending') refreshAfterPlanChange(queries)
  }, [status, queries])
  return agreement
}
