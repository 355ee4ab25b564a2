import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import { createGuestLinks } from './guest-links.ts'
import { createPurchases } from './purchases.service.ts'
import { createScreeningPayments, freeSeats } from './screening-payments.service.ts'
import type { ScreeningsDeps } from './screenings-deps.ts'
import type { ShownScreening } from './screenings-model.ts'
import { findBought, findOverHeld, findShown, unlinkScreenings } from './screenings.repo.ts'
import { screeningStatus } from './screenings.rules.ts'
import { createHosting } from './hosting.service.ts'
import { createRooms } from './rooms.service.ts'
import { createSeats } from './seats.service.ts'
import { countPlay } from './seats.repo.ts'
import { slotContent } from './slots-import.service.ts'
import { findStartsAfter } from './slots-import.repo.ts'
import { createSlots } from './slots.service.ts'
import { createVoids } from './voids.service.ts'

export type Screenings = ReturnType<typeof createScreenings>

const HELD_EVERY_MS = 60_000
const HELD_BATCH = 100
const REFUNDS_EVERY_MS = 60_000

/** The public API of screenings; `index.ts` says what it owns. */
export function createScreenings(deps: ScreeningsDeps) {
  const { db, clock, masterKey } = deps
  const links = createGuestLinks(masterKey)
  const slots = createSlots(deps)
  const parts = { ...deps, slots, links }
  const { refundUnplayable, voidPaidFrom } = createVoids(deps)
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'held screenings', everyMs: HELD_EVERY_MS, run: freeOverHeld },
      { name: 'screening refunds', everyMs: REFUNDS_EVERY_MS, run: refundUnplayable },
    ],
    personalData: { name: 'screenings', collect, erase },
    content: slotContent,
  }
  return {
    slots: slots.list,
    requireSale: slots.requireSale,
    /** The ids of the starts after an instant, also of withdrawn ones. */
    startsAfter: (after: Temporal.Instant) => findStartsAfter(db, after),
    ...createPurchases(parts),
    ...createSeats(parts),
    ...createHosting(parts),
    rooms: createRooms(deps),
    /** Counts an order of a seat, which ends what it played elsewhere. @returns its number */
    countPlay: (seatId: string) => countPlay(db, seatId),
    ofAccount,
    find,
    guestSecret: ({ screeningId, linkVersion }: Pick<ShownScreening, 'screeningId' | 'linkVersion'>) =>
      links.secretOf(screeningId, linkVersion),
    voidPaidFrom,
    /** What money is taken for here; for payments. */
    product: createScreeningPayments(parts).product,
    domainModule,
  }

  /** The screenings in which a member has a seat and that have not ended. */
  async function ofAccount(accountId: string): Promise<ShownScreening[]> {
    return withStatus(await findShown(db, { of: { accountId }, endsAfter: clock.now() }))
  }

  /** A valid screening, also one that has ended. @throws NOT_FOUND */
  async function find(screeningId: string): Promise<ShownScreening> {
    const [found] = withStatus(await findShown(db, { of: { screeningId } }))
    if (!found) throw new AppError('NOT_FOUND')
    return found
  }

  function withStatus(found: readonly Omit<ShownScreening, 'status'>[]): ShownScreening[] {
    const now = clock.now()
    return found.map((one) => ({ ...one, status: screeningStatus(one, now) }))
  }

  /** A payment that was under review and is returned tells nobody: its seats are found here. */
  async function freeOverHeld(): Promise<void> {
    for (const orderId of await findOverHeld(db, HELD_BATCH)) {
      await deps.ledger.transaction((tx) => freeSeats(tx, orderId))
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

  /** What was sold stays on record without its buyer; guests lose their seats with the host. */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    await unlinkScreenings(tx, accountId)
  }
}
