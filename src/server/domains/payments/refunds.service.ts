import { type Db, inTransaction } from '#server/kit/db.ts'
import { nextRefundQuery, sumOfRefunds } from './payment-orders.rules.ts'
import { findOrder, lockOrder } from './payment-orders.repo.ts'
import { type PaymentsDeps, providerOf } from './payments-deps.ts'
import type { Order, PaidOrder, Refund } from './payments-model.ts'
import type { RefundReport } from './ports.ts'
import { fail, succeed } from './refund-outcomes.service.ts'
import { createRefundSplits } from './refund-splits.service.ts'
import { findRefund, findRefunds, findRefundsAtProvider, leaseDueRefunds, updateRefund } from './refunds.repo.ts'

const BATCH = 8
const LEASE = { minutes: 2 } as const

/** Carries out the refunds that were requested: asks the provider until it says yes or no. */
export function createRefunds(deps: PaymentsDeps) {
  const { db, clock, log } = deps
  const { split } = createRefundSplits(deps)
  return { refundDue, settle }

  /** Asks the providers for every refund that is due. Any number of nodes may do so at once. */
  async function refundDue(): Promise<void> {
    for (;;) {
      const now = clock.now()
      const refunds = await leaseDueRefunds(db, { now, until: now.add(LEASE), limit: BATCH })
      await Promise.all(refunds.map(refundOne))
      if (refunds.length < BATCH) return
    }
  }

  /** A refund that fails on our side is repeated after its lease. */
  async function refundOne(refund: Refund): Promise<void> {
    try {
      const order = await findOrder(db, refund.orderId)
      const report = order && (await reportOf(deps, order, refund))
      if (!report) return
      if (!(await split(refund.refundId, report))) await apply(refund.refundId, report)
    } catch (error) {
      log.error({ err: error, refundId: refund.refundId }, 'refund not carried out')
    }
  }

  /** What an operator has found out about a refund that is in doubt. Joins the transaction `on`. @returns false when the order has none */
  async function settle({ orderId, as, reason }: RefundFinding, on: Db = db): Promise<boolean> {
    return inTransaction(on, async (tx) => {
      const order = (await lockOrder(tx, orderId)) as PaidOrder | undefined
      const refund = (await findRefunds(tx, orderId)).find(isInDoubt)
      if (!order || !refund) return false
      const { providerReference } = refund
      const report: RefundReport =
        as === 'refunded' ? { state: 'succeeded', providerReference } : { state: 'refused', reason }
      await applyIn(tx, { order, refund, report })
      return true
    })
  }

  /** Applies what the provider said, under the order's lock. */
  async function apply(refundId: string, report: RefundReport): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const found = await findRefund(tx, refundId)
      const order = found && ((await lockOrder(tx, found.orderId)) as PaidOrder)
      const refund = await findRefund(tx, refundId)
      if (!order || !refund || refund.finishedAt) return
      await applyIn(tx, { order, refund, report })
    })
  }

  type Application = { order: PaidOrder; refund: Refund; report: RefundReport }

  /** The order is locked. */
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

/**
 * Asks the provider.
 * @returns undefined while an earlier refund of another payment for the same order runs: one provider tells them apart by their sums only
 */
async function reportOf(deps: PaymentsDeps, order: Order, refund: Refund): Promise<RefundReport | undefined> {
  const { db, clock } = deps
  const provider = providerOf(deps, order)
  const { paymentReference } = order
  if (!provider || !paymentReference) return { state: 'unknown', reason: 'the provider is not configured' }
  const orderId = order.secondOf ?? order.orderId
  const others = (await findRefundsAtProvider(db, orderId)).filter(({ refundId }) => refundId !== refund.refundId)
  if (others.some((one) => one.finishedAt === null && isEarlier(one, refund))) return undefined
  return provider.refund({ ...refund, ...contextOf(order, refund, others), orderId, paymentReference, at: clock.now() })
}

/** What a provider needs to know of the order and its other refunds. */
function contextOf({ purpose }: Order, { providerReference }: Refund, others: readonly Refund[]) {
  const parts = others.filter((one) => providerReference !== null && one.providerReference === providerReference)
  return {
    isRenewal: purpose === 'renewal',
    refundedCents: sumOfRefunds(others),
    claimedCents: sumOfRefunds(parts),
  }
}

function isEarlier(one: Refund, other: Refund): boolean {
  const order = Temporal.Instant.compare(one.requestedAt, other.requestedAt)
  return order < 0 || (order === 0 && one.refundId < other.refundId)
}

export type RefundFinding = { orderId: string; as: 'refunded' | 'refused'; reason: string }

const isInDoubt = ({ finishedAt, problem }: Refund): boolean => finishedAt === null && problem !== null

type Doubtful = Extract<RefundReport, { state: 'unknown' }>
const isDoubtful = (report: RefundReport): report is Doubtful =>
  report.state === 'unknown' && report.isDoubtful === true

/** What a report of a running refund changes: what the provider knows is in doubt no more. */
function progressOf(report: RefundReport) {
  if (isDoubtful(report)) return { problem: report.reason }
  if (report.state !== 'pending' && report.state !== 'awaiting_claim') return {}
  const { state, providerReference: provider_reference } = report
  const claim_url = report.state === 'awaiting_claim' ? (report.claimUrl ?? null) : null
  return { state, provider_reference, claim_url, problem: null }
}

type Claim = { order: PaidOrder; refund: Refund }

async function tellClaim({ messages }: PaymentsDeps, tx: Db, { order, refund: { amountCents } }: Claim): Promise<void> {
  const { accountId, item } = order
  if (accountId) await messages.post(tx, { accountId, template: 'refundToClaim', params: { item, amountCents } })
}
