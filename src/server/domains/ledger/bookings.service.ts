import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import type { Booking, Bucket, Commodity, LedgerAccount, Lot, LotAmount } from './ledger-model.ts'
import { COMMODITY_OF } from './ledger-model.ts'
import {
  findByKey,
  findMoved,
  insertLot,
  insertTransfer,
  lockWallet,
  type Moved,
  type PurchaseRecord,
} from './ledger.repo.ts'
import { byBucket, movedCents, payloadHash } from './ledger.rules.ts'

/** What a booking is, apart from when it is made: a repetition with the same key must say the same. */
export type Described = {
  booking: Booking
  kind: string
  payload: Readonly<Record<string, unknown>>
  refersTo?: number
}

/** Amounts that go into lots (positive) or leave them (negative), and the accounts on the other side. */
export type Movement = {
  walletId: string
  lots: readonly { lot: Lot; amount: number; isNew?: boolean }[]
  /** Receives what leaves the lots. */
  account: LedgerAccount
  /** Receives the cents that are no longer owed for it; they are `deferred_credits` until then. */
  centsAccount: LedgerAccount
  /** What moves between accounts of the service besides. */
  entries?: readonly { account: LedgerAccount; commodity: Commodity; amount: number }[]
  /** What is bought, recorded in the same statement. */
  purchase?: PurchaseRecord | undefined
}

/** @throws NOT_FOUND when there is no such wallet */
export async function requireWallet(tx: Db, walletId: string): Promise<{ isBlocked: boolean }> {
  const wallet = await lockWallet(tx, { walletId })
  if (!wallet) throw new AppError('NOT_FOUND')
  return wallet
}

/**
 * What was booked before under this key; undefined if nothing was.
 * The wallet is locked, so that a repetition waits for the first.
 * @throws CONFLICT when it was something else
 */
export async function findRepeated(tx: Db, described: Described): Promise<number | undefined> {
  const found = await findByKey(tx, described.booking.idempotencyKey)
  if (!found) return undefined
  if (!found.payloadHash.equals(hashOf(described))) throw new AppError('CONFLICT')
  return found.transferId
}

const hashOf = ({ kind, payload, refersTo }: Described): Buffer => payloadHash({ ...payload, kind, refersTo })

/** Books amounts in lots with their other side, in credits and in the cents that back them. @returns the transfer */
export async function bookMovement(tx: Db, described: Described, movement: Movement): Promise<number> {
  const { booking, kind, refersTo } = described
  const { walletId, lots, account, centsAccount, entries: others = [], purchase } = movement
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
    purchase,
  })
}

/** Books between accounts of the service only. */
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

/** A new lot, full; its posting has to follow. */
export async function openLot(tx: Db, fresh: FreshLot, at: Temporal.Instant): Promise<Lot> {
  const { amount, ...rest } = fresh
  const lot = { ...rest, granted: amount, remaining: amount }
  return { ...lot, lotId: await insertLot(tx, { ...lot, at }) }
}

/** The lots of a transfer with their amounts, in the order of its postings, so that a repetition answers the same. */
export const signedAmounts = (moved: readonly { lot: Lot; amount: number }[]): LotAmount[] =>
  byBucket(moved.map(({ lot: { lotId, bucket }, amount }) => ({ lotId, bucket, amount })))

/** The same as amounts that are positive. */
export const amountsOf = (moved: readonly { lot: Lot; amount: number }[]): LotAmount[] =>
  signedAmounts(moved).map((lot) => ({ ...lot, amount: Math.abs(lot.amount) }))

/** What an earlier transfer moved. */
export const movedBy = (tx: Db, transferId: number): Promise<Moved[]> => findMoved(tx, transferId)
