import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from '#web/kit/router.tsx'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { startedPayment } from '#web/viewer/payments/started-payment.ts'

/** The browser has come back from a provider: the result of what this tab has started. */
export function useReturned(): ReactNode {
  const [query] = useSearchParams()
  const started = query.has('return') ? startedPayment() : undefined
  return started ? <Navigate to={routerPath(paths.paymentResult(started))} replace /> : undefined
}
