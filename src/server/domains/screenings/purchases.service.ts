import { AppError } from '#contract/errors.ts'
import { QUOTE_MINUTES } from '#contract/rentals.ts'
import type { ScreeningUnit } from '#contract/screenings.ts'
import type { CreditBucket } from '#contract/wallet.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { lockWallet, planBuckets, spend, totalOf } from '../ledger/index.ts'
import type { MemberViewer } from '../viewer.ts'
import { retryAfterHold } from '../payments/index.ts'
import { readQuote, type SignedQuote, signQuote } from './screening-quotes.rules.ts'
import type { ScreeningQuote, ShownScreeningSlot } from './screenings-model.ts'
import { findOwn, insertScreening, isConsumed } from './screenings.repo.ts'
import { insertSeat } from './seats.repo.ts'
import { draftOf, hostSeat, sellingFast, type ScreeningParts } from './slots.service.ts'
import { findHeldUntil, lockSlot, moveSeats } from './slots.repo.ts'

export type Bought = { screeningId: string; charged: number; unit: ScreeningUnit }

const COMMODITY_OF_UNIT = { credits: 'CREDIT', tickets: 'TICKET' } as const

export function createScreeningPurchases(parts: ScreeningParts) {
  const { db, clock, ledger, masterKey, slots, links, payments, isTelecomPartner } = parts
  const key = deriveKey(masterKey, 'screening quote')
  return { quote, purchase }

  /**
   * Writes nothing: the quote is signed.
   * @throws INSUFFICIENT_CREDITS, INSUFFICIENT_TICKETS, PURCHASES_BLOCKED, SELLING_FAST, and the reasons of `requireSale`
   */
  async function quote(viewer: MemberViewer, slotId: string): Promise<ScreeningQuote> {
    const { accountId } = viewer
    const slot = await slots.requireSale(viewer, slotId)
    if (slot.available < slot.seats && slot.screeningId === null) throw sellingFast(slot, clock.now())
    const unit: ScreeningUnit = (await isTelecomPartner(accountId)) ? 'tickets' : 'credits'
    const { spendable, isBlocked } = await ledger.balance(accountId)
    if (isBlocked) throw new AppError('PURCHASES_BLOCKED')
    const buckets: readonly string[] = unit === 'tickets' ? ['ticket'] : ['monthly', 'recharged']
    const own = spendable.filter(({ bucket }) => buckets.includes(bucket))
    const owned = totalOf(own)
    const payment = priceOf(slot, unit)
    const taken = planBuckets(own, payment)
    if (!taken) throw tooFew(unit, { needed: payment, owned })
    const quoteExpiresAt = clock.now().add({ minutes: QUOTE_MINUTES })
    const terms = { slotId, payment, unit, endsAt: slot.endsAt, expiresAt: quoteExpiresAt, nonce: newId() }
    const from = taken.map(({ bucket, amount }) => ({ bucket: bucket as CreditBucket, credits: amount }))
    const resourceId = signQuote(key, accountId, terms)
    return { slot, unit, payment, resourceId, quoteExpiresAt, owned, from: unit === 'credits' ? from : undefined }
  }

  /** A start that the account has already is not charged again, by whatever quote. @throws QUOTE_EXPIRED, and the reasons of a quote */
  async function purchase(
    viewer: MemberViewer,
    request: { programId: string; startsAt: Temporal.Instant; payment: number; resourceId: string },
  ): Promise<Bought> {
    const { accountId } = viewer
    const offered = readQuote(key, accountId, request.resourceId)
    if (!offered || offered.payment !== request.payment) throw new AppError('QUOTE_EXPIRED')
    const own = await findOwn(db, { accountId, slotId: offered.slotId })
    if (own) return { screeningId: own.screeningId, charged: 0, unit: offered.unit }
    const slot = await slots.requireSale(viewer, offered.slotId)
    requireTerms(slot, offered, request)
    // A payment of the same start that was begun and left would keep the seats, and could still be made.
    await payments.closeOpen({ accountId, purpose: 'cinema', purposeId: offered.slotId })
    return inTransaction(db, (tx) => buy(tx, { accountId, slot, offered })).catch(refuseLocked)
  }

  async function buy(
    tx: Db,
    { accountId, slot, offered }: { accountId: string; slot: ShownScreeningSlot; offered: SignedQuote },
  ): Promise<Bought> {
    const { slotId, unit, payment, nonce } = offered
    const wallet = await lockWallet(tx, { accountId })
    if (!wallet) throw tooFew(unit, { needed: payment, owned: 0 })
    const locked = await lockSlot(tx, slotId)
    // The wallet's lock makes the account's purchases one after the other, the slot's its payments.
    const own = await findOwn(tx, { accountId, slotId })
    if (own) return { screeningId: own.screeningId, charged: 0, unit }
    const now = clock.now()
    const isOver = Temporal.Instant.compare(offered.expiresAt, now) <= 0
    if (isOver || (await isConsumed(tx, nonce))) throw new AppError('QUOTE_EXPIRED')
    if (!locked || locked.seats !== slot.seats) throw new AppError('QUOTE_EXPIRED')
    if (!(await moveSeats(tx, { move: 'take', slotId, seats: slot.seats }))) throw await sellingFastNow(tx, slot)
    const { transferId } = await spend(tx, {
      walletId: wallet.walletId,
      amount: payment,
      commodity: COMMODITY_OF_UNIT[unit],
      kind: 'screening',
      idempotencyKey: `screening:${nonce}`,
      actor: 'member',
      subject: slot.title.programId,
      at: now,
    })
    const screeningId = newId()
    await insertScreening(tx, {
      ...draftOf(slot, { screeningId, accountId, at: now }),
      ...links.first(screeningId),
      state: 'valid',
      nonce,
      transferId,
    })
    await insertSeat(tx, hostSeat(screeningId, accountId, now))
    return { screeningId, charged: payment, unit }
  }

  async function sellingFastNow(tx: Db, slot: ShownScreeningSlot): Promise<AppError> {
    const until = await findHeldUntil(tx, slot.slotId)
    return sellingFast({ ...slot, retryAt: until && retryAfterHold(until, clock.now()) }, clock.now())
  }
}

const priceOf = ({ credits, tickets }: ShownScreeningSlot, unit: ScreeningUnit): number =>
  unit === 'credits' ? credits : tickets

function tooFew(unit: ScreeningUnit, amounts: { needed: number; owned: number }): AppError {
  return unit === 'tickets'
    ? new AppError('INSUFFICIENT_TICKETS', { of: 'cinema' })
    : new AppError('INSUFFICIENT_CREDITS', amounts)
}

/** @throws QUOTE_EXPIRED when the quote was for another start or price, or promised a later end */
function requireTerms(
  slot: ShownScreeningSlot,
  offered: SignedQuote,
  { programId, startsAt }: { programId: string; startsAt: Temporal.Instant },
): void {
  const isSame =
    slot.title.programId === programId &&
    startsAt.epochMilliseconds === slot.startsAt.epochMilliseconds &&
    offered.payment === priceOf(slot, offered.unit) &&
    Temporal.Instant.compare(slot.endsAt, offered.endsAt) >= 0
  if (!isSame) throw new AppError('QUOTE_EXPIRED')
}

/** A lock was not had within two seconds (SPEC section 8): the purchase can be tried again at once. */
function refuseLocked(error: unknown): never {
  const isLocked = error instanceof AppError && error.code === 'UNAVAILABLE'
  throw isLocked ? new AppError('SELLING_FAST', { retryAfter: 1 }) : error
}
