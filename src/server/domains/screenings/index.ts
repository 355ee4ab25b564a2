/**
 * The private cinema: premium titles on sale by the screening, members' screenings, and who sits in them. Owns the tables
 * screening_slot, screening, screening_seat and screening_playback. Never takes or returns money: payments does, with the product of
 * this domain.
 */
import type { Generated } from 'kysely'
import type { SeatCondition } from '#contract/screenings.ts'
import { type ScreeningState, screeningStatus } from './screenings.rules.ts'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import type { DomainModule, Person, Worker } from '../domain-module.ts'
import { createGuestLinks, type GuestLinks } from './guest-links.ts'
import { createPurchases } from './purchases.service.ts'
import { createScreeningPayments, freeSeats } from './screening-payments.service.ts'
import type { ScreeningsDeps } from './screenings-deps.ts'
import type { ShownScreening, Screening } from './screenings-model.ts'
import {
  findBought,
  findOverHeld,
  findShown,
  unlinkScreenings,
  lockScreening,
  updateScreening,
  findPaidFrom,
  findUnplayable,
} from './screenings.repo.ts'
import { createRooms } from './rooms.service.ts'
import { createSeats } from './seats.service.ts'
import { countPlay, removeSeat } from './seats.repo.ts'
import { findStartsAfter, findTitles, type KnownSlot, lockKnown, upsertSlot } from './slots-import.repo.ts'
import { createSlots } from './slots.service.ts'
import type { MemberViewer } from '../viewer.ts'
import { notifyRoom } from './rooms.repo.ts'
import { type Applied, contentPart, type ImportProblem, type Upsert } from '#server/kit/content-part.ts'
import { checkSlots, SLOT_SCHEMAS, type SlotRecord, type SlotRecords } from './slots-import.rules.ts'
import { lockWallet, reverseChargedBack, restore } from '../ledger/index.ts'
import { voidScreening } from './screening-refunds.service.ts'

export { ROOM_CHANNEL } from './rooms.repo.ts'
export type { Room } from './rooms.service.ts'
export type { SeatRequest } from './seats.service.ts'
export type { Person, Seat } from './seats.repo.ts'
export type { ScreeningQuote, ShownScreening, ShownSlot } from './screenings-model.ts'

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

type Deps = Pick<ScreeningsDeps, 'db' | 'clock'> & { links: GuestLinks }

/** What the host alone does: the guests' link, and taking seats back. */
function createHosting({ db, clock, links }: Deps) {
  return { invite, remove }

  /** The secret of the guests' link; with `renew` a new one. @throws NOT_FOUND unless the member is its host and it has not ended */
  async function invite(viewer: MemberViewer, { screeningId, renew }: { screeningId: string; renew: boolean }) {
    return db.transaction().execute(async (tx) => {
      const screening = await requireHost(tx, viewer, screeningId)
      const secret = renew ? await renewLink(tx, screening) : links.secretOf(screeningId, screening.linkVersion)
      return { secret, endsAt: screening.endsAt }
    })
  }

  async function renewLink(tx: Db, { screeningId, linkVersion }: Screening): Promise<string> {
    const version = linkVersion + 1
    await updateScreening(tx, screeningId, links.stored(screeningId, version))
    return links.secretOf(screeningId, version)
  }

  async function requireHost(tx: Db, { accountId }: MemberViewer, screeningId: string): Promise<Screening> {
    const screening = await lockScreening(tx, { screeningId })
    const isHost = screening?.state === 'valid' && screening.accountId === accountId
    if (!isHost || screeningStatus(screening, clock.now()) === 'ended') throw new AppError('NOT_FOUND')
    return screening
  }

  /** Takes a guest's seat back, with the link. @returns the secret of the new one @throws NOT_FOUND */
  async function remove(viewer: MemberViewer, { screeningId, seatId }: { screeningId: string; seatId: string }) {
    return db.transaction().execute(async (tx) => {
      const screening = await requireHost(tx, viewer, screeningId)
      if (!(await removeSeat(tx, { screeningId, seatId, at: clock.now() }))) throw new AppError('NOT_FOUND')
      await notifyRoom(tx, screeningId)
      return renewLink(tx, screening)
    })
  }
}

/** Starts of the private cinema in `npm run content -- import`. */
const slotContent = contentPart({
  audit: { action: 'import screenings', subject: 'screenings' },
  schemas: SLOT_SCHEMAS,
  check: checkSlots,
  apply,
})

async function apply(tx: Db, { screening: slots }: SlotRecords, at: Temporal.Instant): Promise<Applied> {
  const [programIds, slotIds] = [slots.map(({ programId }) => programId), slots.map(({ slotId }) => slotId)]
  const titles = await findTitles(tx, programIds)
  // Locked, so that nothing is sold meanwhile.
  const known = await lockKnown(tx, { slotIds, programIds })
  const problems = slots.flatMap((slot) => problemsOf(slot, { titles, known }))
  if (problems.length > 0) return { done: [], problems }
  const done: Upsert[] = []
  for (const one of slots) done.push(await upsertSlot(tx, one, at))
  return { done, problems: [] }
}

/** What the database says against a line. */
function problemsOf(
  { line, slotId, programId, startsAt, capacity }: SlotRecord,
  { titles, known }: { titles: ReadonlySet<string>; known: readonly KnownSlot[] },
): ImportProblem[] {
  const messages: string[] = []
  if (!titles.has(programId)) messages.push(`programId: there is no title ${programId}`)
  const start = Temporal.Instant.from(startsAt)
  const isAt = (one: KnownSlot) => Temporal.Instant.compare(one.startsAt, start) === 0
  const other = known.find((one) => one.slotId !== slotId && one.programId === programId && isAt(one))
  if (other) messages.push(`startsAt: ${programId} starts then as ${other.slotId} already`)
  const own = known.find((one) => one.slotId === slotId)
  if (own && own.taken > 0) {
    if (capacity < own.taken) messages.push(`capacity: ${own.taken} seats of ${slotId} are sold or held already`)
    if (own.programId !== programId || !isAt(own))
      messages.push(`${slotId}: seats are sold, so its title and its start stay; withdraw it and add another one`)
  }
  return messages.map((message) => ({ line, message }))
}

/** Returns what was paid for screenings that cannot be watched, and takes back those whose money was charged back. */
function createVoids({ db, clock, ledger, payments }: ScreeningsDeps) {
  return { refundUnplayable, voidPaidFrom }

  /** One that fails is left for the next run. */
  async function refundUnplayable({ log }: Pick<Worker, 'log'>): Promise<void> {
    for (const screening of await findUnplayable(db, { now: clock.now() })) {
      const { screeningId, orderId } = screening
      try {
        if (orderId === null) await ledger.transaction((tx) => returnSpending(tx, screening))
        else await payments().refund({ orderId, reason: 'the title cannot be played', actor: 'system' })
      } catch (error) {
        log.error({ err: error, screeningId }, 'screening refund failed')
      }
    }
  }

  async function returnSpending(tx: Db, { screeningId, accountId, transferId }: Screening): Promise<void> {
    if (accountId === null || transferId === null) return
    await lockWallet(tx, { accountId })
    const at = clock.now()
    // Another node may have returned it, or the title may be back.
    const screening = await lockScreening(tx, { screeningId })
    if (!screening || (await findUnplayable(tx, { now: at, screeningId })).length === 0) return
    const booking = { idempotencyKey: `void:${screeningId}`, actor: 'system', subject: screening.programId, at }
    const reason = 'the title cannot be played'
    const returned = await restore(tx, { ...booking, spendTransferId: transferId, reason })
    await voidScreening(tx, screening, { at, transferId: returned.transferId })
  }

  /**
   * Takes back the screenings that were paid from a lot whose money was charged back. What came from other lots is restored. Joins the
   * transaction of the chargeback.
   */
  async function voidPaidFrom(tx: Db, { lotId, reason }: { lotId: number; reason: string }): Promise<void> {
    const at = clock.now()
    for (const { screeningId, programId: subject, transferId } of await findPaidFrom(tx, { lotId, now: at })) {
      const screening = await lockScreening(tx, { screeningId })
      if (screening?.state !== 'valid' || transferId === null) continue
      const booking = { idempotencyKey: `void:${screeningId}`, actor: 'system', subject, reason, at }
      const lost = await reverseChargedBack(tx, { ...booking, spendTransferId: transferId, lostLotId: lotId })
      await voidScreening(tx, screening, { at, transferId: lost.transferId })
    }
  }
}
