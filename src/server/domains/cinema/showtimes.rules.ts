import {
  FEW_CINEMA_SEATS,
  FILM_NOTICE_HOUR,
  type FilmStatus,
  SHOWTIME_DAYS,
  type ShowtimeState,
  type TicketState,
} from '#contract/cinema.ts'
import { HONG_KONG, startOfHongKongDay } from '#server/kit/instants.ts'

type Instant = Temporal.Instant
type Day = Temporal.PlainDate

const isReached = (instant: Instant, now: Instant): boolean => Temporal.Instant.compare(instant, now) <= 0

/** A show after midnight belongs to the day on which it begins, in Hong Kong. */
export function boundsOf(day: Day): { from: Instant; until: Instant } {
  return { from: startOfHongKongDay(day), until: startOfHongKongDay(day.add({ days: 1 })) }
}

/** Whether a film is in the cinemas; undefined once nothing is shown any more. */
export function filmStatus(
  { releaseOn, hasShowtimes }: { releaseOn: Day; hasShowtimes: boolean },
  today: Day,
): FilmStatus | undefined {
  if (Temporal.PlainDate.compare(releaseOn, today) > 0) return 'coming'
  return hasShowtimes ? 'showing' : undefined
}

/** Whether seats can be had. `seatsLeft`: null when the cinema says nothing. */
export function showtimeState(
  { startsAt, seatsLeft }: { startsAt: Instant; seatsLeft: number | null },
  now: Instant,
): ShowtimeState {
  if (isReached(startsAt, now)) return 'started'
  if (seatsLeft === 0) return 'full'
  return seatsLeft !== null && seatsLeft <= FEW_CINEMA_SEATS ? 'few' : 'open'
}

/** The seven days that are offered: from today on, or from the first day with showtimes where that is later than those. */
export function daysFrom(today: Day, firstDay: Day | undefined): Day[] {
  const isLater = firstDay && Temporal.PlainDate.compare(firstDay, today.add({ days: SHOWTIME_DAYS })) >= 0
  const first = isLater ? firstDay : today
  return Array.from({ length: SHOWTIME_DAYS }, (_, n) => first.add({ days: n }))
}

/** The day that is shown when none is requested: the first that still has showtimes. */
export const shownDay = (days: readonly { date: Day; ahead: number }[]): Day =>
  (days.find(({ ahead }) => ahead > 0) ?? days[0])!.date

export const noticeAt = (releaseOn: Day): Instant =>
  releaseOn
    .toZonedDateTime({ timeZone: HONG_KONG, plainTime: Temporal.PlainTime.from({ hour: FILM_NOTICE_HOUR }) })
    .toInstant()

export function ticketState(
  { startsAt, returnedAt }: { startsAt: Instant; returnedAt: Instant | null },
  now: Instant,
): TicketState {
  if (returnedAt) return 'returned'
  return isReached(startsAt, now) ? 'past' : 'valid'
}
