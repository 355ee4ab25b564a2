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
import { type Booking, COMMODITY_OF, type LedgerAccount, type Lot, type LotAmount } from './ledger-model.ts'
import { findEnd, findEndable, type Moved } from './ledger.repo.ts'
import { movedCents, RESTORED_DAYS } from './ledger.rules.ts'

export type ReversedTransfer = { transferId: number; lots: LotAmount[] }

/**
 * Gives back what a transfer took, once: into its lots, or into a new one of 30 days where those have expired.
 * @throws CONFLICT when it was ended otherwise; NOT_FOUND
 */
export async function restore(
  tx: Db,
  { spendTransferId, ...booking }: Booking & { spendTransferId: number },
): Promise<ReversedTransfer> {
  return reverseTransfer(tx, { transferId: spendTransferId, kind: 'restore', booking, from: 'spend' })
}

/** Ends a hold: its amount can be spent again. @throws CONFLICT when it was captured; NOT_FOUND */
export async function releaseHold(
  tx: Db,
  { holdTransferId, ...booking }: Booking & { holdTransferId: number },
): Promise<ReversedTransfer> {
  return reverseTransfer(tx, { transferId: holdTransferId, kind: 'release', booking, from: 'hold' })
}

/**
 * Reverses a spending whose lot was charged back: what came from that lot is lost, the rest is restored.
 * @throws CONFLICT when it was ended otherwise; NOT_FOUND
 */
export async function loseSpending(
  tx: Db,
  { spendTransferId, lostLotId, ...booking }: Booking & { spendTransferId: number; lostLotId: number },
): Promise<ReversedTransfer> {
  return reverseTransfer(tx, { transferId: spendTransferId, kind: 'loss', booking, from: 'spend', lostLotId })
}

type Reversal = {
  transferId: number
  kind: string
  booking: Booking
  from: 'spend' | 'hold'
  lostLotId?: number | undefined
}

/** The other side of a transfer that can be reversed. */
const COUNTER_ACCOUNT = { spend: 'rent_revenue', hold: 'refund_hold' } as const satisfies Record<string, LedgerAccount>

async function reverseTransfer(
  tx: Db,
  { transferId, kind, booking, from, lostLotId }: Reversal,
): Promise<ReversedTransfer> {
  const { walletId } = await requireEndable(tx, { transferId, isHold: from === 'hold' })
  const described: Described = { booking, kind, payload: { lostLotId }, refersTo: transferId }
  const repeated = await findRepeated(tx, described)
  if (repeated !== undefined) return { transferId: repeated, lots: amountsOf(await movedBy(tx, repeated)) }
  await refuseEnded(tx, transferId)
  const account = COUNTER_ACCOUNT[from]
  const moved = await movedBy(tx, transferId)
  if (moved.some((one) => one.account !== account)) throw new AppError('NOT_FOUND')
  const lots: Returned[] = []
  for (const one of moved) if (one.lot.lotId !== lostLotId) lots.push(await returnTo(tx, one, booking.at))
  const lostPart = moved.find(({ lot }) => lot.lotId === lostLotId)
  const lost = -(lostPart?.amount ?? 0)
  const commodity = COMMODITY_OF[lostPart?.lot.bucket ?? 'recharged']
  const entries = [
    { account, commodity, amount: -lost },
    { account: 'dispute_loss', commodity, amount: lost },
  ] as const
  const id = await bookMovement(tx, described, { walletId, lots, account, centsAccount: account, entries })
  return { transferId: id, lots: signedAmounts(lots) }
}

type Returned = { lot: Lot; amount: number; isNew?: boolean }

/** An amount that goes back to its lot, or to a new one where that has expired. */
async function returnTo(tx: Db, { lot, amount: taken }: Moved, at: Temporal.Instant): Promise<Returned> {
  const amount = -taken
  if (Temporal.Instant.compare(lot.expiresAt, at) > 0) return { lot, amount }
  const { walletId, bucket } = lot
  const expiresAt = at.add({ hours: RESTORED_DAYS * 24 })
  const fresh = { walletId, bucket, amount, expiresAt, backingCents: -movedCents(lot, amount) }
  return { lot: await openLot(tx, fresh, at), amount, isNew: true }
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
