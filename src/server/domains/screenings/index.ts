/**
 * The private cinema: premium titles on sale by the screening, members' screenings, and who sits in them. Owns the tables
 * screening_slot, screening, screening_seat and screening_playback. Never takes or returns money: payments does, with the product of
 * this domain.
 */
import type { Generated } from 'kysely'
import type { SeatCondition } from '#contract/screenings.ts'
import { screeningStatus } from './screenings.rules.ts'
import { AppError } from '#contract/errors.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import { createGuestLinks } from './guest-links.ts'
import { createScreeningPurchases } from './purchases.service.ts'
import { freeSeats, screeningProduct } from './screening-payments.service.ts'
import type { ScreeningsDeps } from './ports.ts'
import type { ScreeningState, ShownScreening } from './screenings-model.ts'
import { findBought, findOverHeld, findShown, unlinkScreenings } from './screenings.repo.ts'
import { createScreeningRooms, createScreeningSeats, createScreeningHosting } from './seats.service.ts'
import { countPlay } from './seats.repo.ts'
import { findStartsAfter } from './slots.repo.ts'
import { createScreeningSlots } from './slots.service.ts'
import { slotContent } from './slots-import.service.ts'
import { createScreeningVoids } from './screening-refunds.service.ts'

export { ROOM_CHANNEL, roomChannel } from './seats.repo.ts'
export type { Room } from './seats.service.ts'
export type { SeatRequest } from './seats.service.ts'
export type { Person, ScreeningSeat } from './seats.repo.ts'
export type { ScreeningQuote, ShownScreening, ShownScreeningSlot } from './screenings-model.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    screening_slot: {
      slot_id: string
      program_id: string
      starts_at: Instant
      sells_from: Instant
      credits: number
      amount_cents: number
      tickets: number
      seats: number
      capacity: number
      sold: Generated<number>
      held: Generated<number>
      withdrawn: boolean
      updated_at: Instant
      updated_by: Generated<string>
      version: Generated<number>
    }
    screening: {
      screening_id: string
      slot_id: string
      account_id: string | null
      program_id: string
      starts_at: Instant
      ends_at: Instant
      seats: number
      state: ScreeningState
      order_id: string | null
      nonce: string | null
      transfer_id: number | null
      paid_cents: number | null
      refunded_cents: Generated<number>
      bought_at: Instant | null
      voided_at: Instant | null
      void_transfer_id: number | null
      link_version: Generated<number>
      link_hash: Buffer | null
      made_at: Instant
    }
    screening_seat: {
      seat_id: string
      screening_id: string
      number: number
      is_host: boolean
      account_id: string | null
      name: string | null
      token_hash: Buffer | null
      joined_at: Instant
      removed_at: Instant | null
      plays: Generated<number>
      seen_at: Instant | null
      drift_ms: number | null
      condition: Generated<SeatCondition>
    }
  }
}

export type Screenings = ReturnType<typeof createScreenings>

const HELD_EVERY_MS = 60_000
const HELD_BATCH = 100
const REFUNDS_EVERY_MS = 60_000

export function createScreenings(deps: ScreeningsDeps) {
  const { db, clock, masterKey } = deps
  const links = createGuestLinks(masterKey)
  const slots = createScreeningSlots(deps)
  const parts = { ...deps, slots, links }
  const purchases = createScreeningPurchases(parts)
  const seats = createScreeningSeats(parts)
  const hosting = createScreeningHosting(parts)
  const voids = createScreeningVoids(deps)
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'held screenings', everyMs: HELD_EVERY_MS, run: freeOverHeld },
      { name: 'screening refunds', everyMs: REFUNDS_EVERY_MS, run: voids.refundUnplayable },
    ],
    personalData: { name: 'screenings', collect, erase },
    content: slotContent,
  }
  return {
    slots,
    /** The ids of the starts after an instant, also of withdrawn ones. */
    startsAfter: (after: Temporal.Instant) => findStartsAfter(db, after),
    purchases,
    seats,
    hosting,
    rooms: createScreeningRooms(deps),
    /** Ends what the seat played elsewhere. @returns its number */
    countPlay: (seatId: string) => countPlay(db, seatId),
    ofAccount,
    find,
    guestSecret: ({ screeningId, linkVersion }: Pick<ShownScreening, 'screeningId' | 'linkVersion'>) =>
      links.secretOf(screeningId, linkVersion),
    voidPaidFrom: voids.voidPaidFrom,
    product: screeningProduct(parts),
    domainModule,
  }

  async function ofAccount(accountId: string): Promise<ShownScreening[]> {
    return withStatus(await findShown(db, { of: { accountId }, endsAfter: clock.now() }))
  }

  /** @throws NOT_FOUND */
  async function find(screeningId: string): Promise<ShownScreening> {
    const [found] = withStatus(await findShown(db, { of: { screeningId } }))
    if (!found) throw new AppError('NOT_FOUND')
    return found
  }

  function withStatus(found: readonly Omit<ShownScreening, 'status'>[]): ShownScreening[] {
    const now = clock.now()
    return found.map((one) => ({ ...one, status: screeningStatus(one, now) }))
  }

  /** A payment that is returned after a review sends no event: its seats are found here. */
  async function freeOverHeld(): Promise<void> {
    for (const orderId of await findOverHeld(db, HELD_BATCH)) {
      await inTransaction(db, (tx) => freeSeats(tx, orderId))
    }
  }

  async function collect({ accountId }: Person): Promise<unknown> {
    const bought = await findBought(db, accountId)
    return bought.map(({ programId, startsAt, endsAt, boughtAt, paidCents, refundedCents, state }) => ({
      programId,
      startsAt,
      endsAt,
      boughtAt,
      paidCents,
      refundedCents,
      state,
    }))
  }

  /** Sales stay on record without their buyer; guests lose their seats with the host. */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    await unlinkScreenings(tx, accountId)
  }
}
