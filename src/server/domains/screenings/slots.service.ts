import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { MemberViewer, Viewer } from '../viewer.ts'
import { retryAfterHold } from '../payments/index.ts'
import type { ScreeningsDeps } from './ports.ts'
import type { ShownScreeningSlot, ScreeningSlot } from './screenings-model.ts'
import { decideAccess, OWNS_NOTHING, viewerFacts } from '../access/index.ts'
import { availableOf, salesEnd, screeningEnd, slotState } from './screenings.rules.ts'
import { findSlots } from './slots.repo.ts'
import type { GuestLinks } from './guest-links.ts'

export function createScreeningSlots({ db, clock }: Pick<ScreeningsDeps, 'db' | 'clock'>) {
  return { list, find, requireSale }

  async function list(viewer: Viewer): Promise<ShownScreeningSlot[]> {
    return shown(await findSlots(db, { ...readerOf(viewer), now: clock.now() }))
  }

  async function find(reader: Reader, slotId: string, tx: Db = db): Promise<ShownScreeningSlot | undefined> {
    return shown(await findSlots(tx, { ...reader, now: clock.now(), slotId }))[0]
  }

  function shown(slots: readonly ScreeningSlot[]): ShownScreeningSlot[] {
    const now = clock.now()
    return slots.flatMap((slot) => toShown(slot, now) ?? [])
  }

  /** @throws NOT_FOUND, and the reasons why the viewer may not watch the title */
  async function requireSale(viewer: MemberViewer, slotId: string): Promise<ShownScreeningSlot> {
    const slot = await find(readerOf(viewer), slotId)
    if (!slot) throw new AppError('NOT_FOUND')
    const { programId, restriction } = slot.title
    const decision = decideAccess(
      viewerFacts(viewer, OWNS_NOTHING),
      {
        programId,
        restriction,
        kids: slot.kids,
        vodTypes: ['FREE TO WATCH'],
        isLicensedInRegion: true,
        isWindowOpen: true,
        preparing: false,
        offers: [],
      },
      clock.now(),
    )
    if (decision.access === 'parental') throw new AppError('PARENTAL_CODE_REQUIRED')
    if (decision.access === 'deny') throw new AppError(decision.reason)
    return slot
  }
}

export type ScreeningParts = ScreeningsDeps & { slots: ReturnType<typeof createScreeningSlots>; links: GuestLinks }

type Reader = { region: string; accountId?: string }

const readerOf = (viewer: Viewer): Reader => ({
  region: viewer.region,
  ...(viewer.kind === 'member' && { accountId: viewer.accountId }),
})

/** @returns undefined once it is no longer sold */
function toShown(
  { licensedUntil, heldUntil, ...slot }: ScreeningSlot,
  now: Temporal.Instant,
): ShownScreeningSlot | undefined {
  const endsAt = screeningEnd(slot.startsAt, licensedUntil)
  if (Temporal.Instant.compare(salesEnd(endsAt, slot.title.durationMs), now) <= 0) return undefined
  const state = slotState(slot)
  const { sold: _, held: __, ...rest } = slot
  return {
    ...rest,
    endsAt,
    available: availableOf(slot),
    state,
    retryAt: state === 'held' && heldUntil ? retryAfterHold(heldUntil, now) : undefined,
  }
}

export const draftOf = (
  {
    slotId,
    title,
    startsAt,
    endsAt,
    seats,
  }: Pick<ShownScreeningSlot, 'slotId' | 'title' | 'startsAt' | 'endsAt' | 'seats'>,
  owner: { screeningId: string; accountId: string; at: Temporal.Instant },
) => ({ ...owner, slotId, programId: title.programId, startsAt, endsAt, seats })

export const hostSeat = (screeningId: string, accountId: string, at: Temporal.Instant) => ({
  seatId: newId(),
  screeningId,
  number: 1,
  isHost: true,
  accountId,
  name: null,
  tokenHash: null,
  at,
})

export function sellingFast({ retryAt }: Pick<ShownScreeningSlot, 'retryAt'>, now: Temporal.Instant): AppError {
  const retryAfter = retryAt && Math.ceil(now.until(retryAt).total('seconds'))
  return new AppError('SELLING_FAST', retryAfter === undefined ? {} : { retryAfter })
}
