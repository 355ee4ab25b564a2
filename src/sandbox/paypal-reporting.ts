import { authorized, INVALID } from './paypal-api.ts'
import {
  type Context,
  decimalOf,
  json,
  type Route,
  type SandboxRefund,
  type SandboxRequest,
  type SandboxResponse,
} from './sandbox-provider.ts'

const PERIOD_MAX_MS = 31 * 24 * 3_600_000

/** PayPal's Transaction Search v1. */
export function createReportingRoutes(context: Context): Route[] {
  const member = authorized(context)
  return [['GET', /^\/v1\/reporting\/transactions$/, member((request) => list(context, request))]]
}

interface Listed {
  readonly id: string
  readonly code: string
  readonly at: number
  readonly cents: number
  readonly currency: string
  readonly custom: string
  readonly invoice?: string
  readonly reference?: readonly [type: string, id: string]
  readonly isReversed?: boolean
}

function list(context: Context, { query }: SandboxRequest): SandboxResponse {
  const [start, end] = ['start_date', 'end_date'].map((name) => millisecondsOf(query.get(name)))
  const [page, size] = [query.get('page') ?? '1', query.get('page_size') ?? '100'].map(Number)
  const isPeriod = start !== undefined && end !== undefined && start < end && end - start <= PERIOD_MAX_MS
  if (!isPeriod || !page || !size || size > 500) return INVALID()
  const all = listedOf(context)
    .filter(({ at }) => at >= start && at <= end)
    .toSorted((one, other) => one.at - other.at)
  return json(200, {
    transaction_details: all.slice((page - 1) * size, page * size).map((one) => ({ transaction_info: infoOf(one) })),
    page,
    total_items: all.length,
    total_pages: Math.max(1, Math.ceil(all.length / size)),
  })
}

function listedOf({ state }: Context): Listed[] {
  const orders = state.payments.flatMap(
    ({ provider, captureId, state: now, orderId, currency, ...order }): Listed[] => {
      if (provider !== 'paypal' || captureId === undefined || now !== 'paid') return []
      const { paidAt = order.createdAt, paidCents, refunds } = order
      const sum = refunds.reduce((cents, { amountCents }) => cents + amountCents, 0)
      const common = { custom: orderId, currency }
      const isReversed = sum >= paidCents
      const paid = {
        ...common,
        id: captureId,
        code: 'T0006',
        at: paidAt,
        cents: paidCents,
        invoice: orderId,
        isReversed,
      }
      return [paid, ...refunds.map((one) => refundOf(one, { ...common, of: captureId, at: paidAt }))]
    },
  )
  const sales = state.mandates.flatMap(({ provider, id, agreementId, currency, sales: made }) =>
    made.flatMap((sale): Listed[] => {
      if (provider !== 'paypal') return []
      const common = { custom: agreementId, currency }
      const charged = { ...common, id: sale.id, code: 'T0002', at: sale.at, cents: sale.amountCents }
      const reference = ['SUB', id] as const
      return [
        { ...charged, reference },
        ...sale.refunds.map((one) => refundOf(one, { ...common, of: sale.id, at: sale.at })),
      ]
    }),
  )
  return [...orders, ...sales]
}

const refundOf = (
  { id, requestId, amountCents, at }: SandboxRefund,
  paid: { custom: string; currency: string; of: string; at: number },
): Listed => ({
  id,
  code: 'T1107',
  at: at ?? paid.at,
  cents: -amountCents,
  currency: paid.currency,
  custom: paid.custom,
  invoice: requestId,
  reference: ['TXN', paid.of],
})

const infoOf = ({ id, code, at, cents, currency, custom, invoice, reference, isReversed }: Listed): object => ({
  transaction_id: id,
  transaction_event_code: code,
  transaction_initiation_date: Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: 'second' }),
  transaction_amount: { currency_code: currency, value: decimalOf(cents) },
  transaction_status: isReversed ? 'V' : 'S',
  custom_field: custom,
  ...(invoice !== undefined && { invoice_id: invoice }),
  ...(reference && { paypal_reference_id_type: reference[0], paypal_reference_id: reference[1] }),
})

function millisecondsOf(text: string | null): number | undefined {
  try {
    return text === null ? undefined : Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return undefined
  }
}
