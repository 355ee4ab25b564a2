import { type Db, inTransaction } from '#server/kit/db.ts'
import type { Worker } from '../domain-module.ts'
import type { ScreeningsDeps } from './ports.ts'
import type { Screening } from './screenings-model.ts'
import { lockScreening, updateScreening, findPaidFrom, findUnplayable } from './screenings.repo.ts'
import { bookOrder, lockWallet, reverseChargedBack, restore, blockPurchases, walletOf } from '../ledger/index.ts'
import type { PaidOrder, ProductRefund, Refund } from '../payments/index.ts'
import { nextState, restOf } from './screenings.rules.ts'
import { moveSeats } from './slots.repo.ts'

/** A whole refund ends the screening. */
export function createScreeningRefunds({ clock }: Pick<ScreeningsDeps, 'clock'>) {
  return { beforeRefund, refundFailed, refunded, chargedBack }

  async function beforeRefund(tx: Db, { orderId }: PaidOrder, { refundId, amountCents }: Refund) {
    const screening = await requireScreening(tx, orderId)
    if (restOf(screening) < amountCents) return { maxCents: restOf(screening) }
    const step = { orderId, step: `hold:${refundId}`, cents: amountCents, at: clock.now() }
    await bookOrder(tx, { kind: 'screening', ...step, from: 'screening_revenue', to: 'refund_hold' })
    return undefined
  }

  async function refundFailed(tx: Db, { orderId }: PaidOrder, { refundId, amountCents }: Refund): Promise<void> {
    const step = { orderId, step: `release:${refundId}`, cents: amountCents, at: clock.now() }
    await bookOrder(tx, { kind: 'screening', ...step, from: 'refund_hold', to: 'screening_revenue' })
  }

  async function refunded(tx: Db, { orderId }: PaidOrder, refund: ProductRefund): Promise<void> {
    const { refundId, amountCents, isWhole } = refund
    const screening = await requireScreening(tx, orderId)
    const refundedCents = screening.refundedCents + amountCents
    await updateScreening(tx, screening.screeningId, { refundedCents })
    if (isWhole) await voidScreening(tx, screening, { at: clock.now() })
    const step = { orderId, step: `capture:${refundId}`, cents: amountCents, at: clock.now() }
    await bookOrder(tx, { kind: 'screening', ...step, from: 'refund_hold', to: 'payments_received' })
  }

  /** The buyer's purchases stop until an operator allows them again. */
  async function chargedBack(tx: Db, { orderId, accountId }: PaidOrder): Promise<void> {
    const screening = await requireScreening(tx, orderId)
    const at = clock.now()
    await voidScreening(tx, screening, { at })
    const step = { orderId, step: 'charged back', cents: restOf(screening), at }
    await bookOrder(tx, { kind: 'screening', ...step, from: 'screening_revenue', to: 'dispute_loss' })
    if (accountId) await blockPurchases(tx, { walletId: await walletOf(tx, accountId, at), at })
  }
}

/** Its seats are sold again while it is unwatched. */
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

/** @throws when the order has none that was paid */
async function requireScreening(tx: Db, orderId: string): Promise<Screening> {
  const screening = await lockScreening(tx, { orderId })
  if (screening?.paidCents == null) throw new Error(`no screening of order ${orderId}`)
  return screening
}

export function createScreeningVoids({ db, clock, payments }: ScreeningsDeps) {
  return { refundUnplayable, voidPaidFrom }

  async function refundUnplayable({ log }: Pick<Worker, 'log'>): Promise<void> {
    for (const screening of await findUnplayable(db, { now: clock.now() })) {
      const { screeningId, orderId } = screening
      try {
        if (orderId === null) await inTransaction(db, (tx) => returnSpending(tx, screening))
        else await payments.refund({ orderId, reason: 'the title cannot be played', actor: 'system' })
      } catch (error) {
        log.error({ err: error, screeningId }, 'screening refund failed')
      }
    }
  }

  async function returnSpending(tx: Db, { screeningId, accountId, transferId }: Screening): Promise<void> {
    if (accountId === null || transferId === null) return
    await lockWallet(tx, { accountId })
    const at = clock.now()
    // Another node may have returned it, or the title may be back.
    const screening = await lockScreening(tx, { screeningId })
    if (!screening || (await findUnplayable(tx, { now: at, screeningId })).length === 0) return
    const booking = { idempotencyKey: `void:${screeningId}`, actor: 'system', subject: screening.programId, at }
    const reason = 'the title cannot be played'
    const returned = await restore(tx, { ...booking, spendTransferId: transferId, reason })
    await voidScreening(tx, screening, { at, transferId: returned.transferId })
  }

  /** Credits of other lots are restored. */
  async function voidPaidFrom(tx: Db, { lotId, reason }: { lotId: number; reason: string }): Promise<void> {
    const at = clock.now()
    for (const { screeningId, programId: subject, transferId } of await findPaidFrom(tx, { lotId, now: at })) {
      const screening = await lockScreening(tx, { screeningId })
      if (screening?.state !== 'valid' || transferId === null) continue
      const booking = { idempotencyKey: `void:${screeningId}`, actor: 'system', subject, reason, at }
      const lost = await reverseChargedBack(tx, { ...booking, spendTransferId: transferId, lostLotId: lotId })
      await voidScreening(tx, screening, { at, transferId: lost.transferId })
    }
  }
}
