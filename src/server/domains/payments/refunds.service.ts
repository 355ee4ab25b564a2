import { type Db, inTransaction, type Tx, inSavepoint } from '#server/kit/db.ts'
import {
  nextLateQuery,
  nextRefundQuery,
  sumOfRefunds,
  nextState,
  type Order,
  type PaidOrder,
  type Refund,
  mayRefund,
  maySettle,
  type OrderEvent,
  type OrderState,
} from './payment-orders.rules.ts'
import { findOrder, lockOrder, updateOrder } from './payment-orders.repo.ts'
import { type PaymentsDeps, providerOf, productOf, type RefundReport, takes } from './ports.ts'
import {
  findRefund,
  findRefunds,
  findRefundsAtProvider,
  insertWaiver,
  leaseDueRefunds,
  leaseLateRefunds,
  lockOperatorRefunds,
  type RefundChange,
  updateRefund,
  insertRefund,
} from './refunds.repo.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { inJob } from '#server/kit/request-context.ts'
import { refundIdOf, noteNumberOf } from './payment-ids.rules.ts'
import { insertEvidence, sumLate, sumLateAtProvider } from './evidence.repo.ts'
import { findUndeliverable, isPaused } from './payment-work.repo.ts'
import { type Application, followLate, refuseClaimed } from './late-refunds.service.ts'

const BATCH = 8
const LEASE = { minutes: 2 } as const

export interface RefundRequest {
  readonly orderId: string
  readonly amountCents?: number | undefined
  readonly reason: string
  readonly actor: string
  /** Of the console. */
  readonly operatorId?: string | undefined
  readonly approvedBy?: string | undefined
}

export type RefundOutcome =
  | { readonly outcome: 'requested'; readonly refund: Refund }
  | { readonly outcome: 'unknown order' }
  | { readonly outcome: 'wrong state'; readonly state: OrderState }
  | { readonly outcome: 'too much'; readonly maxCents: number }
  | { readonly outcome: 'wrong step'; readonly stepCents: number }

export function createRefunds(deps: PaymentsDeps) {
  const { db, clock, log, masterKey } = deps
  const key = deriveKey(masterKey, 'payments')
  return { refund, refundUndeliverable, refundDue, settleRefund }

  /** Takes the purchase back and records the refund, which `refundDue` then carries out. Joins the transaction `on`. */
  function refund(request: RefundRequest, on: Db = db): Promise<RefundOutcome> {
    return inTransaction(on, (tx) =>
      inSavepoint(tx, () => requestIn(tx, request)).catch((error: unknown) => {
        if (error instanceof TooMuch) return { outcome: 'too much', maxCents: error.maxCents }
        throw error
      }),
    )
  }

  async function requestIn(tx: Tx, request: RefundRequest): Promise<RefundOutcome> {
    const { orderId, amountCents, reason, actor, operatorId, approvedBy } = request
    const order = (await lockOrder(tx, orderId)) as PaidOrder | undefined
    if (!order) return { outcome: 'unknown order' }
    const to = nextState(order.state, 'refundRequested', order.previousState)
    if (!to) return { outcome: 'wrong state', state: order.state }
    const earlier = await findRefunds(tx, orderId)
    const refundedCents = sumOfRefunds(earlier) + (await sumLate(tx, orderId))
    const sums = { paidCents: order.paidCents, refundedCents }
    const rest = sums.paidCents - sums.refundedCents
    const amount = amountCents ?? rest
    if (!mayRefund(amount, sums)) return { outcome: 'too much', maxCents: rest }
    const { stepCents = 1 } = providerOf(deps, order) ?? {}
    if (!takes({ stepCents }, amount)) return { outcome: 'wrong step', stepCents }
    const ordinal = earlier.length + 1
    const requested = await insertRefund(tx, {
      refund_id: refundIdOf(key, orderId, ordinal),
      order_id: orderId,
      ordinal,
      amount_cents: amount,
      currency: order.paidCurrency,
      reason,
      actor,
      operator_id: operatorId ?? null,
      approved_by: approvedBy ?? null,
      requested_at: clock.now(),
    })
    const taken = { ...requested, isWhole: amount === rest }
    const limit = order.deliveredAt && (await productOf(deps, order.purpose).beforeRefund(tx, order, taken))
    if (limit) throw new TooMuch(limit.maxCents)
    await moveByRefund(tx, order, { event: 'refundRequested', to, at: clock.now() })
    return { outcome: 'requested', refund: requested }
  }

  async function refundUndeliverable(): Promise<void> {
    if (await isPaused(db)) return
    for (const orderId of await findUndeliverable(db, 50)) {
      await refund({ orderId, reason: 'undeliverable', actor: 'system' })
    }
  }

  async function refundDue(): Promise<void> {
    for (;;) {
      const now = clock.now()
      const refunds = await leaseDueRefunds(db, { now, until: now.add(LEASE), limit: BATCH })
      await Promise.all(refunds.map((one) => inJob(one.requestId, 'carry out refund', () => refundOne(one))))
      if (refunds.length < BATCH) break
    }
    for (;;) {
      const now = clock.now()
      const late = await leaseLateRefunds(db, { now, until: now.add(LEASE), limit: BATCH })
      await Promise.all(late.map((one) => inJob(one.requestId, 'ask about a failed refund', () => refundOne(one))))
      if (late.length < BATCH) return
    }
  }

  async function refundOne(refund: Refund): Promise<void> {
    try {
      const order = await findOrder(db, refund.orderId)
      const report = order && (await reportOf(deps, order, refund))
      if (!report) return
      if (!(await splitClaimed(deps, refund.refundId, report))) await apply(refund.refundId, report)
    } catch (error) {
      log.error({ err: error, refundId: refund.refundId }, 'refund not carried out')
    }
  }

  /**
   * The finding of an operator about a refund in doubt or overdue. Joins the transaction `on`.
   * @returns false when the order has none
   * @throws AppError CONFLICT for one that is claimed in part and said to be refused
   */
  async function settleRefund({ orderId, as, reason, by, of }: RefundFinding, on: Db = db): Promise<boolean> {
    return inTransaction(on, async (tx) => {
      if (by) await lockOperatorRefunds(tx)
      const order = (await lockOrder(tx, orderId)) as PaidOrder | undefined
      const at = clock.now()
      const refund = (await findRefunds(tx, orderId)).find((one) => maySettle(one, at))
      if (!order || !refund || (of !== undefined && of !== refund.refundId)) return false
      if (as === 'refused') refuseClaimed(refund)
      const { refundId, amountCents, providerReference } = refund
      if (as === 'refunded') {
        await applyIn(tx, { order, refund, report: { state: 'succeeded', providerReference } })
        return true
      }
      await applyIn(tx, { order, refund, report: { state: 'refused', reason } })
      // Its claim link is closed then.
      const late_query_at = refund.state === 'awaiting_claim' ? at : nextLateQuery(at, at)
      await updateRefund(tx, refundId, { late_query_at })
      if (by) await insertWaiver(tx, { ...by, orderId, refundId, amountCents, at })
      return true
    })
  }

  async function apply(refundId: string, report: RefundReport): Promise<void> {
    await inTransaction(db, async (tx) => {
      const found = await findRefund(tx, refundId)
      const order = found && ((await lockOrder(tx, found.orderId)) as PaidOrder)
      const refund = await findRefund(tx, refundId)
      if (!order || !refund) return
      if (refund.finishedAt) return followLate(deps, tx, { order, refund, report })
      await applyIn(tx, { order, refund, report })
    })
  }

  async function applyIn(tx: Db, { order, refund, report }: Application): Promise<void> {
    const { refundId } = refund
    if (report.state === 'succeeded') return succeed(deps, tx, { order, refund, reference: report.providerReference })
    if (report.state === 'refused') return fail(deps, tx, { order, refund, to: 'failed', problem: report.reason })
    if (report.state === 'returned') return fail(deps, tx, { order, refund, to: 'returned', problem: report.reason })
    if (report.state === 'awaiting_claim' && refund.state !== 'awaiting_claim')
      await tellClaim(deps, tx, { order, refund })
    if (isDoubtful(report) && refund.problem === null)
      log.error({ orderId: order.orderId, refundId, problem: report.reason }, 'a refund needs a person')
    await updateRefund(tx, refundId, {
      ...progressOf(report),
      queries: refund.queries + 1,
      query_due_at: nextRefundQuery(refund.queries, clock.now()),
    })
  }
}

/** @returns undefined while another payment of the order is being refunded: one provider distinguishes refunds by their sums only */
async function reportOf(deps: PaymentsDeps, order: Order, refund: Refund): Promise<RefundReport | undefined> {
  const { db, clock } = deps
  const provider = providerOf(deps, order)
  const { paymentReference } = order
  if (!provider || !paymentReference) return { state: 'unknown', reason: 'the provider is not configured' }
  const orderId = order.secondOf ?? order.orderId
  const others = (await findRefundsAtProvider(db, orderId)).filter(({ refundId }) => refundId !== refund.refundId)
  if (others.some((one) => one.finishedAt === null && isEarlier(one, refund))) return undefined
  const isQueryOnly = refund.finishedAt !== null
  if (isQueryOnly && !provider.queriesRefunds) return { state: 'unknown', reason: 'the provider cannot be asked' }
  // What was carried out late is in the provider's sum too. A failed refund is asked about without: its own part would be in it.
  const late = refund.state === 'failed' ? 0 : await sumLateAtProvider(db, orderId)
  const context = contextOf(order, refund, { others, late })
  const asked = { ...refund, ...context, orderId, paymentReference, at: clock.now() }
  return provider.refund({ ...asked, isQueryOnly })
}

interface OtherRefunds {
  readonly others: readonly Refund[]
  readonly late: number
}

function contextOf({ purpose }: Order, { providerReference }: Refund, { others, late }: OtherRefunds) {
  const parts = others.filter((one) => providerReference !== null && one.providerReference === providerReference)
  return {
    isRenewal: purpose === 'renewal',
    refundedCents: sumOfRefunds(others) + late,
    claimedCents: sumOfRefunds(parts),
  }
}

function isEarlier(one: Refund, other: Refund): boolean {
  const order = Temporal.Instant.compare(one.requestedAt, other.requestedAt)
  return order < 0 || (order === 0 && one.refundId < other.refundId)
}

export type RefundFinding = {
  orderId: string
  as: 'refunded' | 'refused'
  reason: string
  /** The refund that was approved. */
  of?: string | undefined
  /** Of the console. */
  by?: { readonly operatorId: string; readonly approvedBy: string | undefined } | undefined
}

type Doubtful = Extract<RefundReport, { state: 'unknown' }>
const isDoubtful = (report: RefundReport): report is Doubtful =>
  report.state === 'unknown' && report.isDoubtful === true

function progressOf(report: RefundReport) {
  if (isDoubtful(report)) return { problem: report.reason }
  if (report.state !== 'pending' && report.state !== 'awaiting_claim') return {}
  const { state, providerReference: provider_reference } = report
  const { claimUrl = null, claimedCents = null } = report.state === 'awaiting_claim' ? report : {}
  const claimed = state === 'awaiting_claim' && { claimed_cents: claimedCents }
  return { state, provider_reference, claim_url: claimUrl, ...claimed, problem: null }
}

type Claim = { order: PaidOrder; refund: Refund }

async function tellClaim({ messages }: PaymentsDeps, tx: Db, { order, refund: { amountCents } }: Claim): Promise<void> {
  const { accountId, item } = order
  if (accountId) await messages.post(tx, { accountId, template: 'refundToClaim', params: { item, amountCents } })
}

type Awaiting = Extract<RefundReport, { state: 'awaiting_claim' }>

/**
 * The claimed part of a refund is refunded, with a note of its own; the rest waits under the same claim. The purchase is restored, and
 * taken back for each part.
 * @returns false when there is nothing to split, or the purchase is refunded whole only: it then waits until all is claimed
 */
async function splitClaimed(deps: PaymentsDeps, refundId: string, report: RefundReport): Promise<boolean> {
  if (report.state !== 'awaiting_claim' || !report.claimedCents) return false
  return inTransaction(deps.db, (tx) => splitIn(deps, tx, { refundId, report })).catch((error: unknown) => {
    if (error instanceof Indivisible) return false
    throw error
  })
}

async function splitIn(
  deps: PaymentsDeps,
  tx: Tx,
  { refundId, report }: { refundId: string; report: Awaiting },
): Promise<boolean> {
  const found = await findRefund(tx, refundId)
  const order = found && ((await lockOrder(tx, found.orderId)) as PaidOrder)
  const refund = await findRefund(tx, refundId)
  const { claimedCents = 0, providerReference, claimUrl } = report
  if (!order || !refund || refund.finishedAt || claimedCents >= refund.amountCents) return false
  const ordinal = (await findRefunds(tx, refund.orderId)).at(-1)!.ordinal + 1
  await restorePurchase(deps, tx, { order, refund })
  const carriedOut = {
    state: 'awaiting_claim',
    asked_at: refund.askedAt,
    provider_reference: providerReference,
  } as const
  const part = await requestPart(deps, tx, { refund, ordinal, amountCents: claimedCents, known: carriedOut })
  await succeed(deps, tx, { ...part, reference: providerReference })
  const query_due_at = nextRefundQuery(refund.queries, deps.clock.now())
  const known = { ...carriedOut, claim_url: claimUrl ?? null, queries: refund.queries, query_due_at }
  await requestPart(deps, tx, { refund, ordinal: ordinal + 1, amountCents: refund.amountCents - claimedCents, known })
  return true
}

async function restorePurchase(deps: PaymentsDeps, tx: Tx, { order, refund }: Claim): Promise<void> {
  const at = deps.clock.now()
  const finished = { state: 'returned', finished_at: at, query_due_at: null, claim_url: null } as const
  const whole = await updateRefund(tx, refund.refundId, { ...finished, problem: 'claimed in part: it was split' })
  const to = nextState(order.state, 'refundFailed', order.previousState)!
  await moveByRefund(tx, order, { event: 'refundFailed', to, at })
  if (order.deliveredAt) await productOf(deps, order.purpose).refundFailed(tx, order, whole)
}

type Part = { refund: Refund; ordinal: number; amountCents: number; known: RefundChange }

async function requestPart(deps: PaymentsDeps, tx: Tx, { refund, ordinal, amountCents, known }: Part): Promise<Claim> {
  const { orderId, currency, reason, actor, operatorId, approvedBy, requestedAt: requested_at } = refund
  const order = (await lockOrder(tx, orderId)) as PaidOrder
  const refund_id = refundIdOf(deriveKey(deps.masterKey, 'payments'), orderId, ordinal)
  const row = {
    refund_id,
    order_id: orderId,
    ordinal,
    amount_cents: amountCents,
    currency,
    reason,
    actor,
    operator_id: operatorId,
    approved_by: approvedBy,
    requested_at,
  }
  const part = await insertRefund(tx, row, known)
  const taken = { ...part, isWhole: await isAllReturned(tx, order) }
  if (order.deliveredAt && (await productOf(deps, order.purpose).beforeRefund(tx, order, taken)))
    throw new Indivisible()
  const to = nextState(order.state, 'refundRequested', order.previousState)!
  await moveByRefund(tx, order, { event: 'refundRequested', to, at: deps.clock.now() })
  return { order: (await lockOrder(tx, orderId)) as PaidOrder, refund: part }
}

/** Undoes the transaction: only the whole can be taken back. */
class Indivisible extends Error {}

type Success = { order: PaidOrder; refund: Refund; reference: string | null }

async function succeed(deps: PaymentsDeps, tx: Db, { order, refund, reference }: Success): Promise<void> {
  const { clock, money, messages } = deps
  const { orderId, orderNumber, accountId, kind, item } = order
  const { refundId, amountCents, currency, ordinal } = refund
  const at = clock.now()
  const note_number = noteNumberOf(orderNumber, ordinal)
  const finished = { finished_at: at, query_due_at: null, provider_reference: reference, claim_url: null }
  const done = await updateRefund(tx, refundId, { ...finished, state: 'succeeded', note_number })
  const isWhole = await isAllReturned(tx, order)
  const event = isWhole ? 'refundedWhole' : 'refundedInPart'
  const to = nextState(order.state, event, order.previousState)
  if (to) await moveByRefund(tx, order, { event, to, at })
  if (order.deliveredAt) await productOf(deps, order.purpose).refunded(tx, order, { ...done, isWhole })
  await money.returned(tx, { orderId, refundId, accountId, kind, amountCents, currency, at })
  await deps.onRefundEnded?.(tx, done)
  const params = { item, amountCents, orderNumber }
  if (accountId) await messages.post(tx, { accountId, template: 'paymentRefunded', params })
}

/** With what is on its way and what was carried out late. */
const isAllReturned = async (tx: Db, { orderId, paidCents }: PaidOrder): Promise<boolean> =>
  sumOfRefunds(await findRefunds(tx, orderId)) + (await sumLate(tx, orderId)) >= paidCents

type Failure = { order: PaidOrder; refund: Refund; to: 'failed' | 'returned'; problem: string }

async function fail(deps: PaymentsDeps, tx: Db, { order, refund, to, problem }: Failure): Promise<void> {
  const { clock, log } = deps
  const at = clock.now()
  const { refundId, orderId } = refund
  const finished = { finished_at: at, query_due_at: null }
  const failed = await updateRefund(tx, refundId, { ...finished, state: to, problem, claim_url: null })
  const next = nextState(order.state, 'refundFailed', order.previousState)
  if (next) await moveByRefund(tx, order, { event: 'refundFailed', to: next, at })
  if (order.deliveredAt) await productOf(deps, order.purpose).refundFailed(tx, order, failed)
  await deps.onRefundEnded?.(tx, failed)
  log.error(
    { orderId, refundId, problem },
    to === 'failed' ? 'the provider refused a refund' : 'a refund was not claimed',
  )
}

type Move = { event: OrderEvent; to: OrderState; at: Temporal.Instant }

async function moveByRefund(tx: Db, order: Order, { event, to, at }: Move): Promise<void> {
  const source = event === 'refundRequested' ? 'operator' : 'refund'
  await insertEvidence(tx, order.orderId, { source, event, from: order.state, to, at })
  await updateOrder(tx, order.orderId, { state: to, previous_state: to === 'refunding' ? order.state : null })
}

/** Undoes a request: less could be taken back than requested. */
class TooMuch extends Error {
  readonly maxCents: number

  constructor(maxCents: number) {
    super('too much')
    this.maxCents = maxCents
  }
}
