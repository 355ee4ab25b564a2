import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import {
  amountsOf,
  bookEntries,
  bookMovement,
  type Described,
  findRepeated,
  movedBy,
  openLot,
  requireWallet,
  signedAmounts,
} from './bookings.service.ts'
import type { Booking, Bucket, Commodity, LedgerAccount, Lot, LotAmount } from './ledger-model.ts'
import { COMMODITY_OF } from './ledger-model.ts'
import { findLots, type LockedWallet, type PurchaseRecord, updateBlocked, upsertWallet } from './ledger.repo.ts'
import { planSpending, RESTORED_DAYS, spendableLots, totalOf } from './ledger.rules.ts'

/**
 * A grant. `paidInto` receives the cents that were paid for it (`provider:paypal`); the same amount is owed as `deferred_credits` until
 * the lot is used. Without `backingCents` nothing was paid.
 */
export type Grant = Booking & {
  walletId: string
  bucket: Bucket
  amount: number
  expiresAt: Temporal.Instant
  /** `topup`, `demo`, `plan` … */
  kind: string
} & ({ backingCents?: 0; paidInto?: undefined } | { backingCents: number; paidInto: LedgerAccount })

/** `commodity`: what is spent, credits unless said otherwise. */
export type Spending = Booking & {
  walletId: string
  amount: number
  /** `rent`, `screening`. */
  kind: string
  commodity?: 'CREDIT' | 'VOUCHER' | 'TICKET'
}

/** The wallet of an account, made if there is none. @throws NOT_FOUND when the account is gone */
export async function walletOf(tx: Db, accountId: string, at: Temporal.Instant): Promise<string> {
  const walletId = await upsertWallet(tx, { accountId, at })
  if (walletId === undefined) throw new AppError('NOT_FOUND')
  return walletId
}

/** Puts a new lot into a wallet. @throws CONFLICT, NOT_FOUND */
export async function grantLot(tx: Db, grant: Grant): Promise<{ transferId: number; lotId: number }> {
  const { walletId, bucket, amount, expiresAt, kind, backingCents = 0, paidInto = 'credit_issued', ...booking } = grant
  await requireWallet(tx, walletId)
  const payload = { walletId, bucket, amount, expiresAt: expiresAt.toString(), backingCents, paidInto }
  const described: Described = { booking, kind, payload }
  const repeated = await findRepeated(tx, described)
  if (repeated !== undefined) return { transferId: repeated, lotId: (await movedBy(tx, repeated))[0]!.lot.lotId }
  const lot = await openLot(tx, { walletId, bucket, amount, expiresAt, backingCents }, booking.at)
  const lots = [{ lot, amount, isNew: true }]
  const movement = { walletId, lots, account: 'credit_issued', centsAccount: paidInto } as const
  return { transferId: await bookMovement(tx, described, movement), lotId: lot.lotId }
}

/**
 * Spends credits, vouchers or tickets, from what expires first.
 * @throws INSUFFICIENT_CREDITS, INSUFFICIENT_TICKETS, PURCHASES_BLOCKED, CONFLICT, NOT_FOUND
 */
export async function spend(tx: Db, spending: Spending): Promise<{ transferId: number; lots: LotAmount[] }> {
  const { walletId, commodity = 'CREDIT' } = spending
  const { isBlocked } = await requireWallet(tx, walletId)
  const repeated = await findRepeated(tx, describeSpending(spending))
  if (repeated !== undefined) return { transferId: repeated, lots: amountsOf(await movedBy(tx, repeated)) }
  const lots = await findLots(tx, { walletId, commodity })
  return spendFirst(tx, { walletId, isBlocked, lots }, spending)
}

/**
 * The same for a caller that holds the wallet's lock, has read its lots since, and knows that the key is new. `purchase` records what is
 * bought.
 * @throws INSUFFICIENT_CREDITS, INSUFFICIENT_TICKETS, PURCHASES_BLOCKED, CONFLICT
 */
export async function spendFirst(
  tx: Db,
  { walletId, isBlocked, lots }: LockedWallet & { lots: readonly Lot[] },
  { purchase, ...spending }: Omit<Spending, 'walletId'> & { purchase?: PurchaseRecord },
): Promise<{ transferId: number; lots: LotAmount[] }> {
  if (isBlocked) throw new AppError('PURCHASES_BLOCKED')
  const taken = takeFrom(lots, spending)
  const movement = { walletId, lots: taken, account: 'rent_revenue', centsAccount: 'rent_revenue', purchase } as const
  const transferId = await bookMovement(tx, describeSpending({ ...spending, walletId }), movement)
  return { transferId, lots: amountsOf(taken) }
}

function describeSpending({ walletId, amount, kind, commodity = 'CREDIT', ...booking }: Spending): Described {
  return { booking, kind, payload: { walletId, amount, ...(commodity !== 'CREDIT' && { commodity }) } }
}

type Taking = Pick<Spending, 'amount' | 'at' | 'commodity'>

/** Amounts that leave lots. @throws INSUFFICIENT_CREDITS, INSUFFICIENT_TICKETS */
function takeFrom(lots: readonly Lot[], { amount, at, commodity }: Taking): { lot: Lot; amount: number }[] {
  const plan = planSpending(lots, amount, at)
  if (!plan) {
    if (commodity === 'TICKET') throw new AppError('INSUFFICIENT_TICKETS', { of: 'cinema' })
    if (commodity === 'VOUCHER') throw new AppError('INSUFFICIENT_TICKETS')
    const owned = totalOf(spendableLots(lots, at).map(({ remaining }) => ({ amount: remaining })))
    throw new AppError('INSUFFICIENT_CREDITS', { needed: amount, owned })
  }
  return plan.map((part) => ({ lot: lots.find(({ lotId }) => lotId === part.lotId)!, amount: -part.amount }))
}

/**
 * Books between accounts of the service, in money or any other commodity; the amounts of each commodity add up to 0.
 * @throws CONFLICT
 */
export async function post(
  tx: Db,
  { kind, entries, ...booking }: Booking & { kind: string; entries: readonly Entry[] },
): Promise<{ transferId: number }> {
  const described: Described = { booking, kind, payload: { entries: JSON.stringify(entries) } }
  const repeated = await findRepeated(tx, described)
  return { transferId: repeated ?? (await bookEntries(tx, described, entries)) }
}

export type Entry = { account: LedgerAccount; commodity: Commodity; amount: number }

/** Stops the purchases of a wallet, or allows them again. */
export const blockPurchases = (tx: Db, block: { walletId: string; at: Temporal.Instant | null }): Promise<void> =>
  updateBlocked(tx, block)

/** A correction by an operator: a new lot, or an amount taken in the order of spending. @throws INSUFFICIENT_CREDITS, CONFLICT, NOT_FOUND */
export async function correct(
  tx: Db,
  correction: Booking & { walletId: string; bucket: Bucket; amount: number; expiresAt?: Temporal.Instant },
): Promise<{ transferId: number; lots: LotAmount[] }> {
  const { walletId, bucket, amount, expiresAt, ...booking } = correction
  await requireWallet(tx, walletId)
  const described: Described = {
    booking,
    kind: 'correction',
    payload: { walletId, bucket, amount, expiresAt: expiresAt?.toString() },
  }
  const repeated = await findRepeated(tx, described)
  if (repeated !== undefined) return { transferId: repeated, lots: signedAmounts(await movedBy(tx, repeated)) }
  const accounts = { account: 'correction', centsAccount: 'correction' } as const
  if (amount < 0) {
    const lots = (await findLots(tx, { walletId, commodity: COMMODITY_OF[bucket] })).filter(
      (lot) => lot.bucket === bucket,
    )
    const taken = takeFrom(lots, { amount: -amount, at: booking.at })
    const transferId = await bookMovement(tx, described, { walletId, lots: taken, ...accounts })
    return { transferId, lots: signedAmounts(taken) }
  }
  const end = expiresAt ?? booking.at.add({ hours: RESTORED_DAYS * 24 })
  const lot = await openLot(tx, { walletId, bucket, amount, expiresAt: end, backingCents: 0 }, booking.at)
  const lots = [{ lot, amount, isNew: true }]
  return { transferId: await bookMovement(tx, described, { walletId, lots, ...accounts }), lots: signedAmounts(lots) }
}
