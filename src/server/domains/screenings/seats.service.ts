import { AppError } from '#contract/errors.ts'
import type { FieldRule } from '#contract/fields.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { ScreeningFact } from '../access/index.ts'
import type { Viewer, MemberViewer } from '../viewer.ts'
import { type GuestLinks, hashOf } from './guest-links.ts'
import type { ScreeningsDeps } from './ports.ts'
import type { ShownScreening, Screening } from './screenings-model.ts'
import { screeningStatus } from './screenings.rules.ts'
import { findShown, lockScreening, updateScreening } from './screenings.repo.ts'
import {
  notifyRoom,
  findPlayback,
  type RoomPlayback,
  savePlayback,
  saveReport,
  findPeople,
  findSeat,
  findTaken,
  insertSeat,
  nameSeat,
  type ScreeningSeat,
  type Person,
  removeSeat,
} from './seats.repo.ts'
import { mayJoin } from './seats.rules.ts'
import type { SeatCondition } from '#contract/screenings.ts'
import type { ScreeningParts } from './slots.service.ts'

export interface Joined {
  readonly screeningId: string
  readonly seatId: string
  readonly guestToken?: string
}

interface JoinRequest {
  readonly guest: string
  readonly name?: string | undefined
  readonly submissionId?: string | undefined
}

export interface SeatRequest {
  readonly screeningId: string
  readonly guestToken?: string | undefined
}

export function createScreeningSeats({
  db,
  clock,
  links,
}: Pick<ScreeningsDeps, 'db' | 'clock'> & { links: GuestLinks }) {
  return {
    invitation,
    join,
    seatOf,
    people: (screeningId: string) => findPeople(db, screeningId),
    findFact,
  }

  /** `seat`: that of a member. @throws NOT_FOUND once the link or the screening is over */
  async function invitation(viewer: Viewer, secret: string) {
    const screening = await requireLink(db, secret)
    const { screeningId } = screening
    const [host] = await findPeople(db, screeningId)
    const own = viewer.kind === 'member' ? await findSeat(db, { holder: viewer, screeningId }) : undefined
    return { screening, hostName: host?.name ?? '', seat: own }
  }

  async function requireLink(from: Db, secret: string): Promise<ShownScreening> {
    const [found] = await findShown(from, { of: { linkHash: hashOf(secret) } })
    const status = found && screeningStatus(found, clock.now())
    if (!found || !status || status === 'ended') throw new AppError('NOT_FOUND')
    return { ...found, status }
  }

  /**
   * A member keeps the seat that it has, and so does a guest who joins again by the same submission.
   * @throws NOT_FOUND, NOT_ALLOWED when all seats are taken, LOGIN_REQUIRED and PARENTAL_CODE_REQUIRED for class III, INVALID_INPUT for a
   * guest without a name
   */
  async function join(viewer: Viewer, { guest, name, submissionId }: JoinRequest): Promise<Joined> {
    return inTransaction(db, async (tx) => {
      const { screeningId, seats, title } = await requireLink(tx, guest)
      // A concurrent guest waits here; a link that was renewed meanwhile gives no seat.
      await lockScreening(tx, { screeningId })
      await requireLink(tx, guest)
      const member = viewer.kind === 'member' ? viewer : undefined
      const guestToken = links.guestToken(guest, submissionId)
      const tokenHash = hashOf(guestToken)
      const session = member ? {} : { guestToken }
      const own = await findSeat(tx, { holder: member ?? { tokenHash }, screeningId })
      if (own) {
        if (!member && name !== undefined) await renameSeat(tx, own, name)
        return { screeningId, seatId: own.seatId, ...session }
      }
      const taken = await findTaken(tx, screeningId)
      const decision = mayJoin({ restriction: title.restriction, seats, taken }, { ...factsOf(viewer), name })
      if ('refused' in decision) throw refusalOf(decision.refused)
      const seatId = newId()
      await insertSeat(tx, {
        seatId,
        screeningId,
        number: decision.number,
        isHost: false,
        accountId: member?.accountId ?? null,
        name: member ? null : (name ?? null),
        tokenHash: member ? null : tokenHash,
        at: clock.now(),
      })
      await notifyRoom(tx, screeningId)
      return { screeningId, seatId, ...session }
    })
  }

  /** @throws NOT_FOUND for an account without a seat, or whose seat was removed */
  async function seatOf(viewer: Viewer, { screeningId, guestToken }: SeatRequest): Promise<ScreeningSeat> {
    const holder =
      guestToken !== undefined ? { tokenHash: hashOf(guestToken) } : viewer.kind === 'member' ? viewer : undefined
    const seat = holder && (await findSeat(db, { holder, screeningId }))
    if (!seat) throw new AppError('NOT_FOUND')
    return seat
  }

  /** Undefined once the seat was taken back. */
  async function findFact(seatId: string): Promise<{ plays: number; screening: ScreeningFact } | undefined> {
    const seat = await findSeat(db, { holder: { seatId } })
    const [screening] = seat ? await findShown(db, { of: { screeningId: seat.screeningId } }) : []
    if (!seat || !screening) return undefined
    const { title, startsAt, endsAt } = screening
    return { plays: seat.plays, screening: { programId: title.programId, startsAt, endsAt } }
  }
}

/** The name that was said last: the response to the former one may have been lost. */
async function renameSeat(tx: Db, { screeningId, seatId }: ScreeningSeat, name: string): Promise<void> {
  await nameSeat(tx, { seatId, name })
  await notifyRoom(tx, screeningId)
}

const factsOf = (viewer: Viewer) => ({
  isMember: viewer.kind === 'member',
  unlocked: viewer.kind === 'member' && viewer.unlocked,
})

function refusalOf(refused: 'login' | 'parental' | 'name' | 'full'): AppError {
  if (refused === 'login') return new AppError('LOGIN_REQUIRED')
  if (refused === 'parental') return new AppError('PARENTAL_CODE_REQUIRED')
  return refused === 'name'
    ? new AppError('INVALID_INPUT', { fields: { name: 'ANSWER_MISSING' satisfies FieldRule } })
    : new AppError('NOT_ALLOWED', { of: 'seats' })
}

export interface Room extends RoomPlayback {
  readonly people: readonly Person[]
}

type Report = { condition: SeatCondition | undefined; drift: number | undefined; leaving?: boolean }

export function createScreeningRooms({ db, clock }: Pick<ScreeningsDeps, 'db' | 'clock'>) {
  return { read, report, control }

  async function read(screeningId: string): Promise<Room> {
    const [screening] = await findShown(db, { of: { screeningId } })
    if (!screening || screeningStatus(screening, clock.now()) !== 'open') throw new AppError('WINDOW_CLOSED')
    const people = await findPeople(db, screeningId)
    return { ...(await findPlayback(db, screeningId)), people }
  }

  async function report({ screeningId, seatId }: ScreeningSeat, said: Report): Promise<Room> {
    const changed = await saveReport(db, { seatId, ...said })
    if (changed) await notifyRoom(db, screeningId)
    return read(screeningId)
  }

  /** The host plays, pauses or seeks; milliseconds into the title. @throws WINDOW_CLOSED */
  async function control(
    { screeningId }: ScreeningSeat,
    change: { playing: boolean; position: number },
  ): Promise<Room> {
    await read(screeningId)
    await inTransaction(db, async (tx) => {
      await savePlayback(tx, { screeningId, ...change })
      await notifyRoom(tx, screeningId)
    })
    return read(screeningId)
  }
}

export function createScreeningHosting({ db, clock, links }: Pick<ScreeningParts, 'db' | 'clock' | 'links'>) {
  return { invite, remove }

  /** `renew`: the former link ends. @throws NOT_FOUND unless the member is its host and it has not ended */
  async function invite(viewer: MemberViewer, { screeningId, renew }: { screeningId: string; renew: boolean }) {
    return inTransaction(db, async (tx) => {
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

  /** @returns the secret of the new link @throws NOT_FOUND */
  async function remove(viewer: MemberViewer, { screeningId, seatId }: { screeningId: string; seatId: string }) {
    return inTransaction(db, async (tx) => {
      const screening = await requireHost(tx, viewer, screeningId)
      if (!(await removeSeat(tx, { screeningId, seatId, at: clock.now() }))) throw new AppError('NOT_FOUND')
      await notifyRoom(tx, screeningId)
      return renewLink(tx, screening)
    })
  }
}
