import { AppError } from '#contract/errors.ts'
import type { OperatorProblem } from '#contract/operator-problems.ts'
import type { Db } from '#server/kit/db.ts'
import {
  type Booking,
  type Bucket,
  type Commodity,
  type LedgerAccount,
  type Lot,
  type LotAmount,
  COMMODITY_OF,
} from './ledger-model.ts'
import {
  findByKey,
  findMoved,
  insertLot,
  insertTransfer,
  lockWallet,
  findLots,
  type LockedWallet,
  updateBlocked,
  upsertWallet,
} from './ledger.repo.ts'
import {
  byBucket,
  movedCents,
  payloadHash,
  planSpending,
  RESTORED_DAYS,
  spendableLots,
  totalOf,
} from './ledger.rules.ts'

/**
 * `paidInto` receives the cents that were paid; the same amount is owed as `deferred_credits` until the lot is used. Without `backingCents`
 * nothing was paid.
 */
type LotCredit = Booking & {
  walletId: string
  bucket: Bucket
  amount: number
  expiresAt: Temporal.Instant
  kind: string
} & ({ backingCents?: 0; paidInto?: undefined } | { backingCents: number; paidInto: LedgerAccount })

type Spending = Booking & {
  walletId: string
  amount: number
  kind: string
  /** Credits by default. */
  commodity?: 'CREDIT' | 'VOUCHER' | 'TICKET'
}

/** Created if there is none. @throws NOT_FOUND when the account is gone */
export async function walletOf(tx: Db, accountId: string, at: Temporal.Instant): Promise<string> {
  const walletId = await upsertWallet(tx, { accountId, at })
  if (walletId === undefined) throw new AppError('NOT_FOUND')
  return walletId
}

export async function creditLot(tx: Db, credit: LotCredit): Promise<{ transferId: number; lotId: number }> {
  const { walletId, bucket, amount, expiresAt, kind, backingCents = 0, paidInto = 'credit_issued', ...booking } = credit
  await requireWallet(tx, walletId)
  const payload = { walletId, bucket, amount, expiresAt: expiresAt.toString(), backingCents, paidInto }
  const described: Described = { booking, kind, payload }
  const repeated = await findRepeated(tx, described)
  if (repeated !== undefined) return { transferId: repeated, lotId: (await findMoved(tx, repeated))[0]!.lot.lotId }
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
  if (repeated !== undefined) return { transferId: repeated, lots: amountsOf(await findMoved(tx, repeated)) }
  const lots = await findLots(tx, { walletId, commodity })
  return spendLocked(tx, { walletId, isBlocked, lots }, spending)
}

/** For a caller that holds the wallet's lock, has read its lots since, and knows that the key is new. @throws as `spend` */
export async function spendLocked(
  tx: Db,
  { walletId, isBlocked, lots }: LockedWallet & { lots: readonly Lot[] },
  spending: Omit<Spending, 'walletId'>,
): Promise<{ transferId: number; lots: LotAmount[] }> {
  if (isBlocked) throw new AppError('PURCHASES_BLOCKED')
  const taken = takeFrom(lots, spending)
  const movement = { walletId, lots: taken, account: 'rent_revenue', centsAccount: 'rent_revenue' } as const
  const transferId = await bookMovement(tx, describeSpending({ ...spending, walletId }), movement)
  return { transferId, lots: amountsOf(taken) }
}

function describeSpending({ walletId, amount, kind, commodity = 'CREDIT', ...booking }: Spending): Described {
  return { booking, kind, payload: { walletId, amount, ...(commodity !== 'CREDIT' && { commodity }) } }
}

type Taking = Pick<Spending, 'amount' | 'at' | 'commodity'> & { problem?: OperatorProblem }

function takeFrom(lots: readonly Lot[], { amount, at, commodity, problem }: Taking): { lot: Lot; amount: number }[] {
  const plan = planSpending(lots, amount, at)
  if (!plan) {
    if (commodity === 'TICKET') throw new AppError('INSUFFICIENT_TICKETS', { of: 'cinema' })
    if (commodity === 'VOUCHER') throw new AppError('INSUFFICIENT_TICKETS')
    const owned = totalOf(spendableLots(lots, at).map(({ remaining }) => ({ amount: remaining })))
    throw new AppError('INSUFFICIENT_CREDITS', { needed: amount, owned, problem })
  }
  return plan.map((part) => ({ lot: lots.find(({ lotId }) => lotId === part.lotId)!, amount: -part.amount }))
}

/** Books between accounts of the service; the amounts of each commodity add up to 0. @throws CONFLICT */
export async function post(
  tx: Db,
  { kind, entries, ...booking }: Booking & { kind: string; entries: readonly Entry[] },
): Promise<{ transferId: number }> {
  const described: Described = { booking, kind, payload: { entries: JSON.stringify(entries) } }
  const repeated = await findRepeated(tx, described)
  return { transferId: repeated ?? (await bookEntries(tx, described, entries)) }
}

type Entry = { account: LedgerAccount; commodity: Commodity; amount: number }

interface OrderStep {
  readonly kind: 'sale' | 'screening' | 'gift_card'
  readonly orderId: string
  /** Once for each order. */
  readonly step: string
  readonly cents: number
  readonly from: LedgerAccount
  readonly to: LedgerAccount
  readonly at: Temporal.Instant
}

/** Moves the money of an order from one of the service's accounts to another. */
export async function bookOrder(tx: Db, { kind, orderId, step, cents, from, to, at }: OrderStep): Promise<void> {
  if (cents === 0) return
  await post(tx, {
    kind,
    entries: [
      { account: from, commodity: 'HKD_CENT', amount: cents },
      { account: to, commodity: 'HKD_CENT', amount: -cents },
    ],
    idempotencyKey: `${kind.replace('_', ' ')} ${step}:${orderId}`,
    actor: 'system',
    subject: orderId,
    at,
  })
}

export const blockPurchases = (tx: Db, block: { walletId: string; at: Temporal.Instant | null }): Promise<void> =>
  updateBlocked(tx, block)

/** A new lot, or an amount taken in the order of spending. @throws INSUFFICIENT_CREDITS, CONFLICT, NOT_FOUND */
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
  const repeated = await findRepeated(tx, described, { is: 'correctionKeyUsed' })
  if (repeated !== undefined) return { transferId: repeated, lots: signedAmounts(await findMoved(tx, repeated)) }
  const accounts = { account: 'correction', centsAccount: 'correction' } as const
  if (amount < 0) {
    const lots = (await findLots(tx, { walletId, commodity: COMMODITY_OF[bucket] })).filter(
      (lot) => lot.bucket === bucket,
    )
    const taken = takeFrom(lots, { amount: -amount, at: booking.at, problem: { is: 'correctionTooLarge' } })
    const transferId = await bookMovement(tx, described, { walletId, lots: taken, ...accounts })
    return { transferId, lots: signedAmounts(taken) }
  }
  const end = expiresAt ?? booking.at.add({ hours: RESTORED_DAYS * 24 })
  const lot = await openLot(tx, { walletId, bucket, amount, expiresAt: end, backingCents: 0 }, booking.at)
  const lots = [{ lot, amount, isNew: true }]
  return { transferId: await bookMovement(tx, described, { walletId, lots, ...accounts }), lots: signedAmounts(lots) }
}

export type Described = {
  booking: Booking
  kind: string
  payload: Readonly<Record<string, unknown>>
  refersTo?: number
}

export type Movement = {
  walletId: string
  lots: readonly { lot: Lot; amount: number; isNew?: boolean }[]
  account: LedgerAccount
  /** Receives the cents that are no longer owed for it; they are `deferred_credits` until then. */
  centsAccount: LedgerAccount
  entries?: readonly { account: LedgerAccount; commodity: Commodity; amount: number }[]
}

export async function requireWallet(tx: Db, walletId: string): Promise<{ isBlocked: boolean }> {
  const wallet = await lockWallet(tx, { walletId })
  if (!wallet) throw new AppError('NOT_FOUND')
  return wallet
}

/**
 * The transfer that was booked under this key before. The wallet is locked, so that a repetition waits for the first.
 * @throws CONFLICT when its payload differs
 */
export async function findRepeated(
  tx: Db,
  described: Described,
  problem?: OperatorProblem,
): Promise<number | undefined> {
  const found = await findByKey(tx, described.booking.idempotencyKey)
  if (!found) return undefined
  if (!found.payloadHash.equals(hashOf(described))) throw new AppError('CONFLICT', { problem })
  return found.transferId
}

const hashOf = ({ kind, payload, refersTo }: Described): Buffer => payloadHash({ ...payload, kind, refersTo })

export async function bookMovement(tx: Db, described: Described, movement: Movement): Promise<number> {
  const { booking, kind, refersTo } = described
  const { walletId, lots, account, centsAccount, entries: others = [] } = movement
  const byCommodity = new Map<Commodity, number>()
  for (const { lot, amount } of lots) {
    const commodity = COMMODITY_OF[lot.bucket]
    byCommodity.set(commodity, (byCommodity.get(commodity) ?? 0) - amount)
  }
  const cents = lots.reduce(
    (sum, { lot, amount, isNew }) => sum + (isNew ? -lot.backingCents : movedCents(lot, amount)),
    0,
  )
  const entries = [
    ...[...byCommodity].map(([commodity, amount]) => ({ account, commodity, amount })),
    { account: 'deferred_credits', commodity: 'HKD_CENT', amount: cents },
    { account: centsAccount, commodity: 'HKD_CENT', amount: -cents },
    ...others,
  ] as const
  return insertTransfer(tx, {
    ...booking,
    kind,
    refersTo,
    payloadHash: hashOf(described),
    walletId,
    lots: lots.map(({ lot, amount, isNew }) => ({
      lotId: lot.lotId,
      bucket: lot.bucket,
      amount,
      isNew: isNew ?? false,
    })),
    entries: entries.filter(({ amount }) => amount !== 0),
  })
}

export const bookEntries = (
  tx: Db,
  described: Described,
  entries: readonly { account: LedgerAccount; commodity: Commodity; amount: number }[],
): Promise<number> =>
  insertTransfer(tx, {
    ...described.booking,
    kind: described.kind,
    refersTo: described.refersTo,
    payloadHash: hashOf(described),
    lots: [],
    entries: entries.filter(({ amount }) => amount !== 0),
  })

type FreshLot = { walletId: string; bucket: Bucket; amount: number; expiresAt: Temporal.Instant; backingCents: number }

export async function openLot(tx: Db, fresh: FreshLot, at: Temporal.Instant): Promise<Lot> {
  const { amount, ...rest } = fresh
  const lot = { ...rest, granted: amount, remaining: amount }
  return { ...lot, lotId: await insertLot(tx, { ...lot, at }) }
}

/** In the order of the transfer's postings, so that a repetition answers the same. */
export const signedAmounts = (moved: readonly { lot: Lot; amount: number }[]): LotAmount[] =>
  byBucket(moved.map(({ lot: { lotId, bucket }, amount }) => ({ lotId, bucket, amount })))

export const amountsOf = (moved: readonly { lot: Lot; amount: number }[]): LotAmount[] =>
  signedAmounts(moved).map((lot) => ({ ...lot, amount: Math.abs(lot.amount) }))
