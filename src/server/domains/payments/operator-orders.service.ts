import type { REFUND_LIMITS } from '#contract/admin/orders.ts'
import type { Language } from '#contract/languages.ts'
import { type Db, dryRun, type Tx } from '#server/kit/db.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { findEvidence, type StoredEvidence, sumLate } from './evidence.repo.ts'
import { refuseClaimed } from './late-refunds.service.ts'
import {
  ACCOUNT_HOURS,
  unapprovedCents,
  OPERATOR_HOURS,
  type RefundLimits,
  type RefundWay,
  wayOf,
} from './operator-refunds.rules.ts'
import { findOrderRow, findOrderRows, type OrderQuery, type OrderRow, readOrderRows } from './order-list.query.ts'
import { findOrder, findOrderId } from './payment-orders.repo.ts'
import { maySettle, nextState, type Order, type Refund, sumOfRefunds } from './payment-orders.rules.ts'
import { readOrderNumber } from './payment-ids.rules.ts'
import { type PaymentsDeps, providerOf } from './ports.ts'
import { findReceipt } from './receipts.repo.ts'
import type { RefundOutcome, RefundRequest } from './refunds.service.ts'
import { findRefunds, insertWaiver, lockOperatorRefunds, sumUnapproved } from './refunds.repo.ts'

/** Who refunds. */
export interface Refunder {
  readonly operatorId: string
  readonly actor: string
  readonly isFinance: boolean
}

export interface OperatorRefund {
  readonly orderId: string
  readonly amountCents?: number | undefined
  readonly reason: string
  readonly by: Refunder
  /** The second person. */
  readonly approvedBy?: string | undefined
}

/** With the item in a language. */
export type ListedOrder = Omit<OrderRow, 'item'> & { readonly item: string }

/** An order, and what has happened to it. */
export interface OrderEvidence {
  readonly order: Omit<Order, 'item'> & ListedOrder & { readonly receiptNumber: string | null }
  readonly evidence: readonly StoredEvidence[]
  readonly refunds: readonly Refund[]
}

export interface ShownOrder extends OrderEvidence {
  readonly maxCents: number
  readonly stepCents: number
  readonly isWholeOnly: boolean
  readonly limit: (typeof REFUND_LIMITS)[number] | null
  readonly aloneCents: number
}

export interface TriedRefund<T> {
  readonly amountCents: number
  readonly isWhole: boolean
  readonly way: RefundWay
  readonly seen: T
}

type Refunds = { refund: (request: RefundRequest, on?: Db) => Promise<RefundOutcome> }

export type OperatorOrders = ReturnType<typeof createOperatorOrders>

/** Orders as operators list, judge and refund them. `limits` changes while the service runs. */
export function createOperatorOrders(deps: PaymentsDeps, { refund }: Refunds) {
  const { db, clock, itemName, refundLimits } = deps
  return {
    list,
    all,
    show,
    evidenceOf,
    tryRefund,
    approvalNeed,
    refundBy,
    requireOrder,
    acceptanceNeed,
    recordAcceptance,
    settlementNeed,
  }

  async function list(
    query: OrderQuery & { after?: string | undefined; limit: number },
    language: Language,
  ): Promise<KeysetPage<ListedOrder>> {
    const page = await findOrderRows(db, { ...query, at: clock.now() })
    return { ...page, list: page.list.map((row) => named(row, language)) }
  }

  async function* all(tx: Tx, query: OrderQuery, language: Language): AsyncGenerator<ListedOrder[]> {
    for await (const part of readOrderRows(tx, { ...query, at: clock.now() }))
      yield part.map((row) => named(row, language))
  }

  function named({ item, ...row }: OrderRow, language: Language): ListedOrder {
    return { ...row, item: itemName(item, language) }
  }

  /** By its number or its id. @throws AppError NOT_FOUND */
  async function requireOrder(typed: string, on: Db = db): Promise<Order> {
    const orderNumber = readOrderNumber(typed)
    const orderId = orderNumber === undefined ? undefined : await findOrderId(on, orderNumber)
    const order = await findOrder(on, orderId ?? typed)
    if (!order) throw operatorRefusal({ is: 'paymentUnknown', orderId: typed })
    return order
  }

  /**
   * Whether this operator needs a second person to accept a payment under review: what is missing is given away, as a refund would be, and
   * counted with refunds under their lock, which the transaction keeps.
   */
  async function acceptanceNeed(tx: Tx, order: Order, operatorId: string): Promise<boolean> {
    const missing = missingOf(order)
    if (missing === 0) return false
    await lockOperatorRefunds(tx)
    return missing > (await leftFor(tx, order, { operatorId }))
  }

  /** What a payment lacks that is accepted now: asked before it is. */
  async function recordAcceptance(
    tx: Tx,
    order: Order,
    by: { operatorId: string; approvedBy: string | undefined },
  ): Promise<number> {
    const missing = missingOf(order)
    if (missing === 0) return 0
    await lockOperatorRefunds(tx)
    await insertWaiver(tx, { ...by, orderId: order.orderId, refundId: null, amountCents: missing, at: clock.now() })
    return missing
  }

  /**
   * Of an order's refund in doubt or overdue, where this operator needs a second person to settle it as refused: the provider may have
   * carried it out. Counted with refunds under their lock, which the transaction keeps.
   */
  async function settlementNeed(tx: Tx, order: Order, operatorId: string): Promise<Refund | undefined> {
    await lockOperatorRefunds(tx)
    const refund = (await findRefunds(tx, order.orderId)).find((one) => maySettle(one, clock.now()))
    if (!refund) return undefined
    refuseClaimed(refund)
    return refund.amountCents > (await leftFor(tx, order, { operatorId, without: refund.refundId }))
      ? refund
      : undefined
  }

  /** @throws AppError NOT_FOUND */
  async function show(typed: string, by: Refunder, language: Language): Promise<ShownOrder> {
    const order = await requireOrder(typed)
    const { paidCents } = order
    const [told, most, left] = await Promise.all([tell(db, order, language), mostOf(order), leftFor(db, order, by)])
    const { refunds } = told
    const refundedCents = sumOfRefunds(refunds) + (await sumLate(db, order.orderId))
    const isRefundable = nextState(order.state, 'refundRequested', order.previousState) !== undefined
    const isLess = most < (paidCents ?? 0) - refundedCents
    return {
      ...told,
      maxCents: most,
      stepCents: stepOf(order),
      isWholeOnly: order.purpose === WHOLE_ONLY,
      limit: !isRefundable ? 'state' : isLess ? 'used' : refundedCents > 0 ? 'refunded' : null,
      aloneCents: left,
    }
  }

  /** @throws AppError NOT_FOUND */
  async function evidenceOf(tx: Tx, typed: string, language: Language): Promise<OrderEvidence> {
    return tell(tx, await requireOrder(typed, tx), language)
  }

  async function tell(on: Db, order: Order, language: Language): Promise<OrderEvidence> {
    const { orderId } = order
    const [row, evidence, refunds, receipt] = await Promise.all([
      findOrderRow(on, { orderId, at: clock.now() }),
      findEvidence(on, orderId),
      findRefunds(on, orderId),
      findReceipt(on, orderId),
    ])
    const receiptNumber = receipt?.receiptNumber ?? null
    return { order: { ...order, ...named(row!, language), receiptNumber }, evidence, refunds }
  }

  function stepOf(order: Order): number {
    return providerOf(deps, order)?.stepCents ?? 1
  }

  /** Cents that were neither refunded nor are being refunded. */
  async function restOf({ orderId, paidCents }: Order): Promise<number> {
    return (paidCents ?? 0) - sumOfRefunds(await findRefunds(db, orderId)) - (await sumLate(db, orderId))
  }

  /** The most that the same call would refund now. */
  async function mostOf(order: Order): Promise<number> {
    const { orderId } = order
    const whole = await attempt({ orderId }, async () => undefined)
    if (whole.outcome === 'requested') return whole.refund.amountCents
    if (whole.outcome !== 'too much') return 0
    if (whole.maxCents > 0 || order.purpose === WHOLE_ONLY) return downTo(whole.maxCents, stepOf(order))
    // A month before another one is refunded in part only.
    const amountCents = (await restOf(order)) - stepOf(order)
    const part = amountCents > 0 ? await attempt({ orderId, amountCents }, async () => undefined) : undefined
    return part?.outcome === 'requested' ? amountCents : 0
  }

  /**
   * What a refund would do, by the call that would do it, undone. `look` reads it before that.
   * @throws AppError NOT_FOUND, CONFLICT, INVALID_INPUT as the refund would
   */
  async function tryRefund<T>(
    { orderId, amountCents, by }: Pick<OperatorRefund, 'orderId' | 'amountCents' | 'by'>,
    look: (tx: Tx) => Promise<T>,
  ): Promise<TriedRefund<T>> {
    const order = await requireOrder(orderId)
    const tried = await attempt({ orderId, amountCents }, look)
    const { amountCents: cents } = requested(tried, order, amountCents).refund
    const left = await leftFor(db, order, by)
    const rest = await restOf(order)
    return { amountCents: cents, isWhole: cents === rest, way: wayOf(cents, left, by.isFinance), seen: tried.seen! }
  }

  async function attempt<T>(
    { orderId, amountCents }: { orderId: string; amountCents?: number | undefined },
    look: (tx: Tx) => Promise<T>,
  ): Promise<RefundOutcome & { seen?: T }> {
    return dryRun(db, async (tx) => {
      const outcome = await refund({ orderId, amountCents, reason: 'a trial', actor: 'system' }, tx)
      return outcome.outcome === 'requested' ? { ...outcome, seen: await look(tx) } : outcome
    })
  }

  /**
   * How this operator may refund: counted under the lock of all refunds by operators, which the transaction keeps.
   * @throws AppError NOT_FOUND, CONFLICT, INVALID_INPUT where no operator may
   */
  async function approvalNeed(
    tx: Tx,
    { orderId: typed, amountCents, by }: Pick<OperatorRefund, 'orderId' | 'amountCents' | 'by'>,
  ): Promise<{ order: Order; amountCents: number; way: RefundWay; leftCents: number }> {
    await lockOperatorRefunds(tx)
    const order = await requireOrder(typed, tx)
    const trial = { orderId: order.orderId, amountCents, reason: 'a trial', actor: 'system' }
    const outcome = await dryRun(tx, (part) => refund(trial, part))
    const { amountCents: cents } = requested(outcome, order, amountCents).refund
    const leftCents = await leftFor(tx, order, by)
    return { order, amountCents: cents, way: wayOf(cents, leftCents, by.isFinance), leftCents }
  }

  /**
   * Takes back what was bought and records the refund, which a job then requests from the provider.
   * @throws AppError NOT_FOUND, CONFLICT, INVALID_INPUT; NOT_ALLOWED above the limits for who has not the role of finance
   */
  async function refundBy(tx: Tx, { by, approvedBy, ...asked }: OperatorRefund): Promise<Refund> {
    const { order, way, leftCents } = await approvalNeed(tx, { ...asked, by })
    if (way === 'finance') throw operatorRefusal({ is: 'refundNeedsFinance', leftCents })
    const { actor, operatorId } = by
    const outcome = await refund({ ...asked, orderId: order.orderId, actor, operatorId, approvedBy }, tx)
    return requested(outcome, order, asked.amountCents).refund
  }

  /** `without`: a refund that does not count. */
  async function leftFor(
    on: Db,
    { orderId, accountId, paidCurrency }: Order,
    { operatorId, without }: { operatorId: string; without?: string | undefined },
  ): Promise<number> {
    const now = clock.now()
    const sums = await sumUnapproved(on, {
      without,
      orderId,
      accountId,
      operatorId,
      accountSince: now.subtract({ hours: ACCOUNT_HOURS }),
      operatorSince: now.subtract({ hours: OPERATOR_HOURS }),
    })
    return unapprovedCents(refundLimits?.() ?? NOTHING_UNAPPROVED, sums, paidCurrency ?? '')
  }
}

/** Of a payment under review in its own currency. */
const missingOf = ({ state, amountCents, currency, paidCents, paidCurrency }: Order): number =>
  state !== 'review' || paidCents === null || paidCurrency !== currency ? 0 : Math.max(0, amountCents - paidCents)

/** Without settings every refund needs a second person. */
const NOTHING_UNAPPROVED: RefundLimits = { order: 0, account: 0, operator: 0 }

/** A gift card. */
const WHOLE_ONLY = 'giftcard'

const downTo = (cents: number, step: number): number => cents - (cents % step)

type Requested = Extract<RefundOutcome, { outcome: 'requested' }>

function requested(
  outcome: RefundOutcome,
  { orderId, purpose, orderNumber }: Order,
  amountCents: number | undefined,
): Requested {
  switch (outcome.outcome) {
    case 'requested':
      return outcome
    case 'unknown order':
      throw operatorRefusal({ is: 'paymentUnknown', orderId })
    case 'wrong state':
      throw operatorRefusal({ is: 'refundState', orderNumber, state: outcome.state })
    case 'wrong step':
      throw operatorRefusal({ is: 'refundStep', stepCents: outcome.stepCents })
    case 'too much':
      if (purpose === WHOLE_ONLY && amountCents !== undefined && outcome.maxCents === 0)
        throw operatorRefusal({ is: 'refundWhole' })
      throw operatorRefusal({ is: 'refundTooMuch', maxCents: outcome.maxCents })
  }
}
