import type { Db } from '#server/kit/db.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { findLate, insertEvidence } from './evidence.repo.ts'
import { nextLateQuery, type PaidOrder, type Refund } from './payment-orders.rules.ts'
import type { PaymentsDeps, RefundReport } from './ports.ts'
import { updateRefund } from './refunds.repo.ts'

export type Application = { order: PaidOrder; refund: Refund; report: RefundReport }

export async function followLate(deps: PaymentsDeps, tx: Db, late: Application): Promise<void> {
  const { refund, report } = late
  await recordLate(deps, tx, late)
  const isKnown = refund.state !== 'failed' || report.state === 'succeeded'
  const next = isKnown ? null : nextLateQuery(refund.finishedAt!, deps.clock.now())
  await updateRefund(tx, refund.refundId, { late_query_at: next })
}

/** The provider carried out a refund, or a part of it, after it was settled as refused: what was bought has been given again. */
async function recordLate(deps: PaymentsDeps, tx: Db, { order, refund, report }: Application): Promise<void> {
  if (refund.state !== 'failed') return
  const { orderId, state, accountId, kind } = order
  const { refundId, currency } = refund
  const first = referenceOf(report) ?? refund.providerReference ?? refundId
  const known = (await findLate(tx, orderId)).filter(
    ({ reference }) => reference === first || reference.startsWith(`${first}/`),
  )
  const amountCents = carriedOut(refund, report) - known.reduce((sum, late) => sum + late.amountCents, 0)
  if (amountCents <= 0) return
  // Each part is a case of its own.
  const reference = known.length === 0 ? first : `${first}/${known.length + 1}`
  const paid = { amountCents, currency, paymentReference: reference }
  const at = deps.clock.now()
  await insertEvidence(tx, orderId, { source: 'refund', event: 'refundedLate', from: state, to: state, at, paid })
  const part = `${refundId}/${known.length + 1}`
  const movement = { orderId, refundId: part, accountId, kind, amountCents, currency, at }
  // What was never delivered is still owed to its payer.
  if (order.deliveredAt) await deps.money.returnedLate(tx, movement)
  else await deps.money.returned(tx, movement)
  deps.log.error({ orderId, refundId, reference }, 'a refund that had failed was carried out')
}

const referenceOf = (report: RefundReport): string | null =>
  'providerReference' in report ? report.providerReference : null

function carriedOut({ amountCents }: Refund, report: RefundReport): number {
  if (report.state === 'succeeded') return amountCents
  return report.state === 'awaiting_claim' ? (report.claimedCents ?? 0) : 0
}

/** @throws AppError CONFLICT for a refund of which its payer has a part: it was not refused */
export function refuseClaimed({ claimedCents }: Pick<Refund, 'claimedCents'>): void {
  if (claimedCents > 0) throw operatorRefusal({ is: 'refundClaimed', claimedCents })
}
