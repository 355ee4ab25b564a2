import { authorized, eventBody, INVALID, NOT_FOUND } from './paypal-api.ts'
import {
  type Context,
  decimalOf,
  findPayment,
  json,
  newProviderId,
  queueCallback,
  type Route,
  type SandboxRefund,
  type SandboxRequest,
  type SandboxResponse,
} from './sandbox-provider.ts'

const PERIOD_MAX_MS = 31 * 24 * 3_600_000

/** Transaction Search v1 and Customer Disputes v1. */
export function createReportingRoutes(context: Context): Route[] {
  const member = authorized(context)
  return [
    ['GET', /^\/v1\/reporting\/transactions$/, member((request) => list(context, request))],
    ['GET', /^\/v1\/customer\/disputes$/, member((request) => listDisputes(context, request))],
    ['GET', /^\/v1\/customer\/disputes\/([\w-]+)$/, member((_, id) => showDispute(context, id))],
    ['POST', /^\/paypal\/disputes\/([\w-]+)$/, (request, orderId = '') => dispute(context, request, orderId)],
  ]
}

const disputed = ({ state }: Context) =>
  state.payments.flatMap((payment) => (payment.dispute ? [{ ...payment, dispute: payment.dispute }] : []))

/** A list shows a summary of each. */
function listDisputes(context: Context, { query }: SandboxRequest): SandboxResponse {
  const since = millisecondsOf(query.get('update_time_after'))
  if (since === undefined) return INVALID()
  const items = disputed(context)
    .filter(({ dispute: { changedAt } }) => changedAt > since)
    .map(({ dispute: { id, outcome, changedAt } }) => ({
      dispute_id: id,
      status: outcome === 'open' ? 'UNDER_REVIEW' : 'RESOLVED',
      update_time: timeOf(changedAt),
    }))
  return json(200, { items, links: [] })
}

function showDispute(context: Context, id: string): SandboxResponse {
  const found = disputed(context).find(({ dispute: { id: one } }) => one === id)
  return found ? json(200, disputeBody(found)) : NOT_FOUND()
}

/** The seller answers within. */
const ANSWER_DAYS = 10

const OUTCOMES = { open: undefined, won: 'RESOLVED_SELLER_FAVOUR', lost: 'RESOLVED_BUYER_FAVOUR' } as const

const disputeBody = ({
  captureId,
  dispute: { id, outcome, changedAt },
}: ReturnType<typeof disputed>[number]): object => ({
  dispute_id: id,
  status: outcome === 'open' ? 'WAITING_FOR_SELLER_RESPONSE' : 'RESOLVED',
  disputed_transactions: [{ seller_transaction_id: captureId }],
  ...(outcome === 'open' && { seller_response_due_date: timeOf(changedAt + ANSWER_DAYS * 24 * 3_600_000) }),
  ...(outcome !== 'open' && { dispute_outcome: { outcome_code: OUTCOMES[outcome] } }),
})

/** Tests say what becomes of a payment. `callback=no`: the merchant is not told. */
function dispute(context: Context, { body }: SandboxRequest, orderId: string): SandboxResponse {
  const payment = findPayment(context, 'paypal', { orderId })
  const form = new URLSearchParams(body)
  const outcome = (['open', 'won', 'lost'] as const).find((one) => one === form.get('outcome'))
  if (payment?.captureId === undefined || !outcome) return NOT_FOUND()
  const made = { id: payment.dispute?.id ?? `PP-D-${newProviderId(6)}`, outcome, changedAt: context.now() }
  payment.dispute = made
  const type = outcome === 'open' ? 'CUSTOMER.DISPUTE.CREATED' : 'CUSTOMER.DISPUTE.RESOLVED'
  if (form.get('callback') !== 'no')
    queueCallback(context, payment, { body: eventBody(context, type, disputeBody({ ...payment, dispute: made })) })
  return json(200, {})
}

const timeOf = (milliseconds: number) =>
  Temporal.Instant.fromEpochMilliseconds(milliseconds).toString({ smallestUnit: 'second' })

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
  transaction_initiation_date: timeOf(at),
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
