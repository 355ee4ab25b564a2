import { createHash } from 'node:crypto'
import type { StatementKind } from '#contract/wallet.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type Spendable, type Bucket, type Lot, type LotAmount, BUCKETS } from './ledger-model.ts'

/** No booking and no balance is larger: a mistake, and far from what a number holds exactly. */
const AMOUNT_MAX = 1e12

export function assertBounded(amounts: readonly number[]): void {
  const isBounded = amounts.every((amount) => Number.isSafeInteger(amount) && Math.abs(amount) <= AMOUNT_MAX)
  if (!isBounded) throw operatorRefusal({ is: 'amountTooLarge' })
}

export const RESTORED_DAYS = 30

type SpendableLot = Pick<Lot, 'lotId' | 'bucket' | 'remaining' | 'expiresAt'>

export function spendingOrder(one: SpendableLot, other: SpendableLot): number {
  return (
    Temporal.Instant.compare(one.expiresAt, other.expiresAt) ||
    BUCKETS.indexOf(one.bucket) - BUCKETS.indexOf(other.bucket) ||
    one.lotId - other.lotId
  )
}

/** The spendable amount of these lots now. Expiry does not wait for its job. */
export const spendableLots = <L extends SpendableLot>(lots: readonly L[], now: Temporal.Instant): L[] =>
  lots
    .filter(({ remaining, expiresAt }) => remaining > 0 && Temporal.Instant.compare(expiresAt, now) > 0)
    .toSorted(spendingOrder)

/** Undefined when the lots have too little. */
export function planSpending(
  lots: readonly SpendableLot[],
  amount: number,
  now: Temporal.Instant,
): LotAmount[] | undefined {
  const taken: LotAmount[] = []
  let missing = amount
  for (const { lotId, bucket, remaining } of spendableLots(lots, now)) {
    if (missing === 0) break
    const part = Math.min(missing, remaining)
    taken.push({ lotId, bucket, amount: part })
    missing -= part
  }
  return missing === 0 ? taken : undefined
}

/** In the order of spending. Undefined when there is too little. */
export function planBuckets(
  spendable: readonly Spendable[],
  amount: number,
): { bucket: Bucket; amount: number }[] | undefined {
  const amounts = new Map<Bucket, number>()
  let missing = amount
  for (const one of spendable) {
    const part = Math.min(missing, one.amount)
    if (part > 0) amounts.set(one.bucket, (amounts.get(one.bucket) ?? 0) + part)
    missing -= part
  }
  return missing > 0 ? undefined : [...amounts].map(([bucket, part]) => ({ bucket, amount: part }))
}

/** Amounts by bucket, so that a transfer's postings in a bucket are neighbours in the statement. */
export const byBucket = <L extends Pick<LotAmount, 'bucket'>>(lots: readonly L[]): L[] =>
  lots.toSorted((one, other) => BUCKETS.indexOf(one.bucket) - BUCKETS.indexOf(other.bucket))

export const totalOf = (spendable: readonly { amount: number }[]): number =>
  spendable.reduce((sum, { amount }) => sum + amount, 0)

/** Rounded down, so that they add up to the backing. */
export const earnedCents = (
  { granted, backingCents }: Pick<Lot, 'granted' | 'backingCents'>,
  remaining: number,
): number => Math.floor((backingCents * (granted - remaining)) / granted)

/** Cents that move when a lot's remainder changes by `change`: positive when it is used, negative when it comes back. */
export const movedCents = (lot: Pick<Lot, 'granted' | 'remaining' | 'backingCents'>, change: number): number =>
  earnedCents(lot, lot.remaining + change) - earnedCents(lot, lot.remaining)

export const payloadHash = (payload: Readonly<Record<string, unknown>>): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(payload).toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .digest()

/** Postings keep the kind of their line: a change needs a migration. */
export const TRANSFER_KINDS: Readonly<Record<Exclude<StatementKind, 'other'>, readonly string[]>> = {
  rentals: ['rent', 'screening', 'restore'],
  topups: ['topup'],
  plan: ['plan'],
  codes: ['code'],
  lapsed: ['expire', 'forfeit', 'void'],
  refunds: ['hold', 'release', 'capture', 'clawback', 'loss'],
}

const KIND_OF = new Map(
  Object.entries(TRANSFER_KINDS).flatMap(([of, kinds]) => kinds.map((kind) => [kind, of as StatementKind])),
)

export const statementKindOf = (transferKind: string): StatementKind => KIND_OF.get(transferKind) ?? 'other'
