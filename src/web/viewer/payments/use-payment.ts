import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { paymentStatus, savePaymentRecord } from '#contract/payments.ts'
import { useApiClient } from '#web/kit/api-client.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { callUrl } from '#web/kit/call-url.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { callKey } from '#web/kit/use-call.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { refreshAfterPlanChange } from '../plans/plan-cache.ts'
import { refreshBalances } from '#web/viewer/rentals/rental-cache.ts'

/** SPEC 9. */
const POLL_MS = 5000

export type Payment = OutputOf<typeof paymentStatus>

/** Polled while it is pending and the page visible; at its end what shows a balance or the plan is requested again. */
export function usePayment(outTradeNo: string): UseQueryResult<Payment, CallError> {
  const { get } = useApiClient()
  const queries = useQueryClient()
  const url = callUrl(paymentStatus, { outTradeNo }, useCallContext())
  const payment = useQuery<Payment, CallError>({
    queryKey: callKey(url),
    queryFn: ({ signal }) => get<Payment>(url, { signal }),
    enabled: outTradeNo !== '',
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  })
  const { status, purpose } = payment.data ?? {}
  useEffect(() => {
    if (status !== 'paid' && status !== 'refunded') return
    if (purpose === 'credits' || purpose === 'giftcard') refreshBalances(queries)
    else refreshAfterPlanChange(queries)
  }, [status, purpose, queries])
  return payment
}

/** Has the server query the provider, instead of waiting for its callback. */
export function useCheckPayment(outTradeNo: string): { check: () => void; pending: boolean } {
  const { submit, pending } = useSubmit(savePaymentRecord, { invalidates: [paymentStatus], toastsRefusals: true })
  return { check: () => void submit({ outTradeNo }), pending }
}
