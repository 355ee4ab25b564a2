import type { Db } from '#server/kit/db.ts'
import { noteNumberOf, receiptNumberOf } from './payment-ids.rules.ts'
import { nextRefundQuery, nextState, sumOfRefunds } from './payment-orders.rules.ts'
import { findOrder, lockOrder } from './payment-orders.repo.ts'
import { type PaymentsDeps, providerOf, purposeOf } from './payments-deps.ts'
import type { Order, PaidOrder, Refund } from './payments-model.ts'
import type { RefundReport } from './ports.ts'
import { moveByRefund } from './refund-requests.service.ts'
import { findRefund, findRefunds, leaseDueRefunds, updateRefund } from './refunds.repo.ts'

const BATCH = 8
const LEASE = { minutes: 2 } as const

/** Carries out the refunds that were requested: asks the provider until it says yes or no. */
export function createRefunds(deps: PaymentsDeps) {
  const { db, clock, log } = deps
  return { refundDue }

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
      const provider = order && providerOf(deps, order)
      const paymentReference = order?.paymentReference
      const report: RefundReport =
        provider && paymentReference
          ? await provider.refund({ ...refund, ...(await contextOf(order, refund)), paymentReference })
          : { state: 'unknown', reason: 'the provider is not configured' }
      await apply(refund.refundId, report)
    } catch (error) {
      log.error({ err: error, refundId: refund.refundId }, 'refund not carried out')
    }
  }

  /** Applies what the provider said, under the order's lock. */
  async function apply(refundId: string, report: RefundReport): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const found = await findRefund(tx, refundId)
      const order = found && ((await lockOrder(tx, found.orderId)) as PaidOrder)
      const refund = await findRefund(tx, refundId)
      if (!order || !refund || refund.finishedAt) return
      if (report.state === 'succeeded') await succeed(deps, tx, { order, refund, reference: report.providerReference })
      else if (report.state === 'refused') await fail(deps, tx, { order, refund, to: 'failed', problem: report.reason })
      else if (report.state === 'returned')
        await fail(deps, tx, { order, refund, to: 'returned', problem: report.reason })
      else {
        if (report.state === 'awaiting_claim' && refund.state !== 'awaiting_claim')
          await tellClaim(deps, tx, { order, refund })
        await updateRefund(tx, refundId, {
          ...progressOf(report),
          queries: refund.queries + 1,
          query_due_at: nextRefundQuery(refund.queries, clock.now()),
        })
      }
    })
  }

  /** What a provider needs to know of the order and its other refunds. */
  async function contextOf({ orderId, purpose }: Order, { refundId }: Refund) {
    const others = (await findRefunds(db, orderId)).filter((one) => one.refundId !== refundId)
    return {
      isRenewal: purpose === 'renewal',
      refundedCents: sumOfRefunds(others),
      at: clock.now(),
    }
  }
}

/** What a report of a running refund changes. */
function progressOf(report: RefundReport) {
  if (report.state !== 'pending' && report.state !== 'awaiting_claim') return {}
  const { state, providerReference: provider_reference } = report
  return { state, provider_reference, claim_url: report.state === 'awaiting_claim' ? (report.claimUrl ?? null) : null }
}

type Claim = { order: PaidOrder; refund: Refund }

async function tellClaim({ messages }: PaymentsDeps, tx: Db, { order, refund: { amountCents } }: Claim): Promise<void> {
  const { accountId, item } = order
  if (accountId) await messages.post(tx, { accountId, template: 'refundToClaim', params: { item, amountCents } })
}

type Success = { order: PaidOrder; refund: Refund; reference: string | null }

async function succeed(deps: PaymentsDeps, tx: Db, { order, refund, reference }: Success): Promise<void> {
  const { clock, money, messages } = deps
  const { orderId, accountId, kind, item } = order
  const { refundId, amountCents, currency, ordinal } = refund
  const at = clock.now()
  const note_number = noteNumberOf(receiptNumberOf(orderId, order.paidAt), ordinal)
  const finished = { finished_at: at, query_due_at: null, provider_reference: reference, claim_url: null }
  const done = await updateRefund(tx, refundId, { ...finished, state: 'succeeded', note_number })
  const isWhole = sumOfRefunds(await findRefunds(tx, orderId)) === order.paidCents
  const event = isWhole ? 'refundedWhole' : 'refundedInPart'
  const to = nextState(order.state, event, order.previousState)
  if (to) await moveByRefund(tx, order, { event, to, at })
  if (order.deliveredAt) await purposeOf(deps, order.purpose).refunded(tx, order, done)
  await money.returned(tx, { orderId, refundId, accountId, kind, amountCents, currency, at })
  if (accountId) await messages.post(tx, { accountId, template: 'paymentRefunded', params: { item, amountCents } })
}

type Failure = { order: PaidOrder; refund: Refund; to: 'failed' | 'returned'; problem: string }

async function fail(deps: PaymentsDeps, tx: Db, { order, refund, to, problem }: Failure): Promise<void> {
  const { clock, log } = deps
  const at = clock.now()
  const { refundId, orderId } = refund
  const finished = { finished_at: at, query_due_at: null }
  const failed = await updateRefund(tx, refundId, { ...finished, state: to, problem, claim_url: null })
  const next = nextState(order.state, 'refundFailed', order.previousState)
  if (next) await moveByRefund(tx, order, { event: 'refundFailed', to: next, at })
  if (order.deliveredAt) await purposeOf(deps, order.purpose).refundFailed(tx, order, failed)
  log.error(
    { orderId, refundId, problem },
    to === 'failed' ? 'the provider refused a refund' : 'a refund was not claimed',
  )
}
