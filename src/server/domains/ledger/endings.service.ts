import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import {
  amountsOf,
  bookMovement,
  type Described,
  findRepeated,
  movedBy,
  openLot,
  requireWallet,
  signedAmounts,
} from './bookings.service.ts'
import type { Booking, LedgerAccount, Lot, LotAmount } from './ledger-model.ts'
import { findEnd, findEndable } from './ledger.repo.ts'
import { movedCents, RESTORED_DAYS } from './ledger.rules.ts'

export type TakenBack = { transferId: number; lots: LotAmount[] }

/**
 * Gives back what a transfer took, once: into its lots, or into a new one of 30 days where those have expired.
 * @throws CONFLICT when it was ended otherwise; NOT_FOUND
 */
export async function restore(
  tx: Db,
  { spendTransferId, ...booking }: Booking & { spendTransferId: number },
): Promise<TakenBack> {
  return takeBack(tx, { transferId: spendTransferId, kind: 'restore', booking, from: 'spend' })
}

/** Ends a hold: its amount can be spent again. @throws CONFLICT when it was captured; NOT_FOUND */
export async function releaseHold(
  tx: Db,
  { holdTransferId, ...booking }: Booking & { holdTransferId: number },
): Promise<TakenBack> {
  return takeBack(tx, { transferId: holdTransferId, kind: 'release', booking, from: 'hold' })
}

type TakingBack = { transferId: number; kind: string; booking: Booking; from: 'spend' | 'hold' }

async function takeBack(tx: Db, { transferId, kind, booking, from }: TakingBack): Promise<TakenBack> {
  const { walletId } = await requireEndable(tx, { transferId, isHold: from === 'hold' })
  const described: Described = { booking, kind, payload: {}, refersTo: transferId }
  const repeated = await findRepeated(tx, described)
  if (repeated !== undefined) return { transferId: repeated, lots: amountsOf(await movedBy(tx, repeated)) }
  await refuseEnded(tx, transferId)
  const lots: { lot: Lot; amount: number; isNew?: boolean }[] = []
  const moved = await movedBy(tx, transferId)
  for (const { lot, amount } of moved) {
    const isExpired = Temporal.Instant.compare(lot.expiresAt, booking.at) <= 0
    if (!isExpired) lots.push({ lot, amount: -amount })
    else {
      const expiresAt = booking.at.add({ hours: RESTORED_DAYS * 24 })
      const backingCents = -movedCents(lot, -amount)
      const fresh = await openLot(
        tx,
        { walletId, bucket: lot.bucket, amount: -amount, expiresAt, backingCents },
        booking.at,
      )
      lots.push({ lot: fresh, amount: -amount, isNew: true })
    }
  }
  const account = moved[0]!.account as LedgerAccount
  const id = await bookMovement(tx, described, { walletId, lots, account, centsAccount: account })
  return { transferId: id, lots: signedAmounts(lots) }
}

/** The wallet of a transfer that can be ended, locked. @throws NOT_FOUND */
export async function requireEndable(
  tx: Db,
  { transferId, isHold }: { transferId: number; isHold: boolean },
): Promise<{ walletId: string }> {
  const found = await findEndable(tx, transferId)
  if (!found?.walletId || (found.kind === 'hold') !== isHold) throw new AppError('NOT_FOUND')
  await requireWallet(tx, found.walletId)
  return { walletId: found.walletId }
}

/** A transfer is ended once: a hold is released or captured, never both. @throws CONFLICT */
export async function refuseEnded(tx: Db, transferId: number): Promise<void> {
  if (await findEnd(tx, transferId)) throw new AppError('CONFLICT')
}
