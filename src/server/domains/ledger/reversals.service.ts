import { type Booking, COMMODITY_OF, type LedgerAccount, type Lot, type LotAmount } from './ledger-model.ts'
import type { Db } from '#server/kit/db.ts'
import { findEnd, findEndable, findHeldCents, findLot, findMoved, type Moved } from './ledger.repo.ts'
import { AppError } from '#contract/errors.ts'
import {
  amountsOf,
  bookMovement,
  type Described,
  findRepeated,
  openLot,
  requireWallet,
  signedAmounts,
  bookEntries,
} from './bookings.service.ts'
import { movedCents, RESTORED_DAYS } from './ledger.rules.ts'

type ReversedTransfer = { transferId: number; lots: LotAmount[] }

/**
 * Into its lots, or into a new one of 30 days where those have expired.
 * @throws CONFLICT when it was ended otherwise; NOT_FOUND
 */
export async function restore(
  tx: Db,
  { spendTransferId, ...booking }: Booking & { spendTransferId: number },
): Promise<ReversedTransfer> {
  return reverseTransfer(tx, { transferId: spendTransferId, kind: 'restore', booking, from: 'spend' })
}

export async function releaseCreditHold(
  tx: Db,
  { holdTransferId, ...booking }: Booking & { holdTransferId: number },
): Promise<ReversedTransfer> {
  return reverseTransfer(tx, { transferId: holdTransferId, kind: 'release', booking, from: 'hold' })
}

/**
 * Reverses a spending whose lot was charged back: what came from that lot is lost, the rest is restored.
 * @throws CONFLICT when it was ended otherwise; NOT_FOUND
 */
export async function reverseChargedBack(
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

const COUNTER_ACCOUNT = { spend: 'rent_revenue', hold: 'refund_hold' } as const satisfies Record<string, LedgerAccount>

async function reverseTransfer(
  tx: Db,
  { transferId, kind, booking, from, lostLotId }: Reversal,
): Promise<ReversedTransfer> {
  const { walletId } = await requireEndable(tx, { transferId, isHold: from === 'hold' })
  const described: Described = { booking, kind, payload: { lostLotId }, refersTo: transferId }
  const repeated = await findRepeated(tx, described)
  if (repeated !== undefined) return { transferId: repeated, lots: amountsOf(await findMoved(tx, repeated)) }
  await refuseEnded(tx, transferId)
  const account = COUNTER_ACCOUNT[from]
  const moved = await findMoved(tx, transferId)
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

async function returnTo(tx: Db, { lot, amount: taken }: Moved, at: Temporal.Instant): Promise<Returned> {
  const amount = -taken
  if (Temporal.Instant.compare(lot.expiresAt, at) > 0) return { lot, amount }
  const { walletId, bucket } = lot
  const expiresAt = at.add({ hours: RESTORED_DAYS * 24 })
  const fresh = { walletId, bucket, amount, expiresAt, backingCents: -movedCents(lot, amount) }
  return { lot: await openLot(tx, fresh, at), amount, isNew: true }
}

async function requireEndable(
  tx: Db,
  { transferId, isHold }: { transferId: number; isHold: boolean },
): Promise<{ walletId: string }> {
  const found = await findEndable(tx, transferId)
  if (!found?.walletId || (found.kind === 'hold') !== isHold) throw new AppError('NOT_FOUND')
  await requireWallet(tx, found.walletId)
  return { walletId: found.walletId }
}

/** A transfer is ended once: a hold is released or captured, never both. @throws CONFLICT */
async function refuseEnded(tx: Db, transferId: number): Promise<void> {
  if (await findEnd(tx, transferId)) throw new AppError('CONFLICT')
}

/**
 * Sets a part of a lot aside, all that is left by default, before its money is refunded.
 * @returns the amount, and the cents that were paid for it
 * @throws CONFLICT when less is left, or nothing; NOT_FOUND
 */
export async function placeCreditHold(
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
  const [moved] = await findMoved(tx, transferId)
  return { transferId, amount: -moved!.amount, cents: await findHeldCents(tx, transferId) }
}

/**
 * Ends a hold whose money was refunded: `paidFrom` has paid `cents`.
 * @throws CONFLICT when it was released; NOT_FOUND
 */
export async function captureCreditHold(
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

type Removal = 'forfeit' | 'void' | 'clawback'
const REMOVED_TO = {
  forfeit: 'forfeited',
  void: 'voided',
  clawback: 'dispute_loss',
} as const satisfies Record<Removal, LedgerAccount>

/** @returns the amount, 0 for an empty lot, which books nothing. @throws CONFLICT, NOT_FOUND */
export async function removeLot(
  tx: Db,
  { lotId, kind, ...booking }: Booking & { lotId: number; kind: Removal },
): Promise<{ transferId: number | undefined; amount: number }> {
  const { walletId } = await requireLot(tx, lotId)
  await requireWallet(tx, walletId)
  const described: Described = { booking, kind, payload: { lotId } }
  const repeated = await findRepeated(tx, described)
  if (repeated !== undefined) return { transferId: repeated, amount: -(await findMoved(tx, repeated))[0]!.amount }
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
