import type { DisputeReport, ListedMovement } from '#server/domains/payments/ports.ts'
import { type PaypalBody, type PaypalClient, type PaypalDispute, toCents } from './paypal-client.ts'

/** PayPal accepts up to 31 days. */
const PART_HOURS = 7 * 24
/** A period with more than 10 000 transactions is refused, and halved down to this length. */
const PART_HOURS_MIN = 0.25
const PAGE_SIZE = 500

export interface Period {
  readonly from: Temporal.Instant
  readonly until: Temporal.Instant
}

interface Transaction {
  readonly transaction_id?: string
  readonly paypal_reference_id?: string
  readonly paypal_reference_id_type?: string
  readonly transaction_event_code?: string
  readonly transaction_initiation_date?: string
  readonly transaction_amount?: { readonly currency_code?: string; readonly value?: string }
  readonly transaction_status?: string
  readonly invoice_id?: string
  readonly custom_field?: string
}

type Page = PaypalBody & {
  readonly transaction_details?: readonly { readonly transaction_info?: Transaction }[]
  readonly total_pages?: number
}

/** Transaction Search v1: movements that carry an id of ours. @returns undefined when there was no complete answer */
export async function listTransactions(
  send: PaypalClient,
  { from, until }: Period,
): Promise<readonly ListedMovement[] | undefined> {
  const hours = from.until(until).total('hours')
  const part = await (hours > PART_HOURS ? 'too much' : listPart(send, { from, until }))
  if (part !== 'too much') return part
  if (hours <= PART_HOURS_MIN) return undefined
  const middle = from.add({ seconds: Math.round(hours * 1800) })
  const halves = [
    await listTransactions(send, { from, until: middle }),
    await listTransactions(send, { from: middle, until }),
  ]
  return halves.every((half) => half !== undefined) ? halves.flat() : undefined
}

async function listPart(
  send: PaypalClient,
  { from, until }: Period,
): Promise<ListedMovement[] | 'too much' | undefined> {
  const found: ListedMovement[] = []
  for (let page = 1; ; page++) {
    const search = new URLSearchParams({
      start_date: from.toString({ smallestUnit: 'second' }),
      end_date: until.subtract({ seconds: 1 }).toString({ smallestUnit: 'second' }),
      fields: 'transaction_info',
      page_size: String(PAGE_SIZE),
      page: String(page),
    })
    const response = await send({ method: 'GET', path: `/v1/reporting/transactions?${search}` })
    if (response?.body.name === 'RESULTSET_TOO_LARGE') return 'too much'
    if (response?.status !== 200) return undefined
    const { transaction_details: details, total_pages: pages = 1 } = response.body as Page
    if (!details) return undefined
    found.push(...details.flatMap(({ transaction_info: one }) => (one ? (movementOf(one) ?? []) : [])))
    if (page >= pages) return found
  }
}

const TAKEN = ['S', 'V']
/** A refund by the merchant; reversals and disputes have callbacks. */
const REFUND = 'T1107'

function movementOf(one: Transaction): ListedMovement | undefined {
  const { transaction_id: reference, transaction_event_code: code = '', transaction_status: status = '' } = one
  const { currency_code: currency, value = '' } = one.transaction_amount ?? {}
  const what = code === REFUND ? 'refund' : code.startsWith('T00') && !value.startsWith('-') ? 'payment' : undefined
  const ownId = [one.custom_field, one.invoice_id].find((id) => /^[0-9a-f]{32}$/.test(id ?? ''))
  const amountCents = toCents(value.replace(/^-/, ''))
  const time = one.transaction_initiation_date
  if (!what || !TAKEN.includes(status) || !reference || !ownId || !amountCents || !currency || !time) return undefined
  const mandate = one.paypal_reference_id_type === 'SUB' ? one.paypal_reference_id : undefined
  const at = Temporal.Instant.from(time)
  return { reference, what, ownId, amountCents, currency, at, ...(mandate && { mandateReference: mandate }) }
}

type DisputePage = PaypalBody & { readonly items?: readonly { readonly dispute_id?: string }[] }

const DISPUTES_PAGE = 50
/** Above what a merchant of this size has in a week. */
const DISPUTE_PAGES_MAX = 20

/** Changed since an instant, each as its own callback reports it. @returns undefined when there was no complete answer */
export async function listDisputes(
  send: PaypalClient,
  since: Temporal.Instant,
): Promise<readonly DisputeReport[] | undefined> {
  const found: DisputeReport[] = []
  for (let page = 1; page <= DISPUTE_PAGES_MAX; page++) {
    const search = new URLSearchParams({
      update_time_after: since.toString({ fractionalSecondDigits: 3 }),
      page_size: String(DISPUTES_PAGE),
      page: String(page),
    })
    const response = await send({ method: 'GET', path: `/v1/customer/disputes?${search}` })
    if (response?.status !== 200) return undefined
    const { items = [], links = [] } = response.body as DisputePage
    // The list has neither the payment nor the outcome.
    for (const { dispute_id: id } of items) {
      const one = await send({ method: 'GET', path: `/v1/customer/disputes/${encodeURIComponent(id ?? '')}` })
      if (one?.status !== 200) return undefined
      const report = reportOfDispute(one.body)
      if (report) found.push(report)
    }
    if (!links.some(({ rel }) => rel === 'next')) return found
  }
  return undefined
}

/** `ACCEPTED`: PayPal accepted the buyer's claim. With `RESOLVED_WITH_PAYOUT` PayPal itself pays the buyer. */
const LOST = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/** @returns undefined for a dispute without a payment */
export function reportOfDispute(dispute: PaypalDispute): DisputeReport | undefined {
  const { dispute_id: disputeId, status, disputed_transactions: payments, dispute_outcome: outcome } = dispute
  const { seller_response_due_date: due } = dispute
  const paymentReference = payments?.[0]?.seller_transaction_id
  if (paymentReference === undefined) return undefined
  const isLost = LOST.has(outcome?.outcome_code ?? '')
  const event = status !== 'RESOLVED' ? 'disputeOpened' : isLost ? 'disputeLost' : 'disputeWon'
  const answerBy = event === 'disputeOpened' ? instantOf(due) : undefined
  return { of: 'dispute', paymentReference, disputeId, event, ...(answerBy && { answerBy }) }
}

/** @returns undefined for what is no instant: a dispute is known without its deadline */
function instantOf(text: string | undefined): Temporal.Instant | undefined {
  try {
    return text === undefined ? undefined : Temporal.Instant.from(text)
  } catch {
    return undefined
  }
}
