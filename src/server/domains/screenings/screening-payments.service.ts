import { bookOrder } from '../ledger/index.ts'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { Delivery, PurchaseDetails, Order, Product, Quote, SettledOrder } from '../payments/index.ts'
import { retryAfterHold } from '../payments/index.ts'
import { createScreeningRefunds } from './screening-refunds.service.ts'
import { CURRENCY } from './ports.ts'
import { nextState } from './screenings.rules.ts'
import { findOwn, insertScreening, lockScreening, updateScreening } from './screenings.repo.ts'
import { insertSeat } from './seats.repo.ts'
import { draftOf, hostSeat, type ScreeningParts, sellingFast } from './slots.service.ts'
import { findHeldUntil, lockSlot, moveSeats } from './slots.repo.ts'

/** The seats are held from the transaction that makes the payment until it ends. */
export function screeningProduct({ clock, slots, links }: ScreeningParts): Product {
  const refunds = createScreeningRefunds({ clock })
  return {
    name: 'cinema',
    quote: ({ accountId, purposeId, details }) => quote(accountId, purposeId, details),
    details: { keep, isSame: async () => true },
    onSettled,
    onFailed: (tx, { orderId }) => freeSeats(tx, orderId),
    beforeRefund: refunds.beforeRefund,
    refundFailed: refunds.refundFailed,
    refunded: refunds.refunded,
    chargedBack: refunds.chargedBack,
  }

  async function quote(accountId: string, slotId: string, given: PurchaseDetails = {}): Promise<Quote | undefined> {
    const slot = await findSlot(slotId, { ...given, accountId })
    if (!slot || slot.screeningId !== null) return undefined
    const { title, amountCents, startsAt } = slot
    const item = { template: 'cinema', params: { name: title.title, startsAt: startsAt.toString() } } as const
    return { amountCents, currency: CURRENCY, item }
  }

  function findSlot(slotId: string, { region, accountId }: PurchaseDetails & { accountId: string }, tx?: Db) {
    return region === undefined ? undefined : slots.find({ region, accountId }, slotId, tx)
  }

  /** @throws SELLING_FAST, CONFLICT when the price has changed */
  async function keep(tx: Db, order: Order & { accountId: string | null }, given: PurchaseDetails): Promise<void> {
    const { orderId, accountId, purposeId: slotId, amountCents } = order
    const slot = accountId === null ? undefined : await findSlot(slotId, { ...given, accountId }, tx)
    const locked = await lockSlot(tx, slotId)
    if (accountId === null || !slot || !locked || locked.amountCents !== amountCents) throw new AppError('CONFLICT')
    const now = clock.now()
    if (!(await moveSeats(tx, { move: 'hold', slotId, seats: slot.seats }))) {
      const until = await findHeldUntil(tx, slotId)
      throw sellingFast({ retryAt: until && retryAfterHold(until, now) }, now)
    }
    const screeningId = newId()
    const draft = draftOf(slot, { screeningId, accountId, at: now })
    await insertScreening(tx, { ...draft, ...links.first(screeningId), state: 'held', orderId })
  }

  /**
   * Sells the seats that the payment holds. A payment that arrives after it was abandoned takes free seats. It is returned without seats,
   * after the screening's end, and where the account has the screening already.
   */
  async function onSettled(tx: Db, order: SettledOrder): Promise<Delivery> {
    const { orderId, accountId, settledAt, paidCents } = order
    const screening = await lockScreening(tx, { orderId })
    const to = screening && nextState(screening.state, 'settled')
    if (!to) return { delivered: false, reason: 'no screening waits for it' }
    const { screeningId, slotId, seats, state } = screening
    // A purchase of the same start with credits is done, or waits.
    await lockSlot(tx, slotId)
    const refusal = await refusalOf(tx, { accountId, slotId, endsAt: screening.endsAt })
    if (refusal !== undefined) {
      await freeSeats(tx, orderId)
      return { delivered: false, reason: refusal }
    }
    const move = state === 'held' ? 'sell' : 'take'
    if (!(await moveSeats(tx, { move, slotId, seats }))) return { delivered: false, reason: 'sold out' }
    await updateScreening(tx, screeningId, { state: to, paidCents, boughtAt: settledAt })
    await insertSeat(tx, hostSeat(screeningId, accountId, settledAt))
    const booking = { orderId, step: 'sold', cents: paidCents, at: settledAt } as const
    await bookOrder(tx, { kind: 'screening', ...booking, from: 'payments_received', to: 'screening_revenue' })
    return { delivered: true }
  }

  async function refusalOf(
    tx: Db,
    { endsAt, ...who }: { accountId: string; slotId: string; endsAt: Temporal.Instant },
  ): Promise<string | undefined> {
    if (Temporal.Instant.compare(endsAt, clock.now()) <= 0) return 'the screening is over'
    return (await findOwn(tx, who)) ? 'the account has the screening already' : undefined
  }
}

export async function freeSeats(tx: Db, orderId: string): Promise<void> {
  const screening = await lockScreening(tx, { orderId })
  const to = screening && nextState(screening.state, 'ended')
  if (!to) return
  await moveSeats(tx, { move: 'free', slotId: screening.slotId, seats: screening.seats })
  await updateScreening(tx, screening.screeningId, { state: to })
}
