import { FEW_SEATS, SCREENING_HOURS, type ScreeningStatus, type SlotState } from '#contract/screenings.ts'
import type { ScreeningState } from './screenings-model.ts'
import { earlierOf, toWholeSeconds } from '#server/kit/instants.ts'

type Instant = Temporal.Instant

export type ScreeningEvent = 'settled' | 'ended' | 'voided'

const NEXT: Readonly<Record<ScreeningState, Partial<Record<ScreeningEvent, ScreeningState>>>> = {
  held: { settled: 'valid', ended: 'lapsed' },
  // A payment that comes late, while there are seats.
  lapsed: { settled: 'valid' },
  valid: { voided: 'voided' },
  voided: {},
}

/** Undefined when the event changes nothing. */
export const nextState = (state: ScreeningState, event: ScreeningEvent): ScreeningState | undefined =>
  NEXT[state][event]

/** 48 hours after its start, or with the licence window that is open then. */
export function screeningEnd(startsAt: Instant, licensedUntil: Instant | null): Instant {
  return toWholeSeconds(earlierOf(startsAt.add({ hours: SCREENING_HOURS }), licensedUntil))
}

/** A screening is sold only if it can be watched whole, with this much to spare. */
const GRACE = { minutes: 30 } as const

export const salesEnd = (endsAt: Instant, durationMs: number): Instant =>
  endsAt.subtract({ milliseconds: durationMs }).subtract(GRACE)

type Stock = { capacity: number; sold: number; held: number; seats: number }

export const availableOf = ({ capacity, sold, held }: Omit<Stock, 'seats'>): number => capacity - sold - held

export function slotState(stock: Stock): SlotState {
  const available = availableOf(stock)
  if (available >= stock.seats) return available <= FEW_SEATS ? 'few' : 'onSale'
  return available + stock.held >= stock.seats ? 'held' : 'soldOut'
}

/** It is open from its start on, and ends with its last second. */
export function screeningStatus(
  { startsAt, endsAt }: { startsAt: Instant; endsAt: Instant },
  now: Instant,
): ScreeningStatus {
  if (Temporal.Instant.compare(now, startsAt) < 0) return 'upcoming'
  return Temporal.Instant.compare(now, endsAt) < 0 ? 'open' : 'ended'
}

export const restOf = ({ paidCents, refundedCents }: { paidCents: number | null; refundedCents: number }): number =>
  (paidCents ?? 0) - refundedCents
