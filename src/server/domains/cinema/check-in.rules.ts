import { CHECK_IN_HOURS, CHECK_IN_UNDO_SECONDS } from '#contract/admin/tickets.ts'
import type { TicketVerdict } from '#contract/ticket-verdicts.ts'

type Instant = Temporal.Instant

interface AtTheCounter {
  readonly showtimeId: string
  readonly startsAt: Instant
  /** Of the film. */
  readonly minutes: number
  readonly isWithdrawn: boolean
  readonly returnedAt: Instant | null
  readonly admittedAt: Instant | null
}

/** `showtimeId`: the one that the counter lets in to; undefined: any. */
export function verdictOn(
  ticket: AtTheCounter | undefined,
  { now, showtimeId }: { now: Instant; showtimeId?: string | undefined },
): TicketVerdict {
  if (!ticket) return 'unknown'
  const { startsAt, minutes } = ticket
  if (ticket.returnedAt) return 'returned'
  if (ticket.isWithdrawn) return 'cancelled'
  if (ticket.admittedAt) return 'used'
  if (showtimeId !== undefined && showtimeId !== ticket.showtimeId) return 'otherShowtime'
  if (Temporal.Instant.compare(now, startsAt.subtract({ hours: CHECK_IN_HOURS })) < 0) return 'early'
  return Temporal.Instant.compare(now, startsAt.add({ minutes })) < 0 ? 'valid' : 'over'
}

export const mayUndo = (admittedAt: Instant, now: Instant): boolean =>
  Temporal.Instant.compare(now, admittedAt.add({ seconds: CHECK_IN_UNDO_SECONDS })) <= 0
