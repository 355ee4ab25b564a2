import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import { bookEntries, bookMovement, type Described, findRepeated, movedBy, requireWallet } from './bookings.service.ts'
import { refuseEnded, requireEndable } from './endings.service.ts'
import type { Booking, LedgerAccount, Lot } from './ledger-model.ts'
import { findHeldCents, findLot } from './ledger.repo.ts'
import { movedCents } from './ledger.rules.ts'

/**
 * Sets a part of a lot aside, all that is left by default, before its money is refunded.
 * @returns the amount, and the cents that were paid for it
 * @throws CONFLICT when less is left, or nothing; NOT_FOUND
 */
export async function holdLot(
  tx: Db,
  { lotId, amount, ...booking }: Booking & { lotId: number; amount?: number },
): Promise<{ transferId: number; amount: number; cents: number }> {
  const { walletId } = await requireLot(tx, lotId)
  await requireWallet(tx, walletId)
  const described: Described = { booking, kind: 'hold', payload: { lotId, amount } }
  const repeated = await findRepeated(tx, described)
  if (repeated !== undefined) return heldBy(tx, repeated)
  const lot = await requireLot(tx, lotId)
  const held = amount ?? lot.remaining
  const isExpired = Temporal.Instant.compare(lot.expiresAt, booking.at) <= 0
  if (held === 0 || held > lot.remaining || isExpired) throw new AppError('CONFLICT')
  const movement = {
    walletId,
    lots: [{ lot, amount: -held }],
    account: 'refund_hold',
    centsAccount: 'refund_hold',
  } as const
  return { transferId: await bookMovement(tx, described, movement), amount: held, cents: movedCents(lot, -held) }
}

async function heldBy(tx: Db, transferId: number): Promise<{ transferId: number; amount: number; cents: number }> {
  const [moved] = await movedBy(tx, transferId)
  return { transferId, amount: -moved!.amount, cents: await findHeldCents(tx, transferId) }
}

/**
 * Ends a hold whose money was refunded: `paidFrom` has paid `cents`.
 * @throws CONFLICT when it was released; NOT_FOUND
 */
export async function captureHold(
  tx: Db,
  {
    holdTransferId,
    paidFrom,
    cents,
    ...booking
  }: Booking & { holdTransferId: number; paidFrom: LedgerAccount; cents: number },
): Promise<{ transferId: number }> {
  await requireEndable(tx, { transferId: holdTransferId, isHold: true })
  const described: Described = { booking, kind: 'capture', payload: { paidFrom, cents }, refersTo: holdTransferId }
  const repeated = await findRepeated(tx, described)
  if (repeated !== undefined) return { transferId: repeated }
  await refuseEnded(tx, holdTransferId)
  const hold = await heldBy(tx, holdTransferId)
  const transferId = await bookEntries(tx, described, [
    { account: 'refund_hold', commodity: 'CREDIT', amount: -hold.amount },
    { account: 'refunded', commodity: 'CREDIT', amount: hold.amount },
    { account: 'refund_hold', commodity: 'HKD_CENT', amount: hold.cents },
    { account: paidFrom, commodity: 'HKD_CENT', amount: -cents },
    { account: 'refunded', commodity: 'HKD_CENT', amount: cents - hold.cents },
  ])
  return { transferId }
}

/** Where the remainder of a lot goes: a plan's end forfeits, an operator voids, a chargeback is a loss. */
export type Removal = 'forfeit' | 'void' | 'clawback'
const REMOVED_TO = {
  forfeit: 'forfeited',
  void: 'voided',
  clawback: 'dispute_loss',
} as const satisfies Record<Removal, LedgerAccount>

/** Takes what is left of a lot. @returns the amount, 0 for an empty lot, which books nothing. @throws CONFLICT, NOT_FOUND */
export async function removeLot(
  tx: Db,
  { lotId, kind, ...booking }: Booking & { lotId: number; kind: Removal },
): Promise<{ transferId: number | undefined; amount: number }> {
  const { walletId } = await requireLot(tx, lotId)
  await requireWallet(tx, walletId)
  const described: Described = { booking, kind, payload: { lotId } }
  const repeated = await findRepeated(tx, described)
  if (repeated !== undefined) return { transferId: repeated, amount: -(await movedBy(tx, repeated))[0]!.amount }
  const lot = await requireLot(tx, lotId)
  if (lot.remaining === 0) return { transferId: undefined, amount: 0 }
  const account = REMOVED_TO[kind]
  const movement = { walletId, lots: [{ lot, amount: -lot.remaining }], account, centsAccount: account }
  return { transferId: await bookMovement(tx, described, movement), amount: lot.remaining }
}

/** @throws NOT_FOUND */
async function requireLot(tx: Db, lotId: number): Promise<Lot> {
  const lot = await findLot(tx, lotId)
  if (!lot) throw new AppError('NOT_FOUND')
  return lot
}
