import { type Endpoint, endpointUrl } from '#contract/endpoint.ts'

/** Reads that begin something: a stream, a seat, a question to a payment provider. */
const BEGINNING: ReadonlySet<string> = new Set([
  '/api_v2/order',
  '/api/checkPlayCinema.action',
  '/api_v2/payment/status',
  '/api/queryAutoDebitTransaction.action',
  '/api/GetExpressCheckoutDetails.action',
])

type Call = Pick<Endpoint, 'wire' | 'path' | 'changes' | 'postOnly' | 'sends' | 'uploads'>

/** Whether a preview may make the call: those that only read. */
export const isPreviewed = (endpoint: Call): boolean =>
  !endpoint.changes &&
  !endpoint.postOnly &&
  !endpoint.sends &&
  !endpoint.uploads &&
  !BEGINNING.has(endpointUrl(endpoint))
