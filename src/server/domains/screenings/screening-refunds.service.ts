import type { Db } from '#server/kit/db.ts'
import { blockPurchases, walletOf } from '../ledger/index.ts'
import type { PaidOrder, Refund } from '../payments/index.ts'
import { bookScreening } from './screening-bookings.service.ts'
import type { ScreeningsDeps } from './screenings-deps.ts'
import type { Screening } from './screenings-model.ts'
import { nextState, restOf } from './screenings.rules.ts'
import { lockScreening, updateScreening } from './screenings.repo.ts'
import { moveSeats } from './slots.repo.ts'

/** Returns money for screenings, all or a part. What is returned whole is taken back, and nobody can watch it any more. */
export function createScreeningRefunds({ clock }: Pick<ScreeningsDeps, 'clock'>) {
  return { beforeRefund, refundFailed, refunded, chargedBack }

  async function beforeRefund(tx: Db, { orderId }: PaidOrder, { refundId, amountCents }: Refund) {
    const screening = await requireScreening(tx, orderId)
    if (restOf(screening) < amountCents) return { maxCents: restOf(screening) }
    const step = { orderId, step: `hold:${refundId}`, cents: amountCents, at: clock.now() }
    await bookScreening(tx, { ...step, from: 'screening_revenue', to: 'refund_hold' })
    return undefined
  }

  async function refundFailed(tx: Db, { orderId }: PaidOrder, { refundId, amountCents }: Refund): Promise<void> {
    const step = { orderId, step: `release:${refundId}`, cents: amountCents, at: clock.now() }
    await bookScreening(tx, { ...step, from: 'refund_hold', to: 'screening_revenue' })
  }

  async function refunded(tx: Db, { orderId }: PaidOrder, { refundId, amountCents }: Refund): Promise<void> {
    const screening = await requireScreening(tx, orderId)
    const refundedCents = screening.refundedCents + amountCents
    await updateScreening(tx, screening.screeningId, { refundedCents })
    if (refundedCents === screening.paidCents) await voidScreening(tx, screening, { at: clock.now() })
    const step = { orderId, step: `capture:${refundId}`, cents: amountCents, at: clock.now() }
    await bookScreening(tx, { ...step, from: 'refund_hold', to: 'payments_received' })
  }

  /** The buyer's purchases stop until an operator allows them again. */
  async function chargedBack(tx: Db, { orderId, accountId }: PaidOrder): Promise<void> {
    const screening = await requireScreening(tx, orderId)
    const at = clock.now()
    await voidScreening(tx, screening, { at })
    const step = { orderId, step: 'charged back', cents: restOf(screening), at }
    await bookScreening(tx, { ...step, from: 'screening_revenue', to: 'dispute_loss' })
    if (accountId) await blockPurchases(tx, { walletId: await walletOf(tx, accountId, at), at })
  }
}

/** Takes a locked screening back. Its seats are sold again while nobody has watched it. */
export async function voidScreening(
  tx: Db,
  screening: Screening,
  { at, transferId }: { at: Temporal.Instant; transferId?: number },
): Promise<void> {
  const state = nextState(screening.state, 'voided')
  if (!state) return
  const { screeningId, slotId, seats, startsAt } = screening
  await updateScreening(tx, screeningId, { state, voidedAt: at, ...(transferId && { voidTransferId: transferId }) })
  if (Temporal.Instant.compare(at, startsAt) < 0) await moveSeats(tx, { move: 'giveBack', slotId, seats })
}

/** Locks a screening that was paid. @throws when there is none */
async function requireScreening(tx: Db, orderId: string): Promise<Screening> {
  const screening = await lockScreening(tx, { orderId })
  if (screening?.paidCents == null) throw new Error(`no screening of order ${orderId}`)
  return screening
}
