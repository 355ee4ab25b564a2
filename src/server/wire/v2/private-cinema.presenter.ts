import type { PaymentKind } from '#contract/payments.ts'
import type { Language } from '#contract/languages.ts'
import type {
  Person,
  Room,
  ScreeningQuote,
  Screenings,
  ShownScreening,
  ShownScreeningSlot,
} from '#server/domains/screenings/index.ts'
import { wireInstant } from '../instants.ts'

interface Reading {
  readonly language: Language
  readonly imageUrl: (key: string) => string
}

const CURRENCY = 'HKD'

const imageOf = (key: string, { imageUrl }: Reading): string => (key === '' ? '' : imageUrl(key))

/** A screening on the wire. */
const toProgram = ({ title }: Pick<ShownScreeningSlot, 'title'>, reading: Reading) => ({
  programId: title.programId,
  programGuid: title.programGuid,
  title: title.title[reading.language],
  restriction: title.restriction,
  duration: Math.round(title.durationMs / 1000),
  maxResolution: title.maxResolution,
  imageURL: imageOf(title.artImage, reading),
  keyartImageURL: imageOf(title.keyartImage, reading),
})

/** A start on sale, with the kinds of payment that take its price. */
export const toSlot = (slot: ShownScreeningSlot, providers: readonly PaymentKind[], reading: Reading) => ({
  slotId: slot.slotId,
  program: toProgram(slot, reading),
  startsAt: wireInstant(slot.startsAt),
  endsAt: wireInstant(slot.endsAt),
  credits: slot.credits,
  amount: slot.amountCents,
  currency: CURRENCY,
  tickets: slot.tickets,
  seats: slot.seats,
  capacity: slot.capacity,
  available: slot.available,
  state: slot.state,
  ...(slot.retryAt && { retryAt: wireInstant(slot.retryAt) }),
  ...(slot.screeningId !== null && { screeningId: slot.screeningId }),
  providers: [...providers],
})

export const toQuote = ({ slot, unit, payment, resourceId, quoteExpiresAt, owned, from }: ScreeningQuote) => ({
  slotId: slot.slotId,
  unit,
  payment,
  resourceId,
  quoteExpiresAt: wireInstant(quoteExpiresAt),
  owned,
  left: owned - payment,
  from: from && [...from],
  startsAt: wireInstant(slot.startsAt),
  endsAt: wireInstant(slot.endsAt),
  seats: slot.seats,
})

/** `guestSecret`: the host's. */
export const toScreening = (
  screening: ShownScreening,
  { guestSecret, ...reading }: Reading & { guestSecret: string | undefined },
) => ({
  screeningId: screening.screeningId,
  slotId: screening.slotId,
  program: toProgram(screening, reading),
  startsAt: wireInstant(screening.startsAt),
  endsAt: wireInstant(screening.endsAt),
  seats: screening.seats,
  taken: screening.taken,
  status: screening.status,
  host: guestSecret !== undefined,
  ...(guestSecret !== undefined && { guestURL: guestUrl(guestSecret) }),
})

export const toInvitation = (
  { screening, hostName, seat }: Awaited<ReturnType<Screenings['seats']['invitation']>>,
  reading: Reading,
) => ({
  program: toProgram(screening, reading),
  hostName,
  startsAt: wireInstant(screening.startsAt),
  endsAt: wireInstant(screening.endsAt),
  status: screening.status,
  seatsLeft: screening.seats - screening.taken,
  loginRequired: screening.title.restriction === 'III',
  ...(seat && { screeningId: seat.screeningId }),
})

/** A player without a report for this long is not connected. */
const SILENT_SECONDS = 15

export const toPeople = (people: readonly Person[]) =>
  people.map(({ seatId, number, name, isHost, isGuest, condition, driftMs, silentSeconds }) => {
    const connected = silentSeconds !== null && silentSeconds < SILENT_SECONDS
    return {
      seatId,
      number,
      name,
      host: isHost,
      guest: isGuest,
      connected,
      // A player that closes reports `waiting`; one that lost its connection keeps its condition.
      ...(silentSeconds !== null && !connected && condition === 'waiting' && { left: true }),
      condition,
      ...(driftMs !== null && { drift: driftMs }),
    }
  })

/** No browser sends the fragment, which has the secret. */
export const guestUrl = (secret: string): string => `/#/private?guest=${secret}`

export const toRoom = ({ people, ...room }: Room) => ({ ...room, people: toPeople(people) })
